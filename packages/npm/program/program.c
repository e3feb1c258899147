/* The program hra in Node (packages/npm): what stands for the system, and for parts that need processes,
 * sockets or databases. packages/npm/hra/system.js is the other side of the imports. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "commands/commands.h"
#include "queue/database.h"
#include "serve/http.h"
#include "serve/page_files.h"
#include "speech/keys.h"
#include "speech/print.h"

#define import(name) __attribute__((import_module("hra"), import_name(name)))

import("raw") int host_raw(int on); /* keys come at once; negative: they cannot */
import("window") int host_window(struct winsize *size);
import("byte") int host_byte(double seconds); /* of the terminal; 0: none came, -1: the input has ended */

/* ---- parts that are left out ----------------------------------------------------------------*/

const page_file page_files[] = {{0}};
const int page_file_count = 0;

const char *http_library(void) {
    return NULL;
}

static int run_none(const args *a) {
    (void)a;
    print_note("hra of npm does not have this command.");
    return 2;
}

const args_command command_serve = {
    .name = "serve", .summary = "let browsers of this machine play: hra serve [--port N]", .run = run_none};
const args_command command_session = {
    .name = "session", .summary = "not in hra of npm", .rare = true, .run = run_none};
const args_command command_engine = {
    .name = "engine", .summary = "not in hra of npm", .rare = true, .run = run_none};
const args_command command_index = {
    .name = "index", .summary = "not in hra of npm", .rare = true, .run = run_none};

const args_command *command_protocol(int index, bool old) {
    (void)index;
    (void)old;
    return NULL;
}

const args_command *command_engine_of(const char *name) {
    (void)name;
    return NULL;
}

static bool knows_file(const char *name) {
    (void)name;
    return true;
}

static hra_err open_none(database **out, const char *name, bool make, hra_error *why) {
    (void)out;
    (void)name;
    (void)make;
    return hra_fail(why, HRA_EIO, -1, "hra of npm has no SQLite, so it cannot store runs");
}

const database_driver database_sqlite = {.knows = knows_file, .open = open_none};

/* ---- keys -----------------------------------------------------------------------------------*/

bool keys_open(void) {
    if (host_raw(1) != 0)
        return false;
    print_other_screen(true);
    return true;
}

void keys_close(void) {
    print_other_screen(false);
    host_raw(0);
}

/* What immediately follows an escape belongs to it. */
static int read_sequence(void) {
    static const double at_once = 0.02; /* seconds */
    int c = host_byte(at_once);
    if (c != '[' && c != 'O')
        return c == KEY_END ? KEY_END : KEY_NONE;
    do
        c = host_byte(at_once);
    while ((c >= '0' && c <= '9') || c == ';');
    return c == 'A' ? KEY_UP : c == 'B' ? KEY_DOWN : c == 'C' ? KEY_RIGHT : c == 'D' ? KEY_LEFT : KEY_NONE;
}

int keys_read(double seconds) {
    enum { CTRL_C = 3, CTRL_D = 4 };
    int c = host_byte(seconds);
    if (c == CTRL_C || c == CTRL_D)
        return KEY_END;
    return c == '\033' ? read_sequence() : c;
}

/* A read of the host ends with Ctrl-C. */
bool keys_line(void) {
    return true;
}

/* ---- the system -----------------------------------------------------------------------------*/

/* The one folder that is open is "/": wasi-libc would take "." for the same. So it learns where it is. */
__attribute__((constructor)) static void begin(void) {
    const char *folder = getenv("HRA_FOLDER");
    if (folder)
        (void)chdir(folder);
}

int ioctl(int file, int order, struct winsize *size) {
    (void)file;
    (void)order;
    return host_window(size);
}

int statvfs(const char *path, struct statvfs *out) { /* WASI does not know it */
    (void)path;
    (void)out;
    errno = ENOSYS;
    return -1;
}

int mkstemp(char *path) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz012345";
    enum { RANDOM = 6, TRIES = 100 };
    unsigned char random[RANDOM];
    char *end = path + strlen(path) - RANDOM;
    for (int i = 0; i < TRIES; i++) {
        if (getentropy(random, sizeof random) != 0)
            return -1;
        for (int at = 0; at < RANDOM; at++)
            end[at] = letters[random[at] % (sizeof letters - 1)];
        int file = open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

int fchmod(int descriptor, mode_t mode) {
    (void)descriptor;
    (void)mode;
    return 0;
}

int flock(int descriptor, int operation) {
    (void)descriptor;
    (void)operation;
    return 0;
}

/* A copy: what is written into it stays in memory, as with MAP_PRIVATE. */
void *mmap(void *address, size_t size, int protection, int flags, int descriptor, off_t offset) {
    (void)address;
    (void)protection;
    (void)flags;
    char *to = calloc(1, size ? size : 1);
    size_t all = 0;
    ssize_t got = 1;
    while (to && descriptor >= 0 && all < size && got > 0) {
        got = pread(descriptor, to + all, size - all, offset + (off_t)all);
        all += got > 0 ? (size_t)got : 0;
    }
    return to ? to : MAP_FAILED;
}

int munmap(void *address, size_t size) {
    (void)size;
    free(address);
    return 0;
}

ssize_t getrandom(void *bytes, size_t size, unsigned flags) {
    (void)flags;
    return getentropy(bytes, size) == 0 ? (ssize_t)size : (ssize_t)-1;
}

char *realpath(const char *path, char *out) {
    return out ? strcpy(out, path) : strdup(path);
}

uid_t geteuid(void) {
    return 1; /* anybody but root */
}

uid_t getuid(void) {
    return geteuid();
}

int getpid(void) {
    return 1;
}

int kill(int process, int number) {
    (void)process;
    (void)number;
    errno = ESRCH;
    return -1;
}

int gethostname(char *out, size_t size) {
    strncpy(out, "localhost", size);
    return 0;
}
