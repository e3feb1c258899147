/* How fast games of a file are found and read.
 *
 *     bench/game_stream.py build/hra 20000 --write > games.pdn
 *     build/bench/bench-game-files games.pdn
 *
 * Processor time of one core, the best of five runs: `split` alone, which finds where games begin and end; then all of
 * it: tags, moves that are found among the legal ones and made, results, records. The goals are 50 MB/s and 1 million
 * plies/s. Status 1: a game is damaged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "hra/hra.h"

enum { TIMES = 5, FRONT = 1 << 14 };

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* The format that the beginning of a text looks like most. */
static const hra_format *format_of(const char *text, size_t length) {
    const hra_format *best = NULL;
    const hra_rules *rules;
    int most = 0;
    for (int game = 0; (rules = hra_registry_game(NULL, game)) != NULL; game++)
        for (const hra_format *f = hra_rules_offers(rules)->formats; f && f->name; f++) {
            int likely = f->looks && f->split ? f->looks(text, length < FRONT ? length : FRONT) : 0;
            best = likely > most ? f : best;
            most = likely > most ? likely : most;
        }
    return best;
}

static uint64_t split_all(const hra_format *format, const hra_text *file) {
    uint64_t games = 0;
    for (size_t at = 0, n; at < file->length; at += n, games++) {
        n = format->split(file->data + at, file->length - at, true);
        n = n ? n : file->length - at;
    }
    return games;
}

typedef struct counts {
    uint64_t games, plies, damaged;
} counts;

static counts read_all(const hra_text *file) {
    const hra_game_file_setup setup = {
        .size = sizeof setup, .text = hra_text_string(file), .length = file->length};
    const hra_game_found *found;
    hra_game_file *games;
    hra_error why;
    counts c = {0};
    if (hra_game_file_open(&games, &setup, &why) != 0) {
        fprintf(stderr, "%s\n", why.text);
        exit(2);
    }
    while (hra_game_file_next(games, &found, &why) == 0 && found) {
        c.games++;
        c.plies += found->record ? (uint64_t)hra_record_info(found->record)->plies : 0;
        c.damaged += !found->record;
        for (int i = 0; i < found->fault_count; i++)
            c.damaged += !found->faults[i].remark;
    }
    hra_game_file_close(games);
    return c;
}

static void read_file(const char *path, hra_text *file) {
    hra_error why;
    hra_input *input;
    hra_text_init(file);
    hra_err err = hra_input_open(&input, path, NULL, &why);
    if (!err)
        err = hra_input_read_all(input, (size_t)1 << 30, file, &why);
    if (err) {
        fprintf(stderr, "%s\n", why.text);
        exit(2);
    }
    hra_input_close(input);
}

int main(int argc, char **argv) {
    hra_text file;
    counts c = {0};
    uint64_t parts = 0;
    double split = 1e9, whole = 1e9;
    struct rusage used;
    if (argc != 2) {
        fprintf(stderr, "usage: bench-game-files FILE\n");
        return 2;
    }
    read_file(argv[1], &file);
    const hra_format *format = format_of(hra_text_string(&file), file.length);
    if (!format) {
        fprintf(stderr, "%s: no format of another program\n", argv[1]);
        return 2;
    }
    for (int i = 0; i < TIMES; i++) {
        double start = seconds();
        parts = split_all(format, &file);
        double between = seconds();
        c = read_all(&file);
        double end = seconds();
        split = between - start < split ? between - start : split;
        whole = end - between < whole ? end - between : whole;
    }
    getrusage(RUSAGE_SELF, &used);
    const double size = (double)file.length / 1e6;
    printf("%s, %.1f MB, %llu games, %llu plies, %llu damaged\n", format->name, size,
           (unsigned long long)c.games, (unsigned long long)c.plies, (unsigned long long)c.damaged);
    printf("  split  %8.1f MB/s  %10.0f games/s\n", size / split, (double)parts / split);
    printf("  read   %8.1f MB/s  %10.0f games/s  %8.0f plies/s\n", size / whole, (double)c.games / whole,
           (double)c.plies / whole);
    printf("  memory %8.1f MiB at most, of which the file %.1f, twice\n", (double)used.ru_maxrss / 1024,
           size * 1e6 / (1 << 20));
    hra_text_release(&file);
    return c.damaged || !c.plies ? 1 : 0;
}
