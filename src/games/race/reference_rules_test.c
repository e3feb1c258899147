#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "race.h"

extern const hra_rules hra_rules_race;

static hra_game *open_race(const char *spec) {
    hra_game *game = NULL;
    hra_error why = {0};
    if (hra_game_open_rules(&game, NULL, &hra_rules_race, spec, &why))
        fail_msg("%s: %s", spec, why.text);
    return game;
}

/* ---- a second implementation ------------------------------------------------------------------
 * Pieces are words ("off", "17", "D2") that walk one step at a time; nothing is counted along a
 * way, nothing is sorted. What can be reached is compared as text with what the rules say. */

enum { WORD = 16 };

typedef struct twin {
    int seats, pieces, ring, home, tries;
    bool exact, must, lecture;
    int faces, face[6];
    uint32_t enter, again;
    struct {
        char at[RACE_PIECES][WORD];
    } side[RACE_SEATS];
    int turn, thrown, failed, won;
    bool two, more, twice; /* dice; equal ones: throw again, or count twice */
    int left[4], count;    /* dice that are not used yet, in any order */
    bool renew;
} twin;

static void set_word(char *out, const char *word) {
    snprintf(out, WORD, "%s", word);
}

static int twin_start(const twin *t, int seat) { /* the number of the field on which pieces come on */
    int arms = t->seats == 2 ? 2 : 4, first = t->lecture ? 11 : 1;
    return (first + seat * (t->ring / arms) - 1) % t->ring + 1;
}

/* One step from a word; false past the end of the lane. */
static bool twin_step(const twin *t, int seat, char at[WORD]) {
    int number;
    if (sscanf(at, "D%d", &number) == 1) {
        snprintf(at, WORD, "D%d", number + 1);
        return number < t->home;
    }
    sscanf(at, "%d", &number);
    if (number % t->ring + 1 == twin_start(t, seat))
        set_word(at, "D1");
    else
        snprintf(at, WORD, "%d", number % t->ring + 1);
    return true;
}

static int twin_on(const twin *t, int seat, const char *at) { /* index of the piece there, or -1 */
    for (int i = 0; i < t->pieces; i++)
        if (strcmp(t->side[seat].at[i], at) == 0)
            return i;
    return -1;
}

/* Moves piece i of the seat to move; false where it may not. *hit: an enemy was sent off. */
static bool twin_move(twin *t, int i, bool *hit) {
    int seat = t->turn;
    char at[WORD];
    *hit = false;
    set_word(at, t->side[seat].at[i]);
    if (strcmp(at, "off") == 0) {
        if (!(t->enter >> t->thrown & 1))
            return false;
        snprintf(at, sizeof at, "%d", twin_start(t, seat));
    } else {
        char furthest[WORD] = "";
        int step = 0;
        for (; step < t->thrown && twin_step(t, seat, at); step++)
            if (at[0] == 'D' && twin_on(t, seat, at) < 0)
                set_word(furthest, at);
        if (step < t->thrown) {
            if (t->exact || !*furthest)
                return false;
            set_word(at, furthest);
        }
    }
    if (twin_on(t, seat, at) >= 0)
        return false;
    for (int other = 0; other < t->seats; other++) {
        int victim = other != seat && at[0] != 'D' ? twin_on(t, other, at) : -1;
        if (victim >= 0) {
            set_word(t->side[other].at[victim], "off");
            *hit = true;
        }
    }
    set_word(t->side[seat].at[i], at);
    return true;
}

static void twin_next(twin *t) {
    if (t->two ? !t->renew : !(t->again >> t->thrown & 1))
        t->turn = (t->turn + 1) % t->seats;
    t->thrown = t->failed = t->count = 0;
    t->renew = false;
}

/* The die in `thrown` has been used. */
static void twin_used(twin *t) {
    int at = 0;
    while (t->count && t->left[at] != t->thrown)
        at++;
    if (t->count > 1) {
        t->left[at] = t->left[--t->count];
        t->thrown = t->left[0];
    } else {
        twin_next(t);
    }
}

