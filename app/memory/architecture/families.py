"""The families of models whose parameters are known, and the config of any of them to its architecture."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from app.memory.architecture.architecture import Architecture
from app.memory.architecture.bad_config import BadConfig, shown
from app.memory.architecture.bert import bert, roberta
from app.memory.architecture.bloom import bloom
from app.memory.architecture.config import Config
from app.memory.architecture.deepseek_v3 import deepseek_v3
from app.memory.architecture.document import WHOLE, keys
from app.memory.architecture.falcon import falcon
from app.memory.architecture.gemma import gemma, gemma2
from app.memory.architecture.gpt2 import gpt2, gpt_bigcode
from app.memory.architecture.gpt_neo import gpt_neo
from app.memory.architecture.gpt_neox import gpt_neox
from app.memory.architecture.gptj import gptj
from app.memory.architecture.llama import llama
from app.memory.architecture.mistral import mistral
from app.memory.architecture.mixtral import mixtral
from app.memory.architecture.olmo2 import olmo2
from app.memory.architecture.opt import opt
from app.memory.architecture.phi import phi
from app.memory.architecture.phi3 import phi3
from app.memory.architecture.qwen2 import qwen2
from app.memory.architecture.qwen2_moe import qwen2_moe
from app.memory.architecture.qwen3 import qwen3
from app.memory.architecture.qwen3_moe import qwen3_moe
from app.memory.architecture.t5 import t5
from app.memory.scenario import MOST_PARAMETERS

# model_type -> how to count it, and the class of transformers 5.24 whose defaults stand for absent keys.
FAMILIES: Mapping[str, tuple[Callable[[Config], Architecture], str]] = {
    "bert": (bert, "BertConfig"),
    "bloom": (bloom, "BloomConfig"),
    "deepseek_v3": (deepseek_v3, "DeepseekV3Config"),
    "falcon": (falcon, "FalconConfig"),
    "gemma": (gemma, "GemmaConfig"),
    "gemma2": (gemma2, "Gemma2Config"),
    "gpt2": (gpt2, "GPT2Config"),
    "gpt_bigcode": (gpt_bigcode, "GPTBigCodeConfig"),
    "gpt_neo": (gpt_neo, "GPTNeoConfig"),
    "gpt_neox": (gpt_neox, "GPTNeoXConfig"),
    "gptj": (gptj, "GPTJConfig"),
    "llama": (llama, "LlamaConfig"),
    "mistral": (mistral, "MistralConfig"),
    "mixtral": (mixtral, "MixtralConfig"),
    "olmo2": (olmo2, "Olmo2Config"),
    "opt": (opt, "OPTConfig"),
    "phi": (phi, "PhiConfig"),
    "phi3": (phi3, "Phi3Config"),
    "qwen2": (qwen2, "Qwen2Config"),
    "qwen2_moe": (qwen2_moe, "Qwen2MoeConfig"),
    "qwen3": (qwen3, "Qwen3Config"),
    "qwen3_moe": (qwen3_moe, "Qwen3MoeConfig"),
    "roberta": (roberta, "RobertaConfig"),
    "t5": (t5, "T5Config"),
}


def architecture_of(config: object) -> Architecture:
    """The model that a Hugging Face config.json describes, given as text, UTF-8 bytes or a mapping of its keys.

    Counts what the family's language model of transformers 5.24 trains. Raises BadConfig, and nothing else, for whatever cannot be
    counted: no such document, a missing or contradictory key, a value out of bounds, an unknown family.
    """
    values = keys(config)
    count, owner = FAMILIES[_family(values)]
    reader = Config(values, owner)
    reader.check_synonyms()
    reader.only("is_encoder_decoder", count is t5, because="contradicts model_type")
    found = count(reader)
    found = replace(found, assumed=tuple(dict.fromkeys(reader.assumed)), keys={"model_type": found.family, **reader.used})
    if found.units.total > MOST_PARAMETERS:
        raise BadConfig(WHOLE, f"it describes {found.units.total:,} parameters", f"at most {MOST_PARAMETERS:,}")
    return found


def _family(values: Mapping[str, object]) -> str:
    family = values.get("model_type")
    accepted = f"one of {', '.join(FAMILIES)}"
    if family is None:
        raise BadConfig("model_type", "it is null" if "model_type" in values else "it is missing", accepted)
    if not isinstance(family, str):
        raise BadConfig("model_type", f"it is {shown(family)}", accepted)
    if family not in FAMILIES:
        raise BadConfig("model_type", f"the family {shown(family)} is not known here", accepted)
    return family
