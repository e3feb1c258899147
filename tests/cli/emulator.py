"""A terminal in memory, as far as a screen drawn in place needs one: what is on it, how it is marked, what has scrolled off.

It knows the orders that the program and libedit write, and fails at any other.
"""
import re
import unicodedata

ORDER = re.compile(r"\x1b(?:\[([?0-9;]*)([A-Za-z@])|([=>78M]))")


class Emulator:
    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.lines = [self.empty() for _ in range(rows)]
        self.row = self.column = 0
        self.style, self.colours = frozenset(), set()
        self.cleared, self.scrolled = False, 0  # lines that have left the screen at its top since it was cleared
        self.rest = ""

    def empty(self):
        return [(" ", frozenset())] * self.columns

    def resize(self, rows, columns):
        """What a terminal leaves of its content is for the program to draw again."""
        self.rows, self.columns = rows, columns
        self.lines = [self.empty() for _ in range(rows)]
        self.row, self.column = min(self.row, rows - 1), min(self.column, columns - 1)

    def feed(self, text):
        text = self.rest + text
        at = 0
        self.rest = ""
        while at < len(text):
            if text[at] != "\x1b":
                self.put(text[at])
                at += 1
                continue
            order = ORDER.match(text, at)
            if not order:
                assert len(text) - at < 16, repr(text[at:at + 16])
                self.rest = text[at:]
                return
            if order[2]:
                self.obey(order[1], order[2])
            at = order.end()

    def put(self, sign):
        if sign == "\n":
            self.line_feed()
        elif sign == "\r":
            self.column = 0
        elif sign == "\b":
            self.column = max(0, min(self.column, self.columns - 1) - 1)
        elif sign == "\a":
            pass
        elif unicodedata.combining(sign):
            before, style = self.lines[self.row][self.column - 1]
            self.lines[self.row][self.column - 1] = before + sign, style
        else:
            assert sign >= " ", repr(sign)
            width = 2 if unicodedata.east_asian_width(sign) in "WF" else 1
            if self.column + width > self.columns:  # automatic margins
                self.column = 0
                self.line_feed()
            self.lines[self.row][self.column] = sign, self.style
            if width == 2:
                self.lines[self.row][self.column + 1] = "", self.style
            self.column += width

    def line_feed(self):
        if self.row < self.rows - 1:
            self.row += 1
            return
        self.scrolled += self.cleared
        self.lines = [*self.lines[1:], self.empty()]

    def obey(self, numbers, order):
        assert "?" not in numbers, f"private mode {numbers}{order}"
        given = [int(number) if number else 0 for number in numbers.split(";")]
        many = given[0] or 1
        if order == "m":
            self.look(given)
        elif order in "Hf":
            self.row = min(many, self.rows) - 1
            self.column = min((given + [1])[1] or 1, self.columns) - 1
        elif order == "J":
            assert given[0] in (0, 2, 3), numbers
            if given[0] == 2:
                self.cleared, self.scrolled = True, 0
                self.lines = [self.empty() for _ in range(self.rows)]
            elif given[0] == 0:
                self.wipe(self.row, self.column, self.columns)
                for row in range(self.row + 1, self.rows):
                    self.wipe(row, 0, self.columns)
        elif order == "K":
            assert given[0] == 0, numbers
            self.wipe(self.row, min(self.column, self.columns), self.columns)
        elif order == "A":
            self.row = max(0, self.row - many)
        elif order == "B":
            self.row = min(self.rows - 1, self.row + many)
        elif order == "C":
            self.column = min(self.columns - 1, self.column + many)
        elif order == "D":
            self.column = max(0, self.column - many)
        elif order == "G":
            self.column = min(many, self.columns) - 1
        elif order == "P":
            line = self.lines[self.row]
            self.lines[self.row] = (line[:self.column] + line[self.column + many:] + self.empty())[:self.columns]
        elif order == "@":
            line = self.lines[self.row]
            self.lines[self.row] = (line[:self.column] + self.empty()[:many] + line[self.column:])[:self.columns]
        else:
            raise AssertionError(f"unknown order {numbers}{order}")

    def wipe(self, row, start, end):
        self.lines[row] = self.lines[row][:start] + [(" ", frozenset())] * (end - start) + self.lines[row][end:]

    def look(self, given):
        for number in given:
            if number == 0:
                self.style = frozenset()
            elif number == 27:
                self.style -= {"reverse"}
            elif number == 7:
                self.style |= {"reverse"}
            elif number in (1, 2, 4, 22, 24):
                pass
            else:
                self.colours.add(number)

    def text(self):
        return ["".join(sign for sign, _ in line).rstrip() for line in self.lines]

    def drawn(self):
        """The rows; under each with signs in reverse video one with ^ under these."""
        out = []
        for row, text in zip(self.lines, self.text()):
            out.append("|" + text)
            marks = "".join("^" if "reverse" in style else " " for _, style in row).rstrip()
            if marks:
                out.append(":" + marks)
        return out
