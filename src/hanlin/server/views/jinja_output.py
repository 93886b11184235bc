"""How templates write: as Jinja does, with less ado about what pages have most of."""

from __future__ import annotations

from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from hanlin.core.lib.memo import memo
from hanlin.server.views.escaping import Ready


def written(what: Any) -> str:
    """What a template shows, as it stands in the page: what is HTML already as it is, all else escaped."""
    kind = type(what)
    return what if kind is Markup else what.text if kind is Ready else escape(what)


# Only texts of the house's own come here: they are few, and none of them is a secret.
escaped = memo(maxsize=4096)(escape)


class Writer(CodeGenerator):
    """Makes code of templates. What it does otherwise than Jinja's own leaves the pages as they are."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write(f"environment.{'escaped' if _is_text(node) else 'written'}(")

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """Functions that all templates share are called at once: none of them wants to know where."""
        called, spread = node.node, node.dyn_args or node.dyn_kwargs
        if forward_caller or spread or not isinstance(called, nodes.Name) or called.name not in self.environment.globals:
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.visit(called, frame)
        before = "("
        for given in (*node.args, *node.kwargs):
            self.write(before)
            self.visit(given, frame)
            before = ", "
        self.write("()" if before == "(" else ")")


def _is_text(node: nodes.Expr) -> bool:
    """Whether a template shows a text of its own there, in the asker's language: {{ _("Board") }}."""
    if not isinstance(node, nodes.Call) or not isinstance(node.node, nodes.Name) or node.node.name != "_":
        return False
    return len(node.args) == 1 and isinstance(node.args[0], nodes.Const)
