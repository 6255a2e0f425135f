"""The field’s words, one sentence each. Pages show a sentence on demand where its word first occurs; `/glossary` lists them all."""

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True)
class Term:
    """A word: its name, the step that teaches it (a slug, or ""), what it means, and how it is written where a page marks it."""

    name: str
    step: str
    sentence: str
    forms: tuple[str, ...] | None = None  # None: the name, and with an s; empty where the word has a plain sense as well

    @property
    def slug(self) -> str:
        """Its name in an address."""
        return re.sub(r"[^a-z0-9]+", "-", self.name.lower()).strip("-")

    @property
    def written(self) -> tuple[str, ...]:
        """The spellings that a page marks."""
        return (self.name, f"{self.name}s") if self.forms is None else self.forms


UNMARKED: tuple[str, ...] = ()

TERMS: tuple[Term, ...] = (
    Term("parameter", "parameter-bytes", "One of the numbers that a model consists of and that training changes; θ stands for all of "
         "them."),
    Term("gradient", "four-per-parameter", "How much the loss would change if a parameter were nudged, one number for each parameter; ∇L "
         "stands for all of them."),
    Term("loss", "four-per-parameter", "One number that says how wrong the model’s predictions are, and that training makes smaller.",
         ("loss",)),
    Term("optimizer", "four-per-parameter", "The rule that changes parameters by their gradients; what it remembers from step to step is "
         "its state."),
    Term("optimizer state", "four-per-parameter", "What an optimizer keeps for each parameter between steps: for Adam the two numbers m "
         "and v."),
    Term("Adam", "four-per-parameter", "An optimizer that keeps two numbers for each parameter: m, a running mean of its gradient, and "
         "v, one of the gradient’s square.", ("Adam", "AdamW")),
    Term("learning rate", "", "A number, chosen before training, by which an optimizer makes its steps larger or smaller.",
         ("learning rate", "learning rates")),
    Term("SGD", "four-per-parameter", "Stochastic gradient descent, an optimizer that keeps nothing between steps, or one number for "
         "each parameter with momentum.", ("SGD",)),
    Term("momentum", "", "A running sum of past gradients that an optimizer adds to the present one, one number for each parameter.",
         ("momentum",)),
    Term("fp32", "parameter-bytes", "A number in 32 bits, 4 bytes: 1 bit for the sign, 8 for the exponent, 23 for the fraction.",
         ("fp32",)),
    Term("bf16", "", "A number in 16 bits, 2 bytes, with the range of fp32 and fewer digits: 1 bit for the sign, 8 for the exponent, 7 "
         "for the fraction.", ("bf16",)),
    Term("fp16", "", "A number in 16 bits, 2 bytes, with more digits than bf16 and a smaller range, so that gradients must be scaled.",
         ("fp16",)),
    Term("fp8", "", "A number in 8 bits, 1 byte, of one of two kinds, E4M3 and E5M2; it needs scales more than fp16 does.", ("fp8",)),
    Term("E4M3", "", "The fp8 number with 4 bits for the exponent and 3 for the fraction: finer than E5M2, with less range.", ("E4M3",)),
    Term("E5M2", "", "The fp8 number with 5 bits for the exponent and 2 for the fraction: the range of fp16, with fewer digits.",
         ("E5M2",)),
    Term("exponent", "parameter-bytes", "The bits of a number that say between which two powers of 2 it lies.", ("exponent",)),
    Term("fraction", "parameter-bytes", "The bits of a number that say where it lies between two powers of 2; the more of them, the "
         "finer.", ("fraction",)),
    Term("loss scaling", "", "Multiplying the loss, and with it all gradients, by a number that keeps small ones from becoming 0 in "
         "fp16.", ("loss scaling", "loss scale")),
    Term("TF32", "", "How some GPUs multiply fp32 numbers faster, with a shorter fraction; in memory they stay 4 bytes each.", ("TF32",)),
    Term("mixed precision", "", "Computing with 16-bit numbers while an fp32 copy of the parameters and the optimizer’s states keep "
         "their digits.", ("mixed precision", "mixed-precision")),
    Term("master copy", "", "The fp32 copy of the parameters that the optimizer updates when a model computes in 16 bits.",
         ("master copy", "fp32 copy")),
    Term("GB", "parameter-bytes", "10⁹ bytes, the decimal gigabyte that GPUs are sold and papers are written in.", UNMARKED),
    Term("GiB", "parameter-bytes", "2³⁰ bytes, the binary gigabyte that PyTorch and nvidia-smi print; 1 GiB is about 1.074 GB.", ("GiB",)),
    Term("GPU", "parameter-bytes", "The processor that training runs on, with a memory of its own, fixed in size, in which everything "
         "must fit at once.", ("GPU", "GPUs")),
    Term("CUDA", "", "NVIDIA’s platform for programs on its GPUs; a process that uses it takes some memory before any tensor is there.",
         ("CUDA",)),
    Term("NCCL", "", "NVIDIA’s library that moves data between GPUs; it keeps buffers of its own, which no formula here counts.",
         ("NCCL",)),
    Term("tensor", "", "Numbers in rows and columns, or in further directions too, as PyTorch keeps them."),
    Term("kernel", "", "A program that runs on a GPU, such as one that multiplies two matrices."),
    Term("buffer", "", "Memory that data lie in on their way, such as a layer that is just being gathered."),
    Term("PyTorch", "", "The library in which FSDP is most often used, and whose own measurements these pages compare with.", UNMARKED),
    Term("CPU", "", "The ordinary processor beside the GPUs; its memory counts bytes the same way, which is how some numbers here were "
         "measured.", ("CPU",)),
    Term("rank", "sharding", "The number of one process among those that train together, counted from 0; usually one process for each "
         "GPU.", ("rank", "ranks")),
    Term("world size", "data-parallel", "How many ranks train together; here N, the GPUs that share the work.", ("world size",)),
    Term("data parallelism", "data-parallel", "Every GPU works on another part of the batch; in the plain kind each holds the whole "
         "model.", ("data parallelism", "data-parallel")),
    Term("DP", "data-parallel", "Plain data parallelism, in formulas and tables.", UNMARKED),
    Term("DDP", "data-parallel", "PyTorch’s DistributedDataParallel, plain data parallelism with an all-reduce of the gradients in "
         "buckets.", ("DDP", "DistributedDataParallel")),
    Term("bucket", "", "A buffer that several gradients are copied into, so that they are sent together."),
    Term("FSDP", "persistent-memory", "Fully sharded data parallelism: each GPU keeps a slice of everything and borrows the rest of one "
         "layer at a time.", ("FSDP",)),
    Term("FSDP1", "", "PyTorch’s first FSDP, which joins the parameters of a unit into one flat row and cuts that.", ("FSDP1",)),
    Term("FSDP2", "", "PyTorch’s present FSDP (fully_shard), which cuts every parameter by its rows.", ("FSDP2",)),
    Term("ZeRO", "sharding", "The method of the paper that FSDP follows: stage 1 shards optimizer states, stage 2 gradients too, stage 3 "
         "parameters too.", ("ZeRO", "ZeRO stage 3", "ZeRO-3", "ZeRO-2", "ZeRO-1")),
    Term("DeepSpeed", "", "The library in which ZeRO first appeared.", ("DeepSpeed",)),
    Term("HSDP", "", "Hybrid sharding: fully sharded within a group of GPUs, such as one node, and copied between groups.",
         ("HSDP", "hybrid sharding")),
    Term("node", "", "One machine with several GPUs, which reach each other faster than those of another machine.", ("node", "nodes")),
    Term("shard", "sharding", "The slice of a stack of numbers that one GPU keeps, one of N.", ("shard", "shards", "sharding", "sharded")),
    Term("padding", "sharding", "Entries that stand for nothing and make all shards equally long where N does not divide the whole.",
         ("padding", "padded")),
    Term("stack", "four-per-parameter", "On these pages, all numbers of one sort in a row: θ, ∇L, m or v.", UNMARKED),
    Term("layer", "all-gather", "One of the similar parts that a model applies one after another; ℓ counts the parameters of the largest "
         "one.", UNMARKED),
    Term("block", "all-gather", "A transformer’s repeated layer, attention and MLP with their norms; the usual unit of FSDP.", UNMARKED),
    Term("unit", "all-gather", "What FSDP gathers at once: the parameters that were wrapped together, usually one block.", UNMARKED),
    Term("root unit", "", "The unit of all that was not wrapped on its own, such as embedding and head; it stays gathered from forward "
         "to backward.", ("root unit",)),
    Term("wrapping", "all-gather", "Choosing which layers are a unit of FSDP each.", ("wrapping", "wrapped")),
    Term("collective", "all-gather", "An exchange of data that all GPUs of a group take part in, such as an all-gather.",
         ("collective", "collectives")),
    Term("all-gather", "all-gather", "The collective after which every GPU has all shards, put together in order.",
         ("all-gather", "all-gathers")),
    Term("reduce-scatter", "limits", "The collective that adds up what all GPUs have and leaves each with its own shard of the sum.",
         ("reduce-scatter",)),
    Term("all-reduce", "limits", "The collective after which every GPU has the sum of what all had: a reduce-scatter and an all-gather.",
         ("all-reduce",)),
    Term("broadcast", "", "The collective by which one GPU’s data reach all the others.", ("broadcast",)),
    Term("ring", "limits", "GPUs in a circle, each of which sends to its neighbour only, as many collectives go round.", ("in a ring",)),
    Term("hop", "", "One passage of data from each GPU to its neighbour, over all links at once."),
    Term("bandwidth", "", "How many bytes a second can pass between two places.", ("bandwidth",)),
    Term("latency", "", "The time that passes before the first byte of a message arrives, however short the message is.", ("latency",)),
    Term("InfiniBand", "", "A fast network between machines, common in clusters of GPUs.", ("InfiniBand",)),
    Term("TFLOP", "", "10¹² operations on numbers; GPUs are compared by how many of them they do in a second.",
         ("TFLOP", "TFLOPs", "TFLOP/s")),
    Term("bubble", "all-gather", "On these pages, the bytes of one layer’s gathered parameters, L_max, there while the layer runs; in "
         "pipelines, time in which a GPU waits.", ("bubble",)),
    Term("reshard", "all-gather", "To throw a gathered layer away again and keep the own shard of it.",
         ("reshard", "resharding", "reshards")),
    Term("prefetch", "all-gather", "To gather the next layer while the present one still computes: faster, and a second layer in memory.",
         ("prefetch", "prefetching", "prefetched", "prefetches")),
    Term("persistent memory", "persistent-memory", "The bytes a GPU keeps from step to step: its shards.", ("persistent memory",)),
    Term("peak", "all-gather", "The most bytes that are in a GPU’s memory at any moment of a step; it is the peak that must fit.",
         UNMARKED),
    Term("forward pass", "all-gather", "Computing the loss from a batch, layer by layer, from the first to the last.", ("forward pass",)),
    Term("backward pass", "all-gather", "Computing the gradients, layer by layer, from the last to the first.", ("backward pass",)),
    Term("training step", "all-gather", "One forward pass, one backward pass and one update of the parameters.", ("training step",)),
    Term("activation", "limits", "A result inside the forward pass that is kept because the backward pass needs it."),
    Term("activation checkpointing", "limits", "Keeping only the input of each layer and computing the rest again in the backward pass: "
         "less memory, more time.", ("activation checkpointing", "checkpointing", "checkpointed")),
    Term("checkpoint", "limits", "What activation checkpointing keeps: a layer’s input, from which the rest is computed again.",
         ("checkpoint", "checkpoints")),
    Term("selective checkpointing", "", "Activation checkpointing of those results only that take many bytes and little computing.",
         ("selective checkpointing", "selective recomputation")),
    Term("recomputation", "limits", "Computing activations once more in the backward pass, because they were not kept.",
         ("recomputation", "recompute", "recomputed")),
    Term("batch", "limits", "The examples that one step learns from; b is how many of them one GPU works on at once.", ("batch",)),
    Term("micro-batch", "", "A part of a batch that goes through the model alone, so that fewer activations are there at once.",
         ("micro-batch", "micro-batches")),
    Term("gradient accumulation", "", "Adding up the gradients of several micro-batches before the parameters are updated.",
         ("gradient accumulation",)),
    Term("sequence", "limits", "One text of a batch, s tokens long.", ("sequence", "sequences")),
    Term("token", "limits", "A piece of text, a word or part of one, that a language model reads as one."),
    Term("hidden size", "limits", "How many numbers stand for one token between two layers, h.", ("hidden size",)),
    Term("vocabulary", "", "All tokens that a model knows.", ("vocabulary",)),
    Term("embedding", "", "The table that gives each token of the vocabulary its first h numbers.", ("embedding", "embeddings")),
    Term("head", "", "The last layer, which turns h numbers into one score for each token of the vocabulary; also one of the parts of an "
         "attention.", UNMARKED),
    Term("logits", "", "The scores of all tokens of the vocabulary, from which the loss is computed; for a large vocabulary they are "
         "many bytes.", ("logits",)),
    Term("transformer", "", "The kind of model that most language models are: blocks of attention and MLP, one after another."),
    Term("attention", "", "The part of a block in which tokens take up information from each other.", ("attention",)),
    Term("fused attention", "limits", "Attention computed piece by piece, so that the scores of all pairs of tokens are never kept; also "
         "FlashAttention, SDPA.", ("fused attention", "FlashAttention", "SDPA")),
    Term("softmax", "", "The function that turns scores into shares that add up to 1, in attention and in the loss.", ("softmax",)),
    Term("dropout", "limits", "Setting some activations to 0 at random in training; which ones, the backward pass must know.",
         ("dropout",)),
    Term("MLP", "", "The part of a block in which each token is worked on alone, usually with two or three large matrices.", ("MLP",)),
    Term("GELU", "limits", "The function between the two matrices of many MLPs.", ("GELU",)),
    Term("mixture of experts", "", "A model with several MLPs in each block, of which each token uses a few; training keeps all of them.",
         ("mixture of experts", "mixture-of-experts")),
    Term("LoRA", "", "Training only small matrices beside frozen parameters, so that few parameters have gradients and optimizer states.",
         ("LoRA",)),
    Term("tensor parallelism", "", "Cutting the matrices themselves, so that several GPUs compute one layer together.",
         ("tensor parallelism", "model parallelism")),
    Term("sequence parallelism", "", "Cutting along the sequence what tensor parallelism would keep whole on each of its GPUs.",
         ("sequence parallelism",)),
    Term("context parallelism", "", "Cutting the sequences, so that each GPU keeps the activations of a part of their tokens.",
         ("context parallelism",)),
    Term("Megatron", "", "NVIDIA’s library for training with tensor, sequence and pipeline parallelism.", ("Megatron", "Megatron-LM")),
    Term("pipeline parallelism", "", "Giving each GPU some of the layers, and passing micro-batches from one to the next.",
         ("pipeline parallelism",)),
    Term("GPipe", "", "The order of a pipeline in which all micro-batches go forward, and only then backward.", ("GPipe",)),
    Term("1F1B", "", "The order of a pipeline in which each GPU goes forward with one micro-batch and backward with one in turn.",
         ("1F1B",)),
    Term("offloading", "", "Keeping part of what training needs in the CPU’s memory, and copying it to the GPU in time.",
         ("offloading", "offload", "CPU offload")),
    Term("allocator", "", "The part of PyTorch that asks for the GPU’s memory in pieces and hands them out; what it holds is more than "
         "what is used.", ("allocator",)),
    Term("fragmentation", "", "Free memory in pieces too small to be of use.", ("fragmentation",)),
    Term("out of memory", "limits", "What a program fails with when it asks for more memory than the GPU has left, OOM for short.",
         ("out of memory", "out-of-memory", "OOM")),
)  # fmt: skip

IN_ORDER = tuple(sorted(TERMS, key=lambda term: term.name.lower()))


@lru_cache(maxsize=256)
def terms_in(text: str) -> tuple[Term, ...]:
    """The terms that a text uses in a spelling that pages mark."""
    return tuple(term for term in TERMS if term.written and _pattern(term).search(text))


def _pattern(term: Term) -> re.Pattern[str]:
    spelled = "|".join(re.escape(form) for form in (*term.written, *(form[0].upper() + form[1:] for form in term.written)))
    return re.compile(rf"(?<![\w-])(?:{spelled})(?![\w-])")
