// What hra.wasm asks of a system, by Node's fs: WASI's calls (github.com/WebAssembly/WASI, preview 1), and those of
// packages/npm/program/program.c. node:wasi is not used: it is experimental, and crashed at the end of programs.
import * as fs from "node:fs";
import { isatty } from "node:tty";
import { join } from "node:path";
import { webcrypto } from "node:crypto";

const { O_APPEND = 0, O_CREAT, O_DIRECTORY = 0, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_RDWR, O_TRUNC, O_WRONLY } = fs.constants;
const ERRNO = { EACCES: 2, EAGAIN: 6, EBADF: 8, EEXIST: 20, EINVAL: 28, EIO: 29, EISDIR: 31, ELOOP: 32, EMFILE: 33, ENOENT: 44, ENOSPC: 51, ENOSYS: 52, ENOTDIR: 54, ENOTEMPTY: 55, EPERM: 63, EPIPE: 64, EROFS: 69 };
const [CHARACTERS, FOLDER, FILE, LINK] = [2, 3, 4, 7];
const RIGHTS = 0x1fffffffn;
const SEEK_TELL = 0x24n;
const [CAN_READ, CAN_WRITE] = [2n, 64n];

/** The end of the program, with its status. */
export class Exit extends Error {
  constructor(status) {
    super(`exit ${status}`);
    this.status = status;
  }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4));
const sleep = (ms) => ms > 0 && Atomics.wait(sleeper, 0, 0, ms);

function failed(name) {
  throw Object.assign(new Error(name), { code: name });
}

/** The imports of the module. `memory` is set when it is there. */
export class System {
  memory = null;
  files = new Map([
    [0, { fd: 0 }],
    [1, { fd: 1 }],
    [2, { fd: 2 }],
    [3, { folder: process.platform === "win32" ? "" : "/", name: "/" }],
  ]);
  next = 4;

  constructor(args, env, packaged) {
    this.args = args;
    this.env = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    this.packaged = packaged;
  }

  // ---- memory --------------------------------------------------------------------------------

  get view() {
    return new DataView(this.memory.buffer);
  }

  bytes(at, length) {
    return new Uint8Array(this.memory.buffer, at, length);
  }

  text(at, length) {
    return Buffer.from(this.bytes(at, length)).toString("utf8");
  }

  zeroed(at) {
    const all = new Uint8Array(this.memory.buffer);
    return this.text(at, all.indexOf(0, at) - at);
  }

  put64(at, number) {
    this.view.setBigUint64(at, BigInt(number), true);
  }

  put32(at, number) {
    this.view.setUint32(at, Number(number), true);
  }

  parts(at, count) {
    return Array.from({ length: count }, (_, i) => this.bytes(this.view.getUint32(at + 8 * i, true), this.view.getUint32(at + 8 * i + 4, true)));
  }

  strings(list, pointers, buffer) {
    for (const one of list) {
      const bytes = Buffer.from(`${one}\0`);
      this.put32(pointers, buffer);
      this.bytes(buffer, bytes.length).set(bytes);
      pointers += 4;
      buffer += bytes.length;
    }
  }

  sizes(list, count, size) {
    this.put32(count, list.length);
    this.put32(size, list.reduce((sum, one) => sum + Buffer.byteLength(one) + 1, 0));
  }

  // ---- files ---------------------------------------------------------------------------------

  file(number) {
    return this.files.get(number) ?? failed("EBADF");
  }

  open(number) {
    const file = this.file(number);
    return file.fd === undefined ? failed("EISDIR") : file;
  }

  path(number, at, length) {
    const { folder } = this.file(number);
    const text = this.text(at, length);
    return folder === undefined ? failed("ENOTDIR") : folder === "" ? text || "/" : join(folder, text);
  }

