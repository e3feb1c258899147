/* Runs a fuzz target on files, for compilers without libFuzzer and as an ordinary test.
 *
 *     TARGET [--mutate N] FILE|FOLDER...
 *
 * Each file is run as it is, cut off at every length, and N times (by default 0) with some bytes changed at
 * random, the same ones in every run. Exit status: 0 done, 2 wrong use or a file
 * that cannot be read; a broken promise aborts. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"

enum { LARGEST = 1 << 20, EVERY_CUT = 512 };

static size_t runs;

/* Each input gets memory of exactly its size, so that a sanitizer sees an access past its end. */
static void run(const uint8_t *data, size_t size) {
    uint8_t *copy = malloc(size > 0 ? size : 1);
    if (copy == NULL)
        exit(2);
    memcpy(copy, data, size);
    LLVMFuzzerTestOneInput(copy, size);
    free(copy);
    runs++;
}

static void mutate(const uint8_t *data, size_t size, long times) {
    static const char tricky[] = "\0\n :=,()\"*/-+.09aZ\x80\xff";
    uint8_t *copy = malloc(size + 8);
    hra_rng rng;
    if (copy == NULL)
        exit(2);
    hra_rng_init(&rng, hra_hash(data, size));
    for (; times > 0; times--) {
        size_t length = size;
        memcpy(copy, data, size);
        for (uint32_t n = hra_rng_below(&rng, 4) + 1; n > 0 && length > 0; n--) {
            size_t at = hra_rng_below(&rng, (uint32_t)length);
            uint8_t byte = (uint8_t)tricky[hra_rng_below(&rng, sizeof tricky)];
            switch (hra_rng_below(&rng, 4)) {
            case 0:
                copy[at] = byte;
                break;
            case 1:
                copy[at] ^= (uint8_t)(1 << hra_rng_below(&rng, 8));
                break;
            case 2: /* one more byte, or one less */
                memmove(copy + at + 1, copy + at, length - at);
                copy[at] = byte;
                length++;
                break;
            default:
                memmove(copy + at, copy + at + 1, length - at - 1);
                length--;
            }
        }
        run(copy, length);
    }
    free(copy);
}

static int run_file(const char *path, long times) {
    static uint8_t data[LARGEST];
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 2;
    }
    size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    run(data, size);
    for (size_t cut = 0; cut < size; cut += 1 + size / EVERY_CUT)
        run(data, cut);
    mutate(data, size, times);
    return 0;
}

static int run_folder(const char *path, DIR *folder, long times) {
    int status = 0;
    hra_text name;
    hra_text_init(&name);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] != '.') {
            hra_text_clear(&name);
            hra_text_addf(&name, "%s/%s", path, entry->d_name);
            status |= run_file(hra_text_string(&name), times);
        }
    }
    hra_text_release(&name);
    return status;
}

int main(int argc, char **argv) {
    int status = 0, first = 1;
    long times = 0;
    if (argc > 2 && strcmp(argv[1], "--mutate") == 0) {
        times = strtol(argv[2], NULL, 10);
        first = 3;
    }
    for (int i = first; i < argc; i++) {
        DIR *folder = opendir(argv[i]);
        status |= folder == NULL ? run_file(argv[i], times) : run_folder(argv[i], folder, times);
        if (folder != NULL)
            closedir(folder);
    }
    if (runs == 0) {
        fprintf(stderr, "%s: no files to run\n", argv[0]);
        status = 2;
    } else {
        printf("%zu inputs, no promise broken\n", runs);
    }
    return status;
}
