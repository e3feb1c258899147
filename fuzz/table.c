/* Tables of checkers: the first byte says whether checksums are repaired, the rest is a file that takes the
 * place of one that was built. It is either refused in words, or everything in it can be looked up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "hra/solve.h"
#include "target.h"

enum { HEADER = 72, POSITIONS = 16, BYTES = 56, SUM = 64, BLOCK = 4096 };

/* A folder with all tables of two pieces; one of them is replaced again and again. */
static char folder[200], replaced[256];
static hra_game *game;

static void remove_folder(void) {
    static const char *const groups[] = {"m0k1", "m1k0"};
    char path[256];
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/checkers/%s-%s.ckt", folder, groups[i / 2], groups[i % 2]);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/checkers", folder);
    rmdir(path);
    rmdir(folder);
    hra_game_close(game);
}

static bool prepare(void) {
    const char *under = getenv("TMPDIR");
    hra_solve_setup setup = {.size = sizeof setup, .data = folder};
    hra_solution *solution;
    hra_error why = {0};
    if (game != NULL)
        return true;
    snprintf(folder, sizeof folder, "%.150s/hra-fuzz-XXXXXX", under == NULL ? "/tmp" : under);
    if (mkdtemp(folder) == NULL || hra_game_open(&game, NULL, "checkers:tablebase-pieces=2", &why) != 0 ||
        hra_solution_open(&solution, game, &setup, &why) != 0) {
        fprintf(stderr, "%s: %s\n", folder, why.text);
        exit(2);
    }
    hra_solution_close(solution);
    snprintf(replaced, sizeof replaced, "%s/checkers/m0k1-m0k1.ckt", folder);
    atexit(remove_folder);
    return true;
}

static uint64_t number_at(const uint8_t *bytes) {
    uint64_t number;
    memcpy(&number, bytes, sizeof number);
    return number;
}

static void put_number(uint8_t *bytes, uint64_t number) {
    memcpy(bytes, &number, sizeof number);
}

/* Makes checksums and length right, so that the code behind these checks is reached. */
static void mend(uint8_t *file, size_t size) {
    if (size < HEADER)
        return;
    uint64_t blocks = number_at(file + POSITIONS) / BLOCK + (number_at(file + POSITIONS) % BLOCK != 0);
    if (blocks > (size - HEADER) / 16)
        return;
    uint64_t from = HEADER + 16 * blocks;
    for (uint64_t i = 0; i < blocks; i++) {
        uint8_t *entry = file + HEADER + 16 * i;
        uint64_t end = i + 1 == blocks ? size : number_at(entry);
        if (end < from || end > size)
            return;
        put_number(entry, end);
        put_number(entry + 8, XXH3_64bits(file + from, end - from));
        from = end;
    }
    put_number(file + BYTES, size);
    put_number(file + SUM, XXH3_64bits_withSeed(file + HEADER, 16 * blocks, XXH3_64bits(file, SUM)));
}

static bool write_file(const uint8_t *bytes, size_t size) {
    unlink(replaced); /* not overwritten: a file that is mapped must not change */
    FILE *file = fopen(replaced, "wb");
    if (file == NULL)
        return false;
    bool whole = fwrite(bytes, 1, size, file) == size;
    return fclose(file) == 0 && whole;
}

/* A king against a king, on all squares: the answers are consistent, whatever the file holds. */
static void ask(const hra_solution *solution, void *state) {
    for (int i = 0; i < 2 * 32 * 32; i++) {
        char text[32];
        double value[HRA_MAX_SEATS];
        snprintf(text, sizeof text, "%c:WK%d:BK%d", i & 1 ? 'B' : 'W', i / 2 % 32 + 1, i / 64 + 1);
        if (hra_game_read_position(game, text, state, NULL) != 0 ||
            hra_solution_value(solution, state, value) != 0)
            continue;
        int mover = i & 1 ? 0 : 1, distance = hra_solution_distance(solution, state);
        fuzz_expect(value[0] == -value[1], "the values of both sides cancel", text);
        fuzz_expect(value[0] == 0 || value[0] == 1 || value[0] == -1, "a value is won, drawn or lost", text);
        fuzz_expect((distance < 0) == (value[0] == 0), "there is a distance where somebody wins", text);
        fuzz_expect(distance < 0 || (distance % 2 == 1) == (value[mover] > 0), "the winner moves last", text);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    void *state = prepare() ? malloc(game->state_size) : NULL;
    uint8_t *file = malloc(size + 1);
    if (state != NULL && file != NULL && size > 0) {
        hra_solve_setup setup = {.size = sizeof setup, .data = folder};
        hra_solution *solution;
        hra_error why;
        memcpy(file, data + 1, size - 1);
        if (data[0] & 1)
            mend(file, size - 1);
        hra_err err = write_file(file, size - 1) ? hra_solution_open(&solution, game, &setup, &why) : 1;
        if (err < 0) {
            fuzz_expect_words(err, &why, size);
        } else if (err == 0) {
            ask(solution, state);
            hra_solution_close(solution);
        }
    }
    free(state);
    free(file);
    return 0;
}
