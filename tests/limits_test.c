/* Limits of nodes and of playouts count and never look at a clock: every player that can be given one plays
 * the same game twice, move for move and number for number, and never goes beyond it.
 *
 * Each decision is made twice over by two plays of the same seed. With ALL=1 in the environment every set of
 * options of each game is played, and longer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "asked.h"
#include "roster.h"
#include "specs.h"

static bool all;

typedef struct bound {
    const char *option;
    hra_limits limits;
} bound;

static const bound limits[] = {
    {"nodes", {.nodes = 700}},
    {"nodes", {.nodes = 5}}, /* not one whole round, nor all moves of the first */
    {"playouts", {.playouts = 25}},
    {"playouts", {.playouts = 1}},
};

/* What came of one play. */
typedef struct told {
    hra_text record;
    uint64_t most; /* nodes of a decision */
} told;

static hra_err keep(void *self, const char *text, size_t length) {
    hra_text *record = self;
    hra_text_add_bytes(record, text, length);
    return record->err;
}

static void play(const hra_game *game, const hra_player *player, const bound *limit, told *out) {
    const hra_player *players[HRA_MAX_SEATS];
    hra_play *play;
    hra_event event = {.kind = HRA_EVENT_MOVE};
    hra_error why;
    int left = all ? 60 : 4;
    for (int seat = 0; seat < game->seats; seat++)
        players[seat] = player;
    hra_text_init(&out->record);
    out->most = 0;
    const hra_play_setup setup = {.size = sizeof setup,
                                  .game = game,
                                  .players = players,
                                  .count = game->seats,
                                  .seed = 11,
                                  .limits = limit->limits,
                                  .sink = keep,
                                  .sink_self = &out->record};
    if (hra_play_open(&play, &setup, &why))
        fail_msg("%s: %s", game->spec, why.text);
    while (left > 0 && event.kind != HRA_EVENT_OVER) {
        asked_decision thought = {0};
        hra_err err = hra_play_step(play, &event);
        if (err == HRA_EFIT) /* an evaluation that leaves the bounds by which the method cuts */
            break;
        if (err)
            fail_msg("%s, %s with %s: %s", game->spec, hra_player_info_of(player)->spec, limit->option,
                     hra_play_why(play)->text);
        if (event.kind != HRA_EVENT_MOVE)
            continue;
        left--;
        if (asked_recall(hra_play_agent(play, event.seat), &thought) == 0)
            hra_text_addf(&out->record, "# %llu %.17g\n", (unsigned long long)thought.nodes,
                          thought.value[0]);
        out->most = thought.nodes > out->most ? thought.nodes : out->most;
    }
    hra_play_close(play);
}

static bool takes(const hra_player_kind *kind, const char *option) {
    for (const hra_option *o = kind->options; o && o->name; o++)
        if (strcmp(o->name, option) == 0)
            return true;
    return false;
}

/* Searches in threads that share a tree meet in another order each time. */
static bool is_repeatable(const char *spec) {
    return strstr(spec, "parallel=tree") == NULL;
}

/* The kind of player that a spec names; NULL: a model. */
static const hra_player_kind *kind_of(const hra_game *game, const char *spec) {
    char name[HRA_NAME_LENGTH];
    const char *text;
    size_t length;
    assert_int_equal(hra_spec_split(spec, name, &text, &length, NULL), 0);
    for (const hra_player_kind *const *e = game->rules->catalogue->experts; e && *e; e++)
        if (strcmp((*e)->name, name) == 0)
            return *e;
    return hra_registry_find_player(NULL, name);
}

/* How often a player of this game was held to a limit. */
static int try_player(const hra_game *game, const char *spec) {
    const hra_player_kind *kind = kind_of(game, spec);
    hra_player *player;
    hra_error why;
    int tried = 0;
    if (!kind || (!takes(kind, "nodes") && !takes(kind, "playouts")))
        return 0;
    if (hra_player_open(&player, game, spec, NULL, NULL, &why))
        return 0; /* a method that does not fit */
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        told one, two;
        if (!takes(kind, limits[i].option) || !is_repeatable(spec))
            continue;
        play(game, player, &limits[i], &one);
        play(game, player, &limits[i], &two);
        if (strcmp(hra_text_string(&one.record), hra_text_string(&two.record)) != 0)
            fail_msg("%s, %s with %s:\n%s\nand again\n%s", game->spec, spec, limits[i].option,
                     hra_text_string(&one.record), hra_text_string(&two.record));
        if (limits[i].limits.nodes && one.most > limits[i].limits.nodes)
            fail_msg("%s, %s: %llu nodes of %llu", game->spec, spec, (unsigned long long)one.most,
                     (unsigned long long)limits[i].limits.nodes);
        hra_text_release(&one.record);
        hra_text_release(&two.record);
        tried++;
    }
    hra_player_close(player);
    return tried;
}

static void the_same_limit_gives_the_same_record(void **state) {
    const spec_list *specs = *state;
    for (int g = 0; hra_registry_game(NULL, g); g++) {
        const char *name = hra_registry_game(NULL, g)->name;
        size_t length = strlen(name);
        bool taken = false;
        for (int i = 0; i < specs->count && (all || !taken); i++) {
            const char *spec = specs->spec[i];
            hra_game *game;
            roster list;
            int tried = 0;
            if (strncmp(spec, name, length) != 0 || (spec[length] && spec[length] != ':'))
                continue;
            taken = true;
            assert_int_equal(hra_game_open(&game, NULL, spec, NULL), 0);
            roster_list(&list, game->rules);
            for (int k = 0; k < list.count; k++)
                tried += try_player(game, list.spec[k]);
            const hra_player_kind *kind;
            for (int k = 0; (kind = hra_registry_player(NULL, k)) != NULL; k++)
                if (kind->title) /* without a depth, which the roster names */
                    tried += try_player(game, kind->name);
            assert_true(tried > 3); /* else this tests nothing */
            hra_game_close(game);
        }
    }
}

int main(void) {
    static spec_list specs;
    const char *wanted = getenv("ALL");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(the_same_limit_gives_the_same_record, &specs),
    };
    all = wanted && *wanted;
    specs_list(&specs);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
