"""Attention and MLP as most decoders have them: four projections with grouped queries, and a gated or a plain MLP."""

from dataclasses import dataclass

from app.memory.architecture.bad_config import BadConfig
from app.memory.architecture.config import MOST_HEADS, MOST_HIDDEN, Config
from app.memory.architecture.leaf import Leaf, linear


@dataclass(frozen=True)
class Heads:
    """How many heads ask, how many keys and values they share, and how wide one head is."""

    queries: int  # a
    keys: int
    size: int

    @property
    def query_width(self) -> int:
        """Entries of all heads' queries together."""
        return self.queries * self.size

    @property
    def key_width(self) -> int:
        """Entries of all heads' keys together, and as many of their values."""
        return self.keys * self.size


def read_hidden(config: Config) -> int:
    """h, under its usual name."""
    return config.whole("hidden_size", most=MOST_HIDDEN)


def read_heads(config: Config, hidden: int, keys_required: bool, size_required: bool = False, must_divide: bool = False) -> Heads:
    """num_attention_heads, num_key_value_heads and head_dim.

    Absent num_key_value_heads means num_attention_heads where the family's class says so; where the class has the number of one model
    instead, the key is required. null always means num_attention_heads. Absent head_dim means h/a, likewise. With `must_divide` h has to
    be a multiple of a even where head_dim is given, as transformers demands of that family.
    """
    queries = config.whole("num_attention_heads", most=MOST_HEADS)
    if must_divide:
        divided("hidden_size", hidden, "num_attention_heads", queries)
    keys = read_keys(config, queries, keys_required)
    if size_required:
        return Heads(queries, keys, config.whole("head_dim", most=MOST_HIDDEN))
    if config.raw("head_dim") is None:
        divided("hidden_size", hidden, "num_attention_heads", queries)
    size = config.whole_or("head_dim", default=hidden // queries, because="hidden_size / num_attention_heads", most=MOST_HIDDEN)
    return Heads(queries, keys, size)


def read_keys(config: Config, queries: int, required: bool) -> int:
    """num_key_value_heads, a divisor of the number of queries."""
    if required and not config.has("num_key_value_heads"):
        keys = config.whole("num_key_value_heads", most=MOST_HEADS)
    else:
        keys = config.whole_or("num_key_value_heads", default=queries, because="as many as num_attention_heads", most=MOST_HEADS)
    divided("num_attention_heads", queries, "num_key_value_heads", keys)
    return keys


def divided(name: str, value: int, by: str, divisor: int) -> int:
    """The quotient. Raises BadConfig where one does not divide the other."""
    if value % divisor:
        raise BadConfig(name, f"{value:,} is not a multiple of {by}, which is {divisor:,}", f"a multiple of {divisor:,}")
    return value // divisor


def attention(hidden: int, heads: Heads, bias: bool, output_bias: bool, output: str = "o_proj") -> tuple[Leaf, ...]:
    """Query, key, value and output: h·(a + 2·k)·d + a·d·h weights."""
    return (
        linear("self_attn.q_proj", heads.query_width, hidden, bias),
        linear("self_attn.k_proj", heads.key_width, hidden, bias),
        linear("self_attn.v_proj", heads.key_width, hidden, bias),
        linear(f"self_attn.{output}", hidden, heads.query_width, output_bias),
    )


def gated_mlp(hidden: int, intermediate: int, bias: bool = False, name: str = "mlp") -> tuple[Leaf, ...]:
    """Gate, up and down: 3·h·i weights."""
    return (
        linear(f"{name}.gate_proj", intermediate, hidden, bias),
        linear(f"{name}.up_proj", intermediate, hidden, bias),
        linear(f"{name}.down_proj", hidden, intermediate, bias),
    )


def plain_mlp(up: str, down: str, hidden: int, intermediate: int, bias: bool = True) -> tuple[Leaf, ...]:
    """Up and down: 2·h·i weights."""
    return (linear(up, intermediate, hidden, bias), linear(down, hidden, intermediate, bias))