  putStat(at, stat) {
    this.bytes(at, 64).fill(0);
    this.put64(at, stat.dev & 0xffffffffffffffffn);
    this.put64(at + 8, stat.ino & 0xffffffffffffffffn);
    this.view.setUint8(at + 16, stat.isDirectory() ? FOLDER : stat.isFile() ? FILE : stat.isSymbolicLink() ? LINK : CHARACTERS);
    this.put64(at + 24, stat.nlink);
    this.put64(at + 32, stat.size);
    for (const [i, time] of [stat.atimeNs, stat.mtimeNs, stat.ctimeNs].entries()) this.put64(at + 40 + 8 * i, time);
  }

  /** Waits for input where there is none yet, as with a pipe that does not block. */
  read(fd, part, at) {
    for (;;) {
      try {
        return fs.readSync(fd, part, 0, part.length, at);
      } catch (why) {
        if (why.code === "EOF") return 0;
        if (why.code !== "EAGAIN" || fd !== 0) throw why;
        sleep(10);
      }
    }
  }

  write(fd, part, at) {
    for (let done = 0; done < part.length; ) {
      try {
        done += fs.writeSync(fd, part, done, part.length - done, at === null ? null : at + done);
      } catch (why) {
        if (why.code !== "EAGAIN") throw why;
        sleep(1);
      }
    }
    return part.length;
  }

  readParts(number, at, count, out, from) {
    const file = this.open(number);
    let all = 0;
    for (const part of this.parts(at, count)) {
      const place = from ?? file.at;
      const got = this.read(file.fd, part, place === undefined ? null : place + (from === null ? 0 : all));
      if (from === null && file.at !== undefined) file.at += got;
      all += got;
      if (got < part.length) break;
    }
    this.put32(out, all);
  }

  writeParts(number, at, count, out, from) {
    const file = this.open(number);
    let all = 0;
    for (const part of this.parts(at, count)) {
      if (file.append) this.write(file.fd, part, null);
      else this.write(file.fd, part, file.at === undefined ? null : (from ?? file.at) + (from === null ? 0 : all));
      if (from === null && file.at !== undefined) file.at += part.length;
      all += part.length;
    }
    this.put32(out, all);
  }

