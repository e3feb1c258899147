/* Every step of 48 games of a reference implementation: legal moves in their order, how ghosts are
 * distributed, every state. traces.txt says how it is laid out. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/pacman/pacman.h"
#include "hra/player.h"

/* What the reference says of a state. */
static const hra_host files = {.size = sizeof(hra_host), .read = hra_host_read_file};

typedef struct expected {
    int agent[PAC_AGENTS][4]; /* 2x, 2y, direction, timer */
    int food, score;
    char capsules[128];
    bool won, lost;
} expected;

typedef struct follower {
    hra_game *game;
    pac_state *s;
    expected e;
    int line, steps, games;
    char where[80];
} follower;

static const char letters[] = "WXENS";

static int direction_of(char c) {
    const char *p = strchr(letters, c);
    assert_true(c && p);
    return (int)(p - letters);
}

static void begin(follower *f, const char *line) {
    char layout[32], ghosts[32], spec[64];
    int seed;
    assert_int_equal(sscanf(line, "game %31s %31s %d", layout, ghosts, &seed), 3);
    hra_game_close(f->game);
    free(f->s);
    snprintf(spec, sizeof spec, "pacman:layout=%s", layout);
    assert_int_equal(hra_game_open(&f->game, &files, spec, NULL), 0);
    f->s = malloc(f->game->state_size);
    f->game->rules->init(f->game, f->s);
    f->e = (expected){0};
    snprintf(f->where, sizeof f->where, "%.*s", (int)sizeof f->where - 1, line);
    f->games++;
}

/* ---- one step ---------------------------------------------------------------------------------*/

static void check_legal(follower *f, const char *legal, const hra_move *moves, int n) {
    char found[PAC_MOVES + 1] = "";
    for (int i = 0; i < n; i++)
        found[i] = letters[moves[i]];
    if (strcmp(found, legal) != 0)
        fail_msg("%s, line %d: legal are %s, not %s", f->where, f->line, legal, found);
}

/* "=" or the numbers in the order of the moves. */
static void check_model(follower *f, const char *told, const hra_move *moves, int n) {
    double p[PAC_MOVES];
    bool random = strstr(f->where, " random ") != NULL;
    pac_models[0].probabilities(f->game, f->s, moves, n, p);
    char *end = NULL;
    for (int i = 0; i < n; i++) {
        double want = *told == '=' ? 1.0 / n : strtod(end ? end + 1 : told, &end);
        double is = random ? 1.0 / n : p[i];
        if (fabs(want - is) > 1e-9)
            fail_msg("%s, line %d: move %d has %g, not %g", f->where, f->line, i, want, is);
    }
}

static void read_changes(follower *f, char *rest) {
    expected *e = &f->e;
    for (char *w = rest; w && *w;) {
        char *next = strchr(w, ' ');
        int k, x, y, t, used;
        char d;
        if (next)
            *next++ = '\0';
        if (sscanf(w, "%d:%d,%d,%c,%d%n", &k, &x, &y, &d, &t, &used) == 5 && !w[used]) {
            assert_in_range(k, 0, PAC_GHOSTS);
            memcpy(e->agent[k], (int[4]){x, y, direction_of(d), t}, sizeof e->agent[k]);
        } else if (strcmp(w, "won") == 0) {
            e->won = true;
        } else if (strcmp(w, "lost") == 0) {
            e->lost = true;
        } else { /* a letter, and its value */
            assert_non_null(next);
            char *value = next;
            next = strchr(value, ' ');
            if (next)
                *next++ = '\0';
            if (*w == 'f')
                e->food = (int)strtol(value, NULL, 10);
            else if (*w == 's')
                e->score += (int)strtol(value, NULL, 10);
            else if (*w == 'c')
                snprintf(e->capsules, sizeof e->capsules, "%s", value);
            else
                fail_msg("line %d: what is %s?", f->line, w);
        }
        w = next;
    }
}

static int by_text(const void *a, const void *b) {
    return strcmp(a, b);
}

/* Sorted by column and line, all of one digit or two alike for strcmp after padding. */
static void list_capsules(const follower *f, char *out, size_t size) {
    const pac_maze *maze = f->game->data;
    char list[16][16];
    int n = 0;
    for (int i = maze->food; i < maze->dots; i++)
        if (f->s->dots[i / 64] >> i % 64 & 1) {
            unsigned at = maze->place[maze->dot_cell[i]];
            snprintf(list[n++], sizeof *list, "%02d,%02d", pac_x2(at) / 2, pac_y2(at) / 2);
        }
    qsort(list, (size_t)n, sizeof *list, by_text);
    out[0] = '\0';
    for (int i = 0, x, y; i < n; i++) {
        assert_int_equal(sscanf(list[i], "%d,%d", &x, &y), 2);
        size_t at = strlen(out);
        snprintf(out + at, size - at, "%s%d,%d", i ? "/" : "", x, y);
    }
    if (n == 0)
        snprintf(out, size, "-");
}

