/* How fast states are told in numbers, on one core: features as a list and terms, of states from random
 * plays. Each figure is the best of many short slices of processor time. What is counted never changes: the
 * features of a state, how many of them are not 0 on average, and a sum over all that were told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hra/hra.h"

enum { STATES = 256 };

static const struct figure {
    const char *game;
    double goal; /* millions of features lists a second, 0: none */
} figures[] = {
    {"tictactoe", 5},
    {"nim", 5},
    {"matches", 5},
    {"race", 5},
    {"race:seats=2", 5},
    {"pacman", 5},
    {"pacman:layout=orchard", 0},
    {"yahtzee", 5},
    {"yahtzee:seats=2", 5},
    {"checkers", 5},
    {"backgammon", 10},
    {"empire", 0},
    {"empire:seats=5", 0},
};

static double processor_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* States of random plays, one behind the other, each in sight of whoever is to move. */
static unsigned char *draw_states(const hra_game *game, int *seats) {
    size_t size = (size_t)hra_encoding_of(game).state_size;
    unsigned char *states = malloc(STATES * size), *s = malloc(size);
    hra_move *moves = malloc(hra_game_move_capacity(game) * sizeof *moves);
    double *probability = malloc(hra_game_move_capacity(game) * sizeof *probability);
    hra_rng rng;
    hra_rng_init(&rng, 1);
    game->rules->init(game, s);
    for (int n = 0; n < STATES;) {
        int mover = game->rules->to_move(game, s);
        if (mover == HRA_OVER) {
            game->rules->init(game, s);
            continue;
        }
        if (mover >= 0) {
            hra_game_view(game, s, mover, states + (size_t)n * size);
            seats[n++] = mover;
        }
        hra_move m = mover == HRA_CHANCE
                         ? hra_game_sample(game, s, &rng, moves, probability)
                         : moves[hra_rng_below(&rng, (uint32_t)game->rules->moves(game, s, moves))];
        game->rules->apply(game, s, m);
    }
    free(s);
    free(moves);
    free(probability);
    return states;
}

typedef struct desk {
    const hra_game *game;
    const unsigned char *states;
    size_t size;
    int seats[STATES];
    hra_feature *list;
    long told;
    double sum;
} desk;

static void tell_features(desk *d) {
    for (int i = 0; i < STATES; i++) {
        int n = d->game->rules->encoding->features(d->game, d->states + (size_t)i * d->size, d->seats[i],
                                                   d->list);
        d->told += n;
        d->sum += (double)d->list[n - 1].index * (double)d->list[n - 1].value;
    }
}

static void tell_terms(desk *d) {
    double term[HRA_MAX_TERMS];
    for (int i = 0; i < STATES; i++) {
        const void *s = d->states + (size_t)i * d->size;
        d->game->rules->encoding->term(d->game, s, s, d->seats[i], term);
        d->sum += term[0];
    }
}

/* The most states a second. */
static double measure(desk *d, void (*tell)(desk *), double seconds) {
    double best = 0, started = processor_seconds(), now = started;
    while (now - started < seconds) {
        double from = now;
        int rounds = 0;
        do {
            for (int i = 0; i < 8; i++)
                tell(d);
            rounds += 8;
            now = processor_seconds();
        } while (now - from < 4e-3);
        double speed = (double)rounds * STATES / (now - from);
        best = speed > best ? speed : best;
    }
    return best;
}

static int run(const struct figure *f) {
    hra_game *game = NULL;
    hra_error why;
    desk d = {0};
    if (hra_game_open(&game, NULL, f->game, &why)) {
        fprintf(stderr, "%s: %s\n", f->game, why.text);
        return 1;
    }
    d.game = game;
    d.size = (size_t)hra_encoding_of(game).state_size;
    d.states = draw_states(game, d.seats);
    d.list = malloc((size_t)game->rules->encoding->feature_room(game) * sizeof *d.list);
    tell_features(&d);
    double active = (double)d.told / STATES, sum = d.sum;
    double features = measure(&d, tell_features, 0.5), terms = measure(&d, tell_terms, 0.3);
    printf("%-24s %6d features, %5.1f not 0, sum %.10g: %6.2f M/s", f->game, hra_encoding_of(game).features,
           active, sum, features / 1e6);
    if (f->goal > 0)
        printf(", %4.2f of the goal", features / 1e6 / f->goal);
    printf("; %2d terms %6.2f M/s\n", hra_encoding_of(game).terms, terms / 1e6);
    free((void *)(uintptr_t)d.states);
    free(d.list);
    hra_game_close(game);
    return 0;
}

int main(int argc, char **argv) {
    int failed = 0;
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (argc < 2 || strcmp(argv[1], figures[i].game) == 0)
            failed |= run(&figures[i]);
    return failed;
}
