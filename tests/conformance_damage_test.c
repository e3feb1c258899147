/* Damaged texts: whatever is written in a position or a move, it is either refused in words, or what was read
 * keeps every promise of the interface.
 *
 * Positions and moves of random plays of every game, and those of the fuzzers' corpus, are damaged in
 * every way of damage.h; of the many ways some are drawn, always the same. With ALL=1 in the
 * environment each way is tried. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "damage.h"
#include "promises.h"
#include "specs.h"

enum { DRAWN = 6, PLAYS = 3, SEEN = 1 << 12 };

/* States drawn from some plays, as text; the last one is the end of a play. */
typedef struct drawn {
    hra_text text[DRAWN];
    unsigned char *state[DRAWN];
    uint32_t met;
} drawn;

static spec_list list;
static drawn some;
static uint64_t seen[SEEN]; /* keys of bytes that were looked at already */
static int looked;          /* how many states were looked at */
static bool all;

static void draw(visit *c) {
    uint32_t at = some.met < DRAWN - 1 ? some.met : hra_rng_below(&c->rng, some.met + 1);
    some.met++;
    if (c->mover == HRA_OVER)
        at = DRAWN - 1;
    else if (at >= DRAWN - 1)
        return;
    hra_text_clear(&some.text[at]);
    c->rules->text->write_position(c->game, c->s, &some.text[at]);
    memcpy(some.state[at], c->s, c->game->state_size);
}

static void draw_states(visit *c) {
    some.met = 0;
    for (int i = 0; i < DRAWN; i++) {
        hra_text_init(&some.text[i]);
        some.state[i] = calloc(1, c->game->state_size);
        assert_non_null(some.state[i]);
    }
    for (uint64_t seed = 0; seed < PLAYS; seed++)
        visit_walk(c, seed + 100, draw);
}

static void release_states(void) {
    for (int i = 0; i < DRAWN; i++) {
        hra_text_release(&some.text[i]);
        free(some.state[i]);
    }
}

/* A refusal says in one plain line why, and where in the text. */
static void check_refusal(const visit *c, hra_err err, const hra_error *why, size_t length) {
    if (err != HRA_EINPUT || why->code != err)
        visit_broken(c, "it is refused with the code %d, %d in the words", err, why->code);
    if (!memchr(why->text, '\0', sizeof why->text) || !is_plain_line(why->text))
        visit_broken(c, "it is refused without words in one line: '%s'", why->text);
    if (why->at < -1 || (why->at >= 0 && (size_t)why->at > length))
        visit_broken(c, "the fault is said to be at byte %d of %zu: %s", why->at, length, why->text);
}

static void check_quickly(visit *c) {
    static void (*const checks[])(visit *) = {mover_is_somebody, moves_are_distinct_and_few_enough,
                                              chances_sum_to_one, bytes_are_deterministic,
                                              returns_have_the_right_shape};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        checks[i](c);
}

/* Drawing is slow, and so is reading back hundreds of moves: both are done in one state out of several. */
static void check_state(visit *c) {
    static void (*const checks[])(visit *) = {positions_read_back, keys_are_equal_for_equal_states,
                                              moves_are_applicable, facts_are_numbers,
                                              evaluations_are_finite};
    static void (*const slow[])(visit *) = {moves_read_back, samples_are_listed, hints_are_about_the_moves,
                                            drawings_are_clean, scenes_are_whole};
    check_quickly(c);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        checks[i](c);
    if (looked++ % (all ? 4 : 16) == 0)
        for (size_t i = 0; i < sizeof slow / sizeof *slow; i++)
            slow[i](c);
}

/* Plays on from the state of the visit, to the end or for a number of moves. */
static void play_on(visit *c, int plies) {
    hra_rng rng;
    hra_rng_init(&rng, 1);
    for (c->ply = 1; c->mover != HRA_OVER && c->ply <= plies; c->ply++) {
        hra_move m = c->moves[hra_rng_below(&rng, (uint32_t)c->n)];
        c->rules->apply(c->game, c->s, m);
        c->rules->apply(c->game, c->twin, m);
        visit_list_moves(c);
        check_quickly(c);
    }
}

