/* How long a session takes from a line to its events when nobody has to think.
 *
 *     build/bench/bench-lines
 *
 * Processor time of a line in microseconds: the median of many, and the 99th percentile. The
 * goal is 200. Records go to a store in memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hra/hra.h"
#include "hra/session.h"

enum { TIMES = 2000 };

static const char *const games[] = {
    "tictactoe human human",
    "yahtzee:rules=plain human",
    "checkers human human",
    "pacman:layout=city,ghosts=0 human",
    "empire:first-player=0,neutral-armies=0 human human",
    "empire:seats=5,first-player=0,neutral-armies=0 human human human human human"};

static const char *const lines[] = {"position", "moves", "help", "sync", "look 0"};

static void count(void *self, const hra_session_event *event) {
    *(size_t *)self += event->json ? strlen(event->json) : 0;
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void line(hra_session *s, const char *text) {
    hra_session_line(s, 0, text, strlen(text));
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Times `text`; `after` puts things back and is not timed. */
static void time_line(hra_session *s, const char *text, const char *after, size_t *bytes) {
    static double taken[TIMES];
    size_t before = 0, told = 0;
    for (int i = 0; i < TIMES; i++) {
        before = *bytes;
        double start = seconds();
        line(s, text);
        taken[i] = seconds() - start;
        told = *bytes - before;
        if (after)
            line(s, after);
    }
    qsort(taken, TIMES, sizeof *taken, by_size);
    printf("  %-16s %8.1f %8.1f  %6zu bytes\n", text, 1e6 * taken[TIMES / 2], 1e6 * taken[TIMES * 99 / 100],
           told);
}

/* The first legal move, as a line. */
static void first_move(const hra_session *s, char out[200]) {
    const hra_play *play = hra_session_play(s);
    const hra_game *game = hra_play_snapshot(play)->game;
    const void *now = hra_play_at(play, HRA_NOW).state;
    hra_move *moves = malloc((size_t)(game->max_moves + game->max_chances) * sizeof *moves);
    hra_text text;
    hra_text_init(&text);
    if (moves && hra_game_moves(game, now, moves) > 0)
        game->rules->text->show_move(game, now, moves[0], &text);
    hra_snprintf(out, 200, "move %s", hra_text_string(&text));
    hra_text_release(&text);
    free(moves);
}

int main(void) {
    size_t bytes = 0;
    hra_store *store;
    hra_session *s;
    const hra_store_memory memory = {.size = sizeof memory};
    if (hra_store_open_memory(&store, &memory, NULL) != 0)
        return 1;
    const hra_session_setup setup = {
        .size = sizeof setup, .store = store, .event = count, .self = &bytes, .hand_out = true};
    if (hra_session_open(&s, &setup, NULL) != 0)
        return 1;
    hra_session_attach(s, 0);
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        char begin[200], move[200];
        hra_snprintf(begin, sizeof begin, "new %s seed=1", games[i]);
        printf("%s\n", begin);
        time_line(s, begin, "leave", &bytes);
        line(s, begin);
        for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
            time_line(s, lines[k], NULL, &bytes);
        first_move(s, move);
        time_line(s, move, "undo", &bytes);
    }
    hra_session_close(s);
    hra_store_close(store);
    return 0;
}
