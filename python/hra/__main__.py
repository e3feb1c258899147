"""python -m hra: the program hra, which a wheel has beside this file; elsewhere the installed one."""
import os
import pathlib
import shutil
import sys


def main():
    own = pathlib.Path(__file__).parent / "hra"
    program = str(own) if own.exists() else shutil.which("hra")
    if program is None or os.path.samefile(program, sys.argv[0]):  # the script of the wheel would find itself
        sys.exit("python -m hra: the program hra is not installed; on Debian: apt install hra")
    os.execv(program, [program, *sys.argv[1:]])


if __name__ == "__main__":
    main()