/* The positions after each legal move, none where nothing can move; duplicates from equal pieces are left
 * out. */
static int twin_moves(const twin *t, twin *out) { /* room for RACE_MOVES */
    int n = 0;
    bool hits[RACE_MOVES], any = false;
    for (int die = 0; die < (t->two ? t->count : 1); die++) {
        bool off = false, known = false;
        for (int before = 0; before < die; before++)
            known = known || t->left[before] == t->left[die];
        for (int i = 0; i < t->pieces && !known; i++) {
            bool is_off = strcmp(t->side[t->turn].at[i], "off") == 0;
            out[n] = *t;
            out[n].thrown = t->two ? t->left[die] : t->thrown;
            if ((is_off && off) || !twin_move(&out[n], i, &hits[n]))
                continue;
            off = off || is_off;
            any = any || hits[n];
            n++;
        }
    }
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (!t->must || !any || hits[i])
            out[kept++] = out[i];
    for (int i = 0; i < kept; i++) {
        int home = 0;
        for (int k = 0; k < t->pieces; k++)
            home += out[i].side[t->turn].at[k][0] == 'D';
        if (home == t->pieces)
            out[i].won = 1, out[i].thrown = 0;
        else
            twin_used(&out[i]);
    }
    return kept;
}

/* The same with passing. */
static int twin_successors(const twin *t, twin *out) {
    int n = twin_moves(t, out);
    if (n)
        return n;
    out[0] = *t;
    twin_next(&out[0]);
    return 1;
}

static void twin_throw(twin *t, int face, int second) {
    twin unused[RACE_MOVES];
    bool ring = false, renew = t->again >> face & 1;
    t->thrown = face;
    if (t->two) {
        renew = renew || t->again >> second & 1 || (t->more && face == second);
        t->count = 0;
        for (int times = t->twice && face == second ? 2 : 1; times > 0; times--) {
            t->left[t->count++] = second;
            t->left[t->count++] = face;
        }
        t->renew = renew;
    }
    for (int i = 0; i < t->pieces; i++)
        ring = ring || (t->side[t->turn].at[i][0] >= '0' && t->side[t->turn].at[i][0] <= '9');
    if (ring || renew || twin_moves(t, unused) || t->failed + 1 == t->tries) {
        t->failed = 0;
    } else {
        t->failed++;
        t->thrown = t->count = 0;
        t->renew = false;
    }
}

/* " 2+5 again", the lowest first. */
static void twin_dice(const twin *t, char *out, size_t size) {
    size_t used = 0;
    for (int face = 1; face <= 9; face++)
        for (int i = 0; i < t->count; i++)
            if (t->left[i] == face)
                used += (size_t)snprintf(out + used, size - used, "%c%d", used ? '+' : ' ', face);
    snprintf(out + used, size - used, "%s", t->renew ? " again" : "");
}

static void twin_position(const twin *t, char *out, size_t size) {
    size_t used = 0;
    for (int seat = 0; seat < t->seats; seat++) {
        used += (size_t)snprintf(out + used, size - used, seat ? ",[" : "[");
        bool first = true;
        for (int number = 1; number <= t->ring + t->home; number++) {
            char word[WORD];
            snprintf(word, sizeof word, number > t->ring ? "D%d" : "%d",
                     number > t->ring ? number - t->ring : number);
            if (twin_on(t, seat, word) < 0)
                continue;
            used += (size_t)snprintf(out + used, size - used, first ? "%s" : ",%s", word);
            first = false;
        }
        used += (size_t)snprintf(out + used, size - used, "]");
    }
    static const char *const names[] = {"green", "blue", "red", "yellow"};
    used += (size_t)snprintf(out + used, size - used, " %s", names[t->turn]);
    if (t->won)
        snprintf(out + used, size - used, " won");
    else if (t->thrown && t->two)
        twin_dice(t, out + used, size - used);
    else if (t->thrown)
        snprintf(out + used, size - used, " %d", t->thrown);
    else if (t->failed)
        snprintf(out + used, size - used, " try %d", t->failed + 1);
}

