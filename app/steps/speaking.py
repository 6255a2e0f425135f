"""What a lecturer may say at each part of a page, in a sentence or two. Numbers are left to the figure and the sliders."""

from collections.abc import Mapping

SAID: Mapping[str, Mapping[str, str]] = {
    "start": {
        "words": "Say what the hour is for: one number, the bytes that must be on one GPU at once. Everything else serves it.",
        "picture": "The grey column is what everybody would keep without sharding. Let it stand before you point at the short ones.",
    },
    "parameter-bytes": {
        "question": "Give them ten seconds and let two people say their number aloud. You need the spread, not the answer.",
        "what": "A model is a pile of numbers. Do not explain the network; count it.",
        "picture": "Start at the strip’s left end, say what one box stands for, then walk to its weight. Change P once.",
        "why": "Memory is not slow when it runs out, it stops. That is why the whole hour is about bytes and not about time.",
    },
    "four-per-parameter": {
        "question": "Most will answer with the size of the parameters. Do not correct them yet.",
        "what": "Name the four one after another and point at each colour: from here on these colours mean nothing else.",
        "picture": "Read the bracket, then the guess beside the real budget. Ask who had counted the parameters only.",
        "why": "The optimizer is half of it. Say that this, not the model, is what does not fit.",
    },
    "data-parallel": {
        "question": "Take a show of hands: smaller, the same, larger. Write the three counts down.",
        "what": "Everybody keeps everything and works on another part of the batch. Say “copy” often.",
        "picture": "Double N, twice. Let the silence work: more columns, none of them shorter. Then the flat line.",
        "why": "Ten photocopies of the same book. It buys time and no memory; N is not in the formula.",
    },
    "sharding": {
        "question": "Let them say it as a fraction. Those who say “all of it” have understood the previous step.",
        "what": "Only the cut is new. Nobody keeps the whole; together they still have every number once.",
        "picture": "Follow one dashed line from top to bottom. Then all four stacks, and light up one GPU.",
        "why": "The constant has N under it now. This is the one idea of the hour; say it twice.",
    },
    "persistent-memory": {
        "question": "Ask for both halves of the answer: one GPU, and all of them together.",
        "what": "What stays, from the first step to the last. Stress “stays”: something else comes and goes in the next step.",
        "picture": "Tall grey column, short coloured ones. On the second figure let somebody read off where the line passes C.",
        "why": "Doubling the cluster halves the load. Say for whom that is the difference between training and not training.",
    },
    "all-gather": {
        "question": "Wait for somebody to object that a matrix in pieces cannot be multiplied. That is the point of this step.",
        "what": "Borrow, compute, discard. Do it with your hands while you say it.",
        "picture": "Step through the moments by hand and let the room call out what comes next: gather, compute, discard.",
        "why": "The bubble grows with the layer and not with the model, and no N shrinks it. It is small, and it never goes away.",
    },
    "limits": {
        "question": "Ask for a guess before the case is shown; whoever trusts the formula alone is about to be surprised.",
        "what": "Three things that the formula does not know. Take one case at a time and come back to the line C in each.",
        "picture": "Move one slider only, the one of this case, and read the number at the side before and after.",
        "why": "Say when each case bites in practice. One honest example of your own is worth more than a rule.",
    },
    "summary": {
        "words": "Say nothing new here. Let somebody else tell the story along the stages.",
        "picture": "Go through the stages slowly and forwards only. Stop at the bubble, and once more at the activations.",
    },
    "retelling": {
        "words": "Read it aloud, at an even pace; it takes about a minute with the room’s own numbers in it.",
        "picture": "Leave this up while people pack: it is the whole hour in one column.",
    },
    "self-check": {
        "question": "Let everybody write an answer before you press on. Thirty seconds are long enough.",
        "answer": "Ask who was right, and let one who was not say what they had forgotten.",
    },
}  # fmt: skip
INSTEAD = {"look": "picture", "answer": "question"}  # what stands in for a part that has no words of its own


def said(slug: str, kind: str) -> str:
    """What to say at a part of this kind; empty where there is nothing."""
    words = SAID[slug]
    return words.get(kind) or words.get(INSTEAD.get(kind, ""), "")
