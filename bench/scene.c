/* What scenes cost: the time to draw one with its presses, and the bytes of JSON of the board, of a moment,
 * of what a move changes and of the presses. On one core, over one random play; times are the best of many.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hra/author.h"
#include "hra/hra.h"

enum { PLIES = 300, TIMES = 30 };

static const char *const specs[] = {
    "tictactoe",          "nim",     "matches",         "race",   "checkers",       "pacman",
    "pacman:layout=city", "yahtzee", "yahtzee:seats=6", "empire", "empire:seats=5", "backgammon",
};

typedef struct figures {
    double drawn; /* seconds, the longest of a play */
    size_t board, now, change, changes, presses;
    int plies;
} figures;

static size_t larger(size_t a, size_t b) {
    return a > b ? a : b;
}

static double time_of(hra_scene *scene, const hra_scene_view *m) {
    double best = 1;
    for (int i = 0; i < TIMES; i++) {
        double from = hra_clock();
        if (hra_scene_set(scene, m))
            exit(1);
        double took = hra_clock() - from;
        best = took < best ? took : best;
    }
    return best;
}

static void look(hra_scene *before, hra_scene *after, const hra_scene_view *m, hra_text *text, figures *f) {
    double took = time_of(after, m);
    f->drawn = took > f->drawn ? took : f->drawn;
    hra_text_clear(text);
    hra_json json = hra_json_begin(text);
    hra_json_scene(&json, NULL, after, HRA_SCENE_NOW);
    f->now = larger(f->now, text->length);
    hra_text_clear(text);
    json = hra_json_begin(text);
    hra_json_scene_input(&json, NULL, after);
    f->presses = larger(f->presses, text->length);
    if (!m->before)
        return;
    hra_text_clear(text);
    json = hra_json_begin(text);
    hra_json_scene_change(&json, NULL, before, after);
    f->change = larger(f->change, text->length);
    f->changes += text->length;
    f->plies++;
}

static int measure(const char *spec) {
    hra_game *game;
    hra_error why;
    hra_scene *scene[2];
    hra_text text;
    hra_rng rng;
    figures f = {0};
    if (hra_game_open(&game, NULL, spec, &why) || hra_scene_open(&scene[0], game, &why) ||
        hra_scene_open(&scene[1], game, &why)) {
        fprintf(stderr, "%s: %s\n", spec, why.text);
        return 1;
    }
    void *state = malloc(game->state_size), *before = malloc(game->state_size);
    hra_move *moves = malloc(hra_game_move_capacity(game) * sizeof *moves), last = 0;
    if (!state || !before || !moves)
        exit(1);
    hra_text_init(&text);
    hra_rng_init(&rng, 1);
    game->rules->init(game, state);
    hra_json json = hra_json_begin(&text);
    hra_json_scene(&json, NULL, scene[0], HRA_SCENE_BOARD);
    f.board = text.length;
    for (int ply = 0; ply <= PLIES; ply++) {
        hra_scene_view m = {.state = state, .before = ply ? before : NULL, .last = last, .seat = -1};
        look(scene[!(ply & 1)], scene[ply & 1], &m, &text, &f);
        int n = hra_game_moves(game, state, moves);
        if (!n)
            break;
        last = moves[hra_rng_below(&rng, (uint32_t)n)];
        memcpy(before, state, game->state_size);
        game->rules->apply(game, state, last);
    }
    printf("%-20s %7.3f ms  board %6zu B  now %6zu B  change %5zu B, mean %5zu B  presses %6zu B\n", spec,
           1e3 * f.drawn, f.board, f.now, f.change, f.plies ? f.changes / (size_t)f.plies : 0, f.presses);
    hra_text_release(&text);
    free(moves);
    free(before);
    free(state);
    hra_scene_close(scene[0]);
    hra_scene_close(scene[1]);
    hra_game_close(game);
    return 0;
}

int main(void) {
    int failed = 0;
    printf("longest of a play: drawing; bytes of JSON\n");
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        failed |= measure(specs[i]);
    return failed;
}
