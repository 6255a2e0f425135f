"""From a Hugging Face config.json to the units that FSDP gathers: closed forms for each family, without torch.

    from app.memory.architecture import architecture_of
    llama = architecture_of(open("config.json").read())
    llama.units.total, llama.units.largest_block

Counts and shapes are those of transformers 5.24, compared with its models on the meta device.
"""

from app.memory.architecture.architecture import Architecture, Block, LeftOut
from app.memory.architecture.bad_config import BadConfig
from app.memory.architecture.families import FAMILIES, architecture_of
from app.memory.architecture.leaf import Leaf

__all__ = ["FAMILIES", "Architecture", "BadConfig", "Block", "Leaf", "LeftOut", "architecture_of"]
