"""The layout of ``hanlin COMMAND --help``."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand


class Command(TyperCommand):
    """A command whose help shows its arguments by the words that stand in their metavars, whatever Typer's release adds."""

    def collect_usage_pieces(self, ctx: Any) -> list[str]:
        """The words of the usage line after the command's name."""
        return [self.options_metavar or "", *(_word(each) for each in self.get_params(ctx) if _is_argument(each))]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the lists of arguments and options."""
        shown = [(each, each.get_help_record(ctx)) for each in self.get_params(ctx)]
        arguments = [(_word(each), record[1]) for each, record in shown if record and _is_argument(each)]
        options = [record for each, record in shown if record and not _is_argument(each)]
        for title, rows in (("Arguments", arguments), ("Options", options)):
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)


def _is_argument(parameter: Any) -> bool:
    return bool(parameter.param_type_name == "argument")


def _word(argument: Any) -> str:
    return str(argument.metavar or argument.name)
