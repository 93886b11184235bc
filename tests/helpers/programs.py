"""Programs that play by the JSON interface."""

import secrets


class Program:
    """A program with its own token."""

    def __init__(self, client, name=None, token=None):
        self.client = client
        if name is not None:
            answer = client.post("/api/guests", json={"name": name})
            assert answer.status_code == 201
            token = answer.json()["token"]
        self.headers = {} if token is None else {"authorization": f"Bearer {token}"}

    def get(self, path, **query):
        return self.client.get(path, params=query, headers=self.headers)

    def post(self, path, body=None):
        self.client.cookies.clear()
        return (
            self.client.post(path, json=body, headers=self.headers)
            if body is not None
            else self.client.post(path, headers=self.headers)
        )

    def set_up(self, *seats, **more):
        place = self.post("/api/tables", {"game": "lanterns", "players": len(seats), "seats": list(seats), **more})
        assert place.status_code == 201, place.text
        return place.json()

    def state(self, table, **query):
        return self.get(f"/api/tables/{table}", **query).json()

    def play(self, table, action, number=None, seat=None, client=None):
        state = self.state(table)
        command = {
            "seat": state["seat"] if seat is None else seat,
            "number": state["number"] if number is None else number,
            "client": client or secrets.token_hex(8),
            "action": action,
        }
        return self.post(f"/api/tables/{table}/play", command)


def problem(answer, status, said=""):
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    there = answer.json()
    assert there["status"] == status
    assert {"type", "title", "detail"} <= set(there)
    assert said in there["detail"], there["detail"]
    return there
