"""What the library answers, as Python's own lists and dicts."""
import json
from typing import Any


class Row(dict[str, Any]):
    """A dict whose entries can be named with a dot: row.value is row["value"]."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no entry {name!r}; there are {', '.join(map(str, self))}") from None

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self]

    def __reduce__(self) -> tuple[Any, ...]:
        return Row, (dict(self),)


def read(text: str) -> Any:
    """A text of JSON; its objects become rows."""
    return json.loads(text, object_hook=Row)