static uint64_t twin_perft(const twin *t, int depth) {
    uint64_t n = 0;
    if (depth == 0 || t->won)
        return depth == 0;
    if (!t->thrown) {
        for (int i = 0; i < t->faces; i++)
            for (int k = i; k < (t->two ? t->faces : i + 1); k++) {
                twin child = *t;
                twin_throw(&child, t->face[i], t->face[k]);
                n += twin_perft(&child, depth - 1);
            }
        return n;
    }
    twin list[RACE_MOVES];
    int k = twin_successors(t, list);
    for (int i = 0; i < k; i++)
        n += twin_perft(&list[i], depth - 1);
    return n;
}

static const struct {
    const char *spec;
    twin twin; /* without places */
    int depth; /* of perft from the start */
} twins[] = {
    {"race",
     {.seats = 4,
      .pieces = 4,
      .ring = 40,
      .home = 4,
      .tries = 3,
      .exact = true,
      .faces = 6,
      .face = {1, 2, 3, 4, 5, 6},
      .enter = 64,
      .again = 64},
     6},
    {"race:seats=2,pieces=2,track=12,capture=must",
     {.seats = 2,
      .pieces = 2,
      .ring = 12,
      .home = 2,
      .tries = 3,
      .exact = true,
      .must = true,
      .faces = 6,
      .face = {1, 2, 3, 4, 5, 6},
      .enter = 64,
      .again = 64},
     6},
    {"race:seats=3,pieces=3,track=16,lane=5,enter-on=any,extra-turn-on=none,entry-rolls=1,exact-finish=no",
     {.seats = 3,
      .pieces = 3,
      .ring = 16,
      .home = 5,
      .tries = 1,
      .faces = 6,
      .face = {1, 2, 3, 4, 5, 6},
      .enter = 126},
     6},
    {"race:seats=2,pieces=4,track=8,faces=1-2x5-9,enter-on=1-9,extra-turn-on=1-2,exact-finish=no,capture="
     "must,entry-rolls=2",
     {.seats = 2,
      .pieces = 4,
      .ring = 8,
      .home = 4,
      .tries = 2,
      .must = true,
      .faces = 3,
      .face = {1, 2, 9},
      .enter = 514,
      .again = 6},
     7},
    {"race:dice=2,seats=2,pieces=2,track=12",
     {.seats = 2,
      .pieces = 2,
      .ring = 12,
      .home = 2,
      .tries = 3,
      .exact = true,
      .two = true,
      .more = true,
      .faces = 6,
      .face = {1, 2, 3, 4, 5, 6},
      .enter = 64},
     4},
    {"race:dice=2,doubles=twice,seats=3,pieces=3,track=16,lane=5,enter-on=any,entry-rolls=1,exact-finish=no,"
     "capture=must",
     {.seats = 3,
      .pieces = 3,
      .ring = 16,
      .home = 5,
      .tries = 1,
      .must = true,
      .two = true,
      .twice = true,
      .faces = 6,
      .face = {1, 2, 3, 4, 5, 6},
      .enter = 126},
     5},
    {"race:dice=2,doubles=plain,seats=2,pieces=4,track=8,faces=1-2x5-9,enter-on=1-9,extra-turn-on=9,entry-"
     "rolls=2,exact-finish=no",
     {.seats = 2,
      .pieces = 4,
      .ring = 8,
      .home = 4,
      .tries = 2,
      .two = true,
      .faces = 3,
      .face = {1, 2, 9},
      .enter = 514,
      .again = 512},
     6},
    {"race:board=lecture",
     {.seats = 2,
      .pieces = 2,
      .ring = 20,
      .home = 3,
      .tries = 1,
      .exact = true,
      .lecture = true,
      .faces = 3,
      .face = {1, 2, 3},
      .enter = 8},
     9},
};

static twin twin_begin(size_t i) {
    twin t = twins[i].twin;
    for (int seat = 0; seat < RACE_SEATS; seat++)
        for (int k = 0; k < RACE_PIECES; k++)
            set_word(t.side[seat].at[k], "off");
    if (t.lecture) {
        set_word(t.side[0].at[0], "14"), set_word(t.side[0].at[1], "8");
        set_word(t.side[1].at[0], "7"), set_word(t.side[1].at[1], "12");
        t.thrown = 2;
    }
    return t;
}

