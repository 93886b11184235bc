"""Notifications by mail, web push and WebSocket."""
