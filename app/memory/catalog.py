"""Known models and GPUs: exact parameter counts, marketed and reported memory, each with its source and the month it was last checked.

A lookup, never a bound: any P, ℓ and C may be typed. Mixture-of-experts models count all their experts, because training keeps them all.
"""

from dataclasses import dataclass

from app.memory.scenario import Scenario

CHECKED = "2026-11"
CONFIG = "config.json of the published model, counted on the meta device with transformers 5.24"


@dataclass(frozen=True)
class Model:
    """A published model. `params` and `layer` are exact counts; `layer` is its largest repeated block."""

    slug: str
    title: str
    params: int  # P
    layer: int  # ℓ
    hidden: int  # h
    layers: int  # L
    heads: int
    source: str
    date: str  # year and month in which the entry was last compared with its source


@dataclass(frozen=True)
class Gpu:
    """A card, or the half of one that counts as a rank. `reported` is what PyTorch prints on such a card, give or take a driver version.

    The size in a product's name is decimal by our rule, while the chips are sized in GiB: a card may report more bytes than its name says.
    """

    slug: str
    title: str
    memory: int  # bytes, the marketed decimal size
    reported: int | None  # bytes that PyTorch reports, None where we found no printed figure
    source: str
    date: str  # year and month in which the entry was last compared with its source


def model(slug: str) -> Model:
    """The model of that name. Raises ValueError that lists the names there are."""
    for entry in MODELS:
        if entry.slug == slug:
            return entry
    raise ValueError(f"model must be one of {', '.join(entry.slug for entry in MODELS)}, not {slug!r}")


def gpu(slug: str) -> Gpu:
    """The GPU of that name. Raises ValueError that lists the names there are."""
    for entry in GPUS:
        if entry.slug == slug:
            return entry
    raise ValueError(f"gpu must be one of {', '.join(entry.slug for entry in GPUS)}, not {slug!r}")


def models_like(scenario: Scenario) -> tuple[Model, ...]:
    """The models whose P, ℓ, h and L are exactly those of the run; empty where the reader has moved any of them."""
    return _models_of((scenario.params, scenario.layer, scenario.hidden, scenario.layers))


def model_of(params: int, layer: int, hidden: int, layers: int) -> Model | None:
    """The model with exactly these sizes, or None."""
    return next(iter(_models_of((params, layer, hidden, layers))), None)


def gpus_with(memory_bytes: int) -> tuple[Gpu, ...]:
    """The GPUs that are marketed with exactly so many bytes."""
    return tuple(entry for entry in GPUS if entry.memory == memory_bytes)


def _models_of(sizes: tuple[int, int, int, int]) -> tuple[Model, ...]:
    return tuple(entry for entry in MODELS if (entry.params, entry.layer, entry.hidden, entry.layers) == sizes)


def _published(slug: str, title: str, params: int, layer: int, hidden: int, layers: int, heads: int, note: str = "") -> Model:
    return Model(slug, title, params, layer, hidden, layers, heads, CONFIG + note, CHECKED)


def _card(slug: str, title: str, gigabytes: int, reported: int | None, source: str) -> Gpu:
    return Gpu(slug, title, gigabytes * 10**9, reported, source, CHECKED)


def _gib(printed: float) -> int:
    """Bytes of a figure in GiB, as an out-of-memory message prints it, to two decimals."""
    return round(printed * 2**30)


def _mib(printed: int) -> int:
    """Bytes of a figure in MiB. PyTorch's device properties print MiB and call them MB."""
    return printed * 2**20


# GPT-3 175B: h = 12,288, L = 96 (arXiv:2005.14165, table 2.1); vocabulary 50,257, context 2,048, output tied to the embedding as in GPT-2.
# One block has 12·h² + 13·h = 1,812,099,072: 4·h² + 4·h attention, 8·h² + 5·h MLP, 4·h in two norms. The whole is
# 96 blocks 173,961,510,912 + tokens 50,257·h 617,558,016 + positions 2,048·h 25,165,824 + last norm 2·h 24,576 = 174,604,259,328.
_GPT3 = "arXiv:2005.14165 table 2.1 with the closed form 12·h² + 13·h a block; vocabulary 50,257, context 2,048, tied"