static bool was_seen(const visit *c) {
    uint64_t key = hra_hash(c->s, c->game->state_size);
    bool yes = seen[key % SEEN] == key;
    seen[key % SEEN] = key;
    return yes;
}

static void read_damaged_position(visit *c, const char *text) {
    hra_error why = {0};
    c->text_read = text;
    c->ply = 0;
    memset(c->s, 0x00, c->game->state_size);
    memset(c->twin, 0xff, c->game->state_size);
    hra_err err = hra_game_read_position(c->game, text, c->s, &why);
    if (err) {
        check_refusal(c, err, &why, strlen(text));
    } else if (!was_seen(c)) {
        if (hra_game_read_position(c->game, text, c->twin, &why) != 0)
            visit_broken(c, "it is refused when it is read again");
        visit_list_moves(c);
        check_state(c);
        play_on(c, looked % 8 ? 20 : 400);
    }
    c->text_read = NULL;
}

/* Damages the text in every way, or in `most` randomly drawn ways of each kind, and reads each result. */
static void damage_text(visit *c, const char *text, const char *other, size_t most,
                        void (*read)(visit *, const char *)) {
    hra_text damaged;
    hra_rng rng;
    hra_text_init(&damaged);
    hra_rng_init(&rng, 1);
    for (int kind = 0; kind < DAMAGES; kind++) {
        size_t ways = damage_ways((damage)kind, text, other);
        for (size_t i = 0; i < ways && i < most; i++) {
            size_t way = ways <= most ? i : hra_rng_below(&rng, (uint32_t)ways);
            damage_do((damage)kind, text, other, way, &damaged);
            read(c, hra_text_string(&damaged));
        }
    }
    hra_text_release(&damaged);
}

static void damaged_positions_are_refused_or_good(void **state) {
    for (int i = 0; i < list.count; i++) {
        visit c;
        visit_open(&c, list.spec[i]);
        memset(seen, 0, sizeof seen);
        draw_states(&c);
        for (int k = 0; k < DRAWN; k++)
            damage_text(&c, hra_text_string(&some.text[k]), hra_text_string(&some.text[(k + 1) % DRAWN]),
                        all ? SIZE_MAX : 120, read_damaged_position);
        release_states();
        visit_close(&c);
    }
    assert_true(looked > 1000); /* else everything was refused and nothing was checked */
}

/* ---- moves ----------------------------------------------------------------------------------*/

static void read_damaged_move(visit *c, const char *text) {
    const hra_move untouched = 0xa5a5a5a5;
    hra_move m = untouched, again = untouched;
    hra_error why = {0};
    c->text_read = text;
    hra_err err = hra_game_parse_move(c->game, c->s, text, &m, &why);
    if (err) {
        check_refusal(c, err, &why, strlen(text));
        if (m != untouched)
            visit_broken(c, "it is no move, but the result was changed");
    } else {
        if (!hra_game_legal(c->game, c->s, m))
            visit_broken(c, "it is read as %u, which is not legal", m);
        hra_text_clear(&c->text);
        c->rules->text->show_move(c->game, c->s, m, &c->text);
        if (hra_game_parse_move(c->game, c->s, hra_text_string(&c->text), &again, NULL) != 0 || again != m)
            visit_broken(c, "it is read as %u, written '%s' and read as %u", m, hra_text_string(&c->text),
                         again);
    }
    c->text_read = NULL;
}

