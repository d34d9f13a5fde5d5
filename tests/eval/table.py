"""A table for a terminal and for an issue."""

from __future__ import annotations


def table(heads: "list[str]", rows: "list[list[str]]") -> str:
    """A table in Markdown whose columns also line up in a terminal; numbers to the right."""
    lines = [heads, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]

    def written(line: "list[str]") -> str:
        cells = [cell.ljust(width) if column == 0 else cell.rjust(width) for column, (cell, width) in enumerate(zip(line, widths))]
        return "| " + " | ".join(cells) + " |"

    rule = "|" + "|".join("-" * (width + 2) if column == 0 else "-" * (width + 1) + ":" for column, width in enumerate(widths)) + "|"
    return "\n".join([written(heads), rule, *(written(row) for row in rows)])