MODELS: tuple[Model, ...] = (
    _published("gpt2", "GPT-2 124M", 124_439_808, 7_087_872, 768, 12, 12),
    _published("pythia-1.4b", "Pythia 1.4B", 1_414_647_808, 50_358_272, 2048, 24, 16),
    _published("gpt2-xl", "GPT-2 XL 1.5B", 1_557_611_200, 30_740_800, 1600, 48, 25),
    _published("llama-3.2-3b", "Llama 3.2 3B", 3_212_749_824, 100_669_440, 3072, 28, 24),
    _published("llama-2-7b", "Llama 2 7B", 6_738_415_616, 202_383_360, 4096, 32, 32),
    _published("pythia-6.9b", "Pythia 6.9B", 6_857_302_016, 201_379_840, 4096, 32, 32),
    _published("mistral-7b-v0.1", "Mistral 7B", 7_241_732_096, 218_112_000, 4096, 32, 32),
    _published("llama-3-8b", "Llama 3 8B", 8_030_261_248, 218_112_000, 4096, 32, 32),
    _published("qwen3-8b", "Qwen3 8B", 8_190_735_360, 192_946_432, 4096, 36, 32),
    _published("llama-2-13b", "Llama 2 13B", 13_015_864_320, 317_204_480, 5120, 40, 40),
    _published("mixtral-8x7b", "Mixtral 8x7B", 46_702_792_704, 1_451_270_144, 4096, 32, 32),
    _published("llama-2-70b", "Llama 2 70B", 68_976_648_192, 855_654_400, 8192, 80, 64),
    _published("qwen2.5-72b", "Qwen2.5 72B", 72_706_203_648, 877_684_736, 8192, 80, 64),
    Model("gpt3-175b", "GPT-3 175B", 174_604_259_328, 1_812_099_072, 12_288, 96, 96, _GPT3, CHECKED),
    _published("bloom", "BLOOM 176B", 176_247_271_424, 2_466_437_120, 14_336, 70, 112),
    _published("llama-3.1-405b", "Llama 3.1 405B", 405_853_388_800, 3_187_703_808, 16_384, 126, 128),
    _published(
        "deepseek-v3", "DeepSeek-V3 671B", 671_026_404_352, 11_507_286_016, 7168, 61, 128,
        "; without the multi-token-prediction module and the router's bias buffers",
    ),
)  # fmt: skip

_SEARCHED = "out-of-memory messages in public repositories, found by string search"

GPUS: tuple[Gpu, ...] = (
    _card("t4-16gb", "T4 16 GB", 16, _gib(14.75), "out-of-memory message on a Colab T4, hpcaitech/Open-Sora#697"),
    _card("v100-16gb", "V100 16 GB", 16, _gib(15.78), "out-of-memory message, kchengiva/Shift-GCN#34"),
    _card("a10g-24gb", "A10G 24 GB", 24, _mib(22_587), "get_device_properties printed in TorchCodec's CUDA decoding example"),
    _card("l4-24gb", "L4 24 GB", 24, None, "marketed size in its name; no printed figure found that names the card"),
    _card("rtx-3090-24gb", "RTX 3090 24 GB", 24, _gib(23.7), "out-of-memory message, Lightning-AI/litgpt#303"),
    _card("rtx-4090-24gb", "RTX 4090 24 GB", 24, _gib(23.64), "out-of-memory message, ali-vilab/VGen#104"),
    _card("titan-rtx-24gb", "Titan RTX 24 GB", 24, _gib(23.65), "out-of-memory message in Hugging Face's post on PyTorch FSDP"),
    _card("v100-32gb", "V100 32 GB", 32, _gib(31.74), "out-of-memory message, NVIDIA/Megatron-LM#525"),
    _card("a100-40gb", "A100 40 GB", 40, _gib(39.39), _SEARCHED),
    _card("l40s-48gb", "L40S 48 GB", 48, _gib(44.42), "out-of-memory message, stepfun-ai/Step-Video-T2V#8"),
    _card("a6000-48gb", "RTX A6000 48 GB", 48, _mib(48_676), "get_device_properties printed in pytorch/ao, torchao/prototype/hqq"),
    _card(
        "mi250x-64gb", "MI250X, one of its two GPUs, 64 GB", 64, _mib(65_520),
        "a card of 128 GB shows as two GPUs; get_device_properties printed in public container guides",
    ),
    _card("a100-80gb", "A100 80 GB", 80, _gib(79.15), _SEARCHED + "; many of them tutorial examples"),
    _card("h100-80gb", "H100 80 GB", 80, _gib(79.11), "out-of-memory message, vllm-project/vllm#27508"),
    _card("h200-141gb", "H200 141 GB", 141, _gib(139.8), _SEARCHED + ", several naming the card"),
    _card(
        "b200-180gb", "B200 180 GB", 180, _mib(182_642),
        "NVIDIA's DGX B200 user guide: 1,440 GB on eight, elsewhere given as 192 GB; get_device_properties printed in ai-bot-pro/achatbot",
    ),
    _card("mi300x-192gb", "MI300X 192 GB", 192, _mib(196_592), "get_device_properties printed in ROCm/ROCm#4203"),
)  # fmt: skip