static void perft_agrees_with_the_twin(void **state) {
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        hra_game *game = open_race(twins[i].spec);
        twin t = twin_begin(i);
        race_state r;
        game->rules->init(game, &r);
        for (int depth = 0; depth <= twins[i].depth; depth++) {
            hra_perft_count count;
            assert_int_equal(hra_perft(game, &r, depth, NULL, &count), 0);
            assert_int_equal(count.leaves, twin_perft(&t, depth));
        }
        hra_game_close(game);
    }
}

/* The state, written and read, byte for byte; and what every evaluation keeps to. */
static void check_state(const hra_game *game, const race_state *r, const char *expected) {
    static const char *const evaluations[] = {"formula", "progress",
                                              "formula:pieces-home=1000,pieces-on-track=-1000"};
    race_state back;
    hra_text text;
    hra_text_init(&text);
    game->rules->text->write_position(game, r, &text);
    assert_string_equal(hra_text_string(&text), expected);
    hra_text_release(&text);
    assert_int_equal(hra_game_read_position(game, expected, &back, NULL), 0);
    assert_memory_equal(&back, r, game->state_size);
    for (int i = 0; i < 3; i++) {
        hra_eval eval;
        double value[RACE_SEATS], sum = 0;
        assert_int_equal(hra_eval_open(&eval, game, evaluations[i], NULL), 0);
        eval.kind->value(game, eval.self, NULL, r, value);
        for (int seat = 0; seat < game->seats; seat++) {
            assert_true(value[seat] >= game->min_return - 1e-12 && value[seat] <= game->max_return + 1e-12);
            sum += value[seat];
        }
        assert_true(fabs(sum) < 1e-9);
        hra_eval_close(&eval);
    }
}

/* Plays at random; at every step the successors of both must be the same. Returns the plies. */
static int play_both(const hra_game *game, twin t, hra_rng *rng) {
    race_state r;
    char text[160];
    int throws = 0; /* since the last decision: searches count on an end of them */
    game->rules->init(game, &r);
    for (int ply = 0;; ply++) {
        hra_move list[RACE_THROWS];
        double probability[RACE_THROWS];
        twin_position(&t, text, sizeof text);
        check_state(game, &r, text);
        int mover = game->rules->to_move(game, &r);
        if (mover == HRA_OVER)
            return ply;
        if (mover == HRA_CHANCE) {
            int n = game->rules->chance_outcomes(game, &r, list, probability);
            hra_move throw = list[hra_rng_pick(rng, probability, n)];
            game->rules->apply(game, &r, throw);
            twin_throw(&t, race_low(throw), race_high(throw));
            assert_true(++throws <= t.tries);
            continue;
        }
        throws = 0;
        twin next[RACE_MOVES];
        int n = game->rules->moves(game, &r, list), k = twin_successors(&t, next);
        assert_int_equal(n, k);
        int choice = (int)hra_rng_below(rng, (uint32_t)n), found = -1;
        race_state child = r;
        game->rules->apply(game, &child, list[choice]);
        hra_text position;
        hra_text_init(&position);
        game->rules->text->write_position(game, &child, &position);
        for (int i = 0; i < k && found < 0; i++) {
            twin_position(&next[i], text, sizeof text);
            found = strcmp(text, hra_text_string(&position)) == 0 ? i : -1;
        }
        hra_text_release(&position);
        assert_true(found >= 0);
        r = child;
        t = next[found];
    }
}

static void plays_agree_with_the_twin(void **state) {
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++) {
        hra_game *game = open_race(twins[i].spec);
        hra_rng rng;
        for (uint64_t seed = 1; seed <= 12; seed++) {
            hra_rng_init(&rng, seed);
            assert_true(play_both(game, twin_begin(i), &rng) > 10);
        }
        hra_game_close(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_agrees_with_the_twin),
        cmocka_unit_test(plays_agree_with_the_twin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