static void check_state(const follower *f) {
    const pac_maze *maze = f->game->data;
    const expected *e = &f->e;
    char capsules[128];
    for (int k = 0; k <= maze->ghosts; k++) {
        const pac_agent *a = &f->s->agent[k];
        const int *want = e->agent[k];
        if (pac_x2(a->place) != want[0] || pac_y2(a->place) != want[1] || a->direction != want[2] ||
            a->timer != want[3])
            fail_msg("%s, line %d: agent %d is at %d,%d %d %d, not %d,%d %d %d", f->where, f->line, k,
                     pac_x2(a->place), pac_y2(a->place), a->direction, a->timer, want[0], want[1], want[2],
                     want[3]);
    }
    list_capsules(f, capsules, sizeof capsules);
    int food = 0;
    for (int i = 0; i < maze->food; i++)
        food += (int)(f->s->dots[i / 64] >> i % 64 & 1);
    if (f->s->score != e->score || f->s->food != e->food || food != e->food ||
        strcmp(capsules, e->capsules) != 0)
        fail_msg("%s, line %d: score %d food %d capsules %s, not %d %d %s", f->where, f->line, f->s->score,
                 f->s->food, capsules, e->score, e->food, e->capsules);
    if ((f->s->end == PAC_WON) != e->won || (f->s->end == PAC_LOST) != e->lost ||
        (f->s->mover == HRA_OVER) != (e->won || e->lost))
        fail_msg("%s, line %d: end %d", f->where, f->line, f->s->end);
}

static void step(follower *f, char *line) {
    hra_move moves[PAC_MOVES];
    char legal[16], model[80];
    int used, mover = f->game->rules->to_move(f->game, f->s);
    assert_true(mover >= 0);
    assert_int_equal(sscanf(line + 2, "%15s%n", legal, &used), 1);
    char *rest = line + 2 + used;
    int n = f->game->rules->moves(f->game, f->s, moves);
    check_legal(f, legal, moves, n);
    if (mover > 0) {
        assert_int_equal(sscanf(rest, "%79s%n", model, &used), 1);
        rest += used;
        check_model(f, model, moves, n);
    }
    f->game->rules->apply(f->game, f->s, (hra_move)direction_of(line[0]));
    read_changes(f, rest + (*rest == ' '));
    check_state(f);
    f->steps++;
}

static void all_games_agree(void **state) {
    static char line[512];
    follower f = {0};
    FILE *file = fopen(HRA_ROOT "/src/games/pacman/traces.txt", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        f.line++;
        line[strcspn(line, "\n")] = '\0';
        if (*line == '#')
            continue;
        if (strncmp(line, "game ", 5) == 0)
            begin(&f, line);
        else
            step(&f, line);
    }
    fclose(file);
    hra_game_close(f.game);
    free(f.s);
    assert_int_equal(f.games, 48);
    assert_int_equal(f.steps, 5184);
}

/* ---- searches at the start --------------------------------------------------------------------*/

/* roots.csv of the reference: layout, method, depth, value, successors; evaluation `score`. */
static const struct {
    const char *layout, *method;
    int depth;
    double value;
    uint64_t successors;
} roots[] = {
    {"corridor", "minimax", 1, 9, 9},           {"corridor", "minimax", 2, 18, 45},
    {"corridor", "minimax", 3, 27, 153},        {"corridor", "minimax", 4, 36, 563},
    {"corridor", "minimax", 5, 45, 2033},       {"corridor", "minimax", 6, 44, 7384},
    {"corridor", "expectimax", 5, 45, 2033},    {"corridor", "expectimax", 6, 49, 7384},
    {"crossroads", "minimax", 1, 9, 52},        {"crossroads", "minimax", 2, 18, 520},
    {"crossroads", "minimax", 3, 27, 5996},     {"crossroads", "minimax", 4, 36, 45764},
    {"crossroads", "expectimax", 4, 36, 45764}, {"gallery", "minimax", 1, 9, 21},
    {"gallery", "minimax", 2, 18, 129},         {"gallery", "minimax", 3, 27, 680},
    {"gallery", "minimax", 4, 36, 3191},        {"gallery", "expectimax", 4, 36, 3191},
    {"orchard", "minimax", 1, 9, 171},          {"orchard", "minimax", 2, 18, 2439},
    {"orchard", "expectimax", 2, 18, 2439},
};

/* The value of the first move and the count of states, as the method finds them. */
static void search(const char *layout, const char *method, int depth, hra_analysis *result) {
    char spec[80];
    hra_game *game;
    hra_agent *search;
    snprintf(spec, sizeof spec, "pacman:layout=%s", layout);
    assert_int_equal(hra_game_open(&game, &files, spec, NULL), 0);
    snprintf(spec, sizeof spec, "%s:depth=%d,eval=score", method, depth);
    assert_int_equal(hra_agent_open_spec(&search, game, spec, NULL), 0);
    void *s = malloc(game->state_size);
    game->rules->init(game, s);
    assert_int_equal(hra_agent_ask(search, &(hra_question){.state = s}, result), 0);
    free(s);
    hra_agent_close(search);
    hra_game_close(game);
}

static void searches_find_the_values_and_counts_of_the_reference(void **state) {
    hra_analysis result;
    hra_analysis_init(&result);
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        search(roots[i].layout, roots[i].method, roots[i].depth, &result);
        if (fabs(result.value[0] - roots[i].value) > 1e-9 || result.nodes != roots[i].successors + 1)
            fail_msg("%s %s %d: %.12g with %llu states", roots[i].layout, roots[i].method, roots[i].depth,
                     result.value[0], (unsigned long long)result.nodes);
        if (strcmp(roots[i].method, "minimax") != 0)
            continue;
        search(roots[i].layout, "alphabeta", roots[i].depth, &result);
        assert_true(result.value[0] == roots[i].value && result.nodes <= roots[i].successors + 1);
    }
    hra_analysis_release(&result);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_games_agree),
        cmocka_unit_test(searches_find_the_values_and_counts_of_the_reference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
