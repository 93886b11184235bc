"""Pages for people, one module for each part of the site."""

from hanlin.server.routes.web import (
    account,
    analysis,
    board_editor,
    book,
    chat,
    from_position,
    home,
    invitation,
    lessons,
    library,
    notifications,
    people,
    previews,
    profile,
    puzzles,
    table,
)

ROUTERS = [
    book.ROUTES,
    home.ROUTES,
    from_position.ROUTES,
    board_editor.ROUTES,
    lessons.ROUTES,
    previews.ROUTES,
    table.ROUTES,
    analysis.ROUTES,
    invitation.ROUTES,
    library.ROUTES,
    chat.ROUTES,
    account.ROUTES,
    profile.ROUTES,
    puzzles.ROUTES,
    people.ROUTES,
    notifications.ROUTES,
]
