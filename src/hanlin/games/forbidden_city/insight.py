from hanlin.core.compiled import compiled


@compiled
def value(s, seat):
    return float(s.points[seat])