/* The first and the last move of a state, and some in between. */
static void damage_moves(visit *c, int moves, size_t most) {
    hra_text text, other;
    hra_text_init(&text);
    hra_text_init(&other);
    visit_list_moves(c);
    int step = c->n > moves ? c->n / moves : 1;
    for (int i = 0; i < c->n; i += step) {
        hra_text_clear(&text);
        hra_text_clear(&other);
        c->rules->text->show_move(c->game, c->s, c->moves[i], &text);
        c->rules->text->show_move(c->game, c->s, c->moves[(i + 1) % c->n], &other);
        damage_text(c, hra_text_string(&text), hra_text_string(&other), most, read_damaged_move);
    }
    hra_text_release(&text);
    hra_text_release(&other);
}

static void damaged_moves_are_refused_or_legal(void **state) {
    for (int i = 0; i < list.count; i++) {
        visit c;
        visit_open(&c, list.spec[i]);
        draw_states(&c);
        for (int k = 0; k < DRAWN; k++) {
            memcpy(c.s, some.state[k], c.game->state_size);
            damage_moves(&c, all ? 64 : 3, all ? SIZE_MAX : 12);
        }
        release_states();
        visit_close(&c);
    }
}

/* ---- the corpus of the fuzzers --------------------------------------------------------------*/

/* It holds what random plays never write: shortened forms, and what people type. */
enum { MOST_BYTES = 4096 };

/* Reads the next file of a folder; the first line, which is the spec of a game, is ended by a zero.
 * False: there is none left. */
static bool next_file(DIR *folder, const char *path, char text[MOST_BYTES + 1]) {
    char name[512];
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        snprintf(name, sizeof name, "%s/%.200s", path, entry->d_name);
        FILE *file = entry->d_name[0] == '.' ? NULL : fopen(name, "rb");
        if (!file)
            continue;
        size_t n = fread(text, 1, MOST_BYTES, file);
        fclose(file);
        text[n] = '\0';
        char *end = strchr(text, '\n');
        if (!end)
            continue;
        *end = '\0';
        return true;
    }
    return false;
}

/* Reads each file that begins with the spec of a game; most of the others have none on purpose. */
static void walk_corpus(const char *path, void (*check)(visit *, const char *text)) {
    char text[MOST_BYTES + 1];
    int games = 0;
    DIR *folder = opendir(path);
    if (!folder)
        fail_msg("%s is not to be read", path);
    while (next_file(folder, path, text)) {
        hra_game *game;
        visit c;
        if (hra_game_open(&game, &visit_files, text, NULL) != 0)
            continue;
        hra_game_close(game);
        visit_open(&c, text);
        memset(seen, 0, sizeof seen);
        check(&c, text + strlen(text) + 1);
        visit_close(&c);
        games++;
    }
    closedir(folder);
    assert_true(games > 20); /* else the corpus lies elsewhere */
}

static void damage_position(visit *c, const char *text) {
    hra_text start;
    hra_text_init(&start);
    c->rules->init(c->game, c->s);
    c->rules->text->write_position(c->game, c->s, &start);
    damage_text(c, text, hra_text_string(&start), all ? SIZE_MAX : 120, read_damaged_position);
    hra_text_release(&start);
}

static void damaged_positions_of_the_corpus(void **state) {
    walk_corpus("fuzz/corpus/position", damage_position);
}

/* The first line is the way to some state, a byte per move. */
static void damage_typed_move(visit *c, const char *text) {
    c->rules->init(c->game, c->s);
    visit_list_moves(c);
    for (; *text && *text != '\n'; text++) {
        if (c->n)
            c->rules->apply(c->game, c->s, c->moves[(unsigned char)*text % c->n]);
        visit_list_moves(c);
    }
    if (*text)
        damage_text(c, text + 1, "", all ? SIZE_MAX : 120, read_damaged_move);
}

static void damaged_moves_of_the_corpus(void **state) {
    walk_corpus("fuzz/corpus/move", damage_typed_move);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damaged_positions_are_refused_or_good),
        cmocka_unit_test(damaged_moves_are_refused_or_legal),
        cmocka_unit_test(damaged_positions_of_the_corpus),
        cmocka_unit_test(damaged_moves_of_the_corpus),
    };
    all = getenv("ALL") && *getenv("ALL");
    specs_list(&list);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