  calls() {
    return {
      args_sizes_get: (count, size) => this.sizes(this.args, count, size),
      args_get: (pointers, buffer) => this.strings(this.args, pointers, buffer),
      environ_sizes_get: (count, size) => this.sizes(this.env, count, size),
      environ_get: (pointers, buffer) => this.strings(this.env, pointers, buffer),
      clock_time_get: (clock, _, out) => this.put64(out, clock === 0 ? BigInt(Date.now()) * 1000000n : process.hrtime.bigint()),
      clock_res_get: (_, out) => this.put64(out, 1000),
      random_get: (at, length) => void webcrypto.getRandomValues(this.bytes(at, length)),
      sched_yield: () => {},
      proc_exit: (status) => {
        throw new Exit(status);
      },
      fd_prestat_get: (number, out) => {
        const { name } = this.file(number);
        if (name === undefined) failed("EBADF");
        this.put32(out, 0);
        this.put32(out + 4, name.length);
      },
      fd_prestat_dir_name: (number, at, length) => this.bytes(at, length).set(Buffer.from(this.file(number).name)),
      fd_close: (number) => {
        const { fd } = this.file(number);
        this.files.delete(number);
        if (fd > 2) fs.closeSync(fd);
      },
      fd_read: (number, at, count, out) => this.readParts(number, at, count, out, null),
      fd_pread: (number, at, count, from, out) => this.readParts(number, at, count, out, Number(from)),
      fd_write: (number, at, count, out) => this.writeParts(number, at, count, out, null),
      fd_pwrite: (number, at, count, from, out) => this.writeParts(number, at, count, out, Number(from)),
      fd_seek: (number, by, whence, out) => {
        const file = this.open(number);
        if (file.at === undefined) return 70; // ESPIPE
        file.at = Number(by) + (whence === 0 ? 0 : whence === 1 ? file.at : fs.fstatSync(file.fd).size);
        this.put64(out, file.at);
      },
      fd_tell: (number, out) => this.put64(out, this.open(number).at ?? 0),
      fd_sync: (number) => this.sync(number),
      fd_datasync: (number) => this.sync(number),
      fd_advise: () => {},
      fd_allocate: () => {},
      fd_fdstat_get: (number, out) => {
        const file = this.file(number);
        const isTerminal = file.fd !== undefined && file.at === undefined && isatty(file.fd);
        this.bytes(out, 24).fill(0);
        this.view.setUint8(out, file.fd === undefined ? FOLDER : isTerminal ? CHARACTERS : FILE);
        this.put64(out + 8, isTerminal ? RIGHTS & ~SEEK_TELL : RIGHTS);
        this.put64(out + 16, RIGHTS);
      },
      fd_fdstat_set_flags: () => {},
      fd_filestat_get: (number, out) => {
        const file = this.file(number);
        this.putStat(out, file.fd === undefined ? fs.statSync(file.folder || "/", { bigint: true }) : fs.fstatSync(file.fd, { bigint: true }));
      },
      fd_filestat_set_size: (number, size) => fs.ftruncateSync(this.open(number).fd, Number(size)),
      fd_filestat_set_times: () => {},
      fd_renumber: (from, to) => {
        this.files.set(to, this.file(from));
        this.files.delete(from);
      },
      fd_readdir: (number, at, length, cookie, out) => {
        const { folder } = this.file(number);
        const entries = fs.readdirSync(folder || "/", { withFileTypes: true });
        let done = 0;
        for (let i = Number(cookie); i < entries.length && done < length; i++) {
          const name = Buffer.from(entries[i].name);
          const entry = Buffer.alloc(24 + name.length);
          entry.writeBigUInt64LE(BigInt(i + 1), 0);
          entry.writeUInt32LE(name.length, 16);
          entry[20] = entries[i].isDirectory() ? FOLDER : entries[i].isFile() ? FILE : entries[i].isSymbolicLink() ? LINK : 0;
          entry.set(name, 24);
          const part = entry.subarray(0, length - done);
          this.bytes(at + done, part.length).set(part);
          done += part.length;
        }
        this.put32(out, done);
      },
      path_open: (number, follow, at, length, how, rights, _, flags, out) => {
        const path = this.path(number, at, length);
        if (how & 2 || (fs.existsSync(path) && fs.statSync(path).isDirectory())) {
          if (how & 5) failed(how & 4 ? "EEXIST" : "EISDIR");
          if (!fs.statSync(path).isDirectory()) failed("ENOTDIR");
          this.files.set(this.next, { folder: path });
        } else {
          const writes = (rights & CAN_WRITE) !== 0n;
          const mode = writes ? ((rights & CAN_READ) !== 0n ? O_RDWR : O_WRONLY) : O_RDONLY;
          const fd = fs.openSync(path, mode | (how & 1 && O_CREAT) | (how & 4 && O_EXCL) | (how & 8 && O_TRUNC) | (flags & 1 && O_APPEND) | (follow & 1 ? 0 : O_NOFOLLOW), 0o666);
          this.files.set(this.next, { fd, append: (flags & 1) !== 0, ...(fs.fstatSync(fd).isFile() && { at: 0 }) });
        }
        this.put32(out, this.next++);
      },
      path_create_directory: (number, at, length) => fs.mkdirSync(this.path(number, at, length)),
      path_remove_directory: (number, at, length) => fs.rmdirSync(this.path(number, at, length)),
      path_unlink_file: (number, at, length) => fs.unlinkSync(this.path(number, at, length)),
      path_rename: (from, at, length, to, toAt, toLength) => fs.renameSync(this.path(from, at, length), this.path(to, toAt, toLength)),
      path_filestat_get: (number, follow, at, length, out) => {
        const path = this.path(number, at, length);
        this.putStat(out, follow & 1 ? fs.statSync(path, { bigint: true }) : fs.lstatSync(path, { bigint: true }));
      },
      path_filestat_set_times: () => {},
      /** /proc/self/exe is the one link that hra reads: its translations are beside it. */
      path_readlink: (_, at, length, to, capacity, out) => {
        if (this.text(at, length) !== "proc/self/exe") failed("EINVAL");
        const name = Buffer.from(decodeURIComponent(new URL("hra.wasm", this.packaged).pathname)).subarray(0, capacity);
        this.bytes(to, name.length).set(name);
        this.put32(out, name.length);
      },
      path_link: (from, _, at, length, to, toAt, toLength) => fs.linkSync(this.path(from, at, length), this.path(to, toAt, toLength)),
      /** Sleeps for the first clock; files are always said to be ready: a read waits. */
      poll_oneoff: (at, out, count, result) => {
        const of = Array.from({ length: count }, (_, i) => at + 48 * i);
        const ready = of.filter((one) => this.view.getUint8(one + 8) !== 0);
        if (ready.length === 0) {
          const [first] = of;
          const until = this.view.getBigUint64(first + 24, true);
          const now = this.view.getUint32(first + 16, true) === 0 ? BigInt(Date.now()) * 1000000n : process.hrtime.bigint();
          sleep(Number(this.view.getUint16(first + 40, true) & 1 ? until - now : until) / 1e6);
        }
        const told = ready.length > 0 ? ready : of.slice(0, 1);
        for (const [i, one] of told.entries()) {
          this.bytes(out + 32 * i, 32).fill(0);
          this.put64(out + 32 * i, this.view.getBigUint64(one, true));
          this.view.setUint8(out + 32 * i + 10, this.view.getUint8(one + 8));
          this.put64(out + 32 * i + 16, 1);
        }
        this.put32(result, told.length);
      },
    };
  }

