"""The decoder that is measured, in PyTorch: as app/evidence/shapes.py has it, with learned positions, GELU and an untied head."""

import torch
from torch import nn
from torch.nn import functional


class Block(nn.Module):
    """Norm, attention, norm, MLP of 4·h."""

    def __init__(self, hidden: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.first, self.second = nn.LayerNorm(hidden), nn.LayerNorm(hidden)
        self.attention, self.mixed = nn.Linear(hidden, 3 * hidden), nn.Linear(hidden, hidden)
        self.up, self.down = nn.Linear(hidden, 4 * hidden), nn.Linear(4 * hidden, hidden)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """One block."""
        batch, tokens, hidden = x.shape
        parts = self.attention(self.first(x)).chunk(3, -1)
        query, key, value = (part.view(batch, tokens, self.heads, hidden // self.heads).transpose(1, 2) for part in parts)
        mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.mixed(mixed.transpose(1, 2).reshape(batch, tokens, hidden))
        return x + self.down(functional.gelu(self.up(self.second(x))))


class Decoder(nn.Module):
    """Embeddings, blocks, a last norm and a head."""

    def __init__(self, hidden: int, heads: int, layers: int, vocabulary: int, positions: int) -> None:
        super().__init__()
        self.tokens, self.positions = nn.Embedding(vocabulary, hidden), nn.Embedding(positions, hidden)
        self.blocks = nn.ModuleList(Block(hidden, heads) for _ in range(layers))
        self.norm, self.head = nn.LayerNorm(hidden), nn.Linear(hidden, vocabulary, bias=False)

    def forward(self, numbers: torch.Tensor) -> torch.Tensor:
        """Logits."""
        x = self.tokens(numbers) + self.positions(torch.arange(numbers.shape[1]))
        for block in self.blocks:
            x = block(x)
        return self.head(self.norm(x))
