#!/usr/bin/env python3
"""Reads the headers of what was built: guards on the stack, checked functions of the C library, and tables of
addresses that nothing writes to once the program has begun.

    tests/hardened.py FILE...

Exit status: 0 all is well, 1 something is not.
"""

import struct
import sys

PT_DYNAMIC, PT_GNU_RELRO, PT_INTERP, PT_GNU_STACK = 2, 0x6474E552, 3, 0x6474E551
DT_STRTAB, DT_SYMTAB, DT_STRSZ, DT_BIND_NOW, DT_FLAGS, DT_FLAGS_1 = 5, 6, 10, 24, 30, 0x6FFFFFFB
DF_BIND_NOW, DF_1_NOW, PF_X = 8, 1, 1


class Elf:
    """As much of a 64-bit ELF file (System V ABI) as is asked here."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        assert self.bytes[:5] == b"\x7fELF\2", f"{path} is no 64-bit ELF file"
        self.order = "<" if self.bytes[5] == 1 else ">"
        table, = self.read("Q", 32)
        size, count = self.read("HH", 54)
        # p_type, p_flags, p_offset, p_vaddr, p_paddr, p_filesz
        self.segments = [self.read("IIQQQQ", table + i * size) for i in range(count)]
        self.dynamic = dict(self.entries())

    def read(self, form, at):
        return struct.unpack_from(self.order + form, self.bytes, at)

    def segment(self, kind):
        return next((s for s in self.segments if s[0] == kind), None)

    def entries(self):
        found = self.segment(PT_DYNAMIC)
        assert found, "nothing dynamic in it"
        for at in range(found[2], found[2] + found[5], 16):
            yield self.read("QQ", at)

    def place(self, address):
        """Where in the file an address lies."""
        return next(address - s[3] + s[2] for s in self.segments if s[0] == 1 and s[3] <= address < s[3] + s[5])

    def wanted(self):
        """Names of the dynamic symbols; the table of symbols ends where the names begin."""
        symbols, names = self.place(self.dynamic[DT_SYMTAB]), self.place(self.dynamic[DT_STRTAB])
        for at in range(symbols, names, 24):
            name, = self.read("I", at)
            end = self.bytes.index(b"\0", names + name)
            yield self.bytes[names + name:end].decode()


def faults(path):
    elf = Elf(path)
    names = set(elf.wanted())
    if not any(name.startswith("__stack_chk_fail") for name in names):
        yield "no guard on the stack (-fstack-protector-strong)"
    if not any(name.startswith("__") and name.endswith("_chk") for name in names):
        yield "no checked function (_FORTIFY_SOURCE)"
    if not elf.segment(PT_GNU_RELRO):
        yield "no RELRO"
    now = DT_BIND_NOW in elf.dynamic or elf.dynamic.get(DT_FLAGS, 0) & DF_BIND_NOW or \
        elf.dynamic.get(DT_FLAGS_1, 0) & DF_1_NOW
    if not now:
        yield "no BIND_NOW"
    stack = elf.segment(PT_GNU_STACK)
    if not stack or stack[1] & PF_X:
        yield "its stack can be executed"


def main():
    found = [f"{path}: {fault}" for path in sys.argv[1:] for fault in faults(path)]
    print("\n".join(found) or f"{len(sys.argv) - 1} files are hardened")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