  sync(number) {
    const { fd } = this.file(number);
    if (fd > 2) fs.fsyncSync(fd);
  }

  // ---- the terminal, and files of the package ------------------------------------------------

  keys = null;

  program() {
    return {
      window: (out) => {
        const { columns, rows } = process.stdout;
        if (!columns) return -1;
        this.view.setUint16(out, rows, true);
        this.view.setUint16(out + 2, columns, true);
        return 0;
      },
      raw: (on) => {
        try {
          if (on) {
            if (!process.stdin.isTTY || process.platform === "win32") return -1;
            process.stdin.setRawMode(true);
            this.keys = fs.openSync("/dev/tty", O_RDONLY | O_NONBLOCK);
          } else {
            fs.closeSync(this.keys);
            process.stdin.setRawMode(false);
          }
          return 0;
        } catch {
          return -1;
        }
      },
      byte: (seconds) => {
        const byte = new Uint8Array(1);
        for (const end = Date.now() + 1000 * seconds; ; sleep(5)) {
          try {
            return fs.readSync(this.keys, byte, 0, 1, null) === 1 ? byte[0] : -1;
          } catch (why) {
            if (why.code !== "EAGAIN") return -1;
          }
          if (Date.now() >= end) return 0;
        }
      },
      file: (name, at, length) => {
        const bytes = fs.readFileSync(new URL(this.zeroed(name), this.packaged));
        if (bytes.length !== length) return 0;
        this.bytes(at, length).set(bytes);
        return 1;
      },
      event: () => {},
      changed: () => {},
      found: () => {},
      done: () => {},
    };
  }

  imports() {
    const wasi = this.calls();
    for (const [name, call] of Object.entries(wasi))
      if (name !== "proc_exit")
        wasi[name] = (...all) => {
          try {
            return call(...all) ?? 0;
          } catch (why) {
            if (why.code === undefined) throw why;
            return ERRNO[why.code] ?? ERRNO.EIO;
          }
        };
    const missing = new Proxy(wasi, { get: (all, name) => all[name] ?? (() => ERRNO.ENOSYS) });
    return { wasi_snapshot_preview1: missing, hra: this.program() };
  }
}
