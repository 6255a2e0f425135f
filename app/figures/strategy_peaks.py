"""Strategy peaks: what one GPU holds at its fullest under each strategy, side by side, with C as a line."""

from collections.abc import Sequence

from app.figures.account_parts import PARTS, parts_of
from app.figures.axes import places, scale
from app.figures.labels import label
from app.figures.picture import Picture, Table
from app.figures.style import columns, figure
from app.memory.account import Account
from app.memory.units import bytes_text, gpus, whole

SHORT = {"dp": "DP", "zero1": "ZeRO-1", "zero2": "ZeRO-2", "fsdp": "FSDP", "hsdp": "HSDP"}


def strategy_peaks(accounts: Sequence[Account], chosen: str, units: str) -> Picture:
    """One column for each account, which differ in their strategy alone; `chosen` is the strategy of the run."""
    stacks = [parts_of(account.peak.held) for account in accounts]
    names = [SHORT[account.plan.strategy.slug] for account in accounts]
    capacity, highest = accounts[0].plan.gpu_memory, max(parts.total for parts in stacks)
    height = scale(capacity, highest, units)
    return Picture(
        title="Every strategy at its peak",
        figure=figure(
            columns(list(enumerate(stacks)), units=units, names=names, roles=PARTS, tallest=highest),
            x=places(-0.6, len(accounts) - 0.4, range(len(accounts)), names),
            y=height.axis,
            shapes=height.shapes,
            notes=[
                *height.notes,
                *(
                    label(x, parts.total, bytes_text(parts.total, units), height, bold=accounts[x].plan.strategy.slug == chosen)
                    for x, parts in enumerate(stacks)
                ),
            ],
        ),
        sentence=_sentence(accounts, names, chosen, units),
        table=Table(
            ("Strategy", *(f"{role.name}, bytes" for role in PARTS), "Sum, bytes", "Peak at"),
            tuple(
                (_title(account), *(whole(getattr(parts, role.key)) for role in PARTS), whole(parts.total), account.peak.name)
                for account, parts in zip(accounts, stacks, strict=True)
            ),
        ),
    )


def _title(account: Account) -> str:
    strategy = account.plan.strategy
    return f"{strategy.title}, S = {account.plan.degree:,}" if strategy.groups else strategy.title


def _sentence(accounts: Sequence[Account], names: Sequence[str], chosen: str, units: str) -> str:
    peaks = [account.peak.total for account in accounts]
    fitting = [name for name, account in zip(names, accounts, strict=True) if account.peak.total <= account.plan.gpu_memory]
    least = names[peaks.index(min(peaks))]
    some = f"{', '.join(fitting)} {'fit' if len(fitting) > 1 else 'fits'}" if fitting else "none fits"
    fits = "all fit" if len(fitting) == len(names) else some
    each = ", ".join(f"{name} {bytes_text(peak, units)}" for name, peak in zip(names, peaks, strict=True))
    return (
        f"On {gpus(accounts[0].plan.gpus)}, at the peak: {each}. {least} needs least, and "
        f"{fits} {bytes_text(accounts[0].plan.gpu_memory, units)}. Yours is {SHORT[chosen]}."
    )
