#!/usr/bin/env python3
"""Gives a wheel the manylinux tag that its symbols allow, and the licences of the libraries in it.

    wheel_tag.py WHEEL SECONDS        is replaced by hra-VERSION-cp311-abi3-manylinux_2_N_x86_64.whl, whose files are all of SECONDS

The tag names the oldest glibc that has all symbols: the newest GLIBC_2.N that a file of the wheel asks for (objdump -T).
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import zipfile

# What is linked into the program or the module, or comes along.
LICENCES = {name: f"/usr/share/doc/{package}/copyright" for name, package in (
    ("libevent", "libevent-dev"), ("sqlite3", "libsqlite3-dev"), ("xxhash", "libxxhash-dev"), ("zlib", "zlib1g-dev"), ("zstd", "libzstd-dev"))}


def newest_glibc(files):
    newest = 0
    for name, data in files.items():
        if not data.startswith(b"\x7fELF"):
            continue
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            symbols = subprocess.run(["objdump", "-T", file.name], capture_output=True, text=True, check=True).stdout
        newest = max([newest, *(int(minor) for minor in re.findall(r"GLIBC_2\.(\d+)", symbols))])
    return newest


def record(files, name):
    """RECORD of the wheel format: each file, its hash, its length."""
    lines = []
    for path, data in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{path},sha256={digest},{len(data)}\n")
    return "".join([*lines, f"{name},,\n"]).encode()


def main(path, seconds):
    with zipfile.ZipFile(path) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist() if not name.endswith("/")}
        modes = {one.filename: one.external_attr for one in wheel.infolist()}
    info = next(name for name in files if name.endswith(".dist-info/WHEEL")).rsplit("/", 1)[0]
    tag = re.search(rb"(?m)^Tag: (.*)$", files[f"{info}/WHEEL"]).group(1).decode()
    new = re.sub(r"-linux_", f"-manylinux_2_{newest_glibc(files)}_", tag)
    files[f"{info}/WHEEL"] = files[f"{info}/WHEEL"].replace(tag.encode(), new.encode())
    for name, place in LICENCES.items():
        files[f"{info}/licenses/{name}.txt"] = pathlib.Path(place).read_bytes()
    del files[f"{info}/RECORD"]
    files[f"{info}/RECORD"] = record(files, f"{info}/RECORD")
    out = os.path.join(os.path.dirname(path), os.path.basename(path).replace(tag, new))
    os.remove(path)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(seconds)[:6])
            entry.external_attr = modes.get(name, 0o100644 << 16)
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, data, compresslevel=9)
    print(out)


main(sys.argv[1], int(sys.argv[2]))
