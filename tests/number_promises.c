/* What the interface promises of a game in numbers: features, terms, what was gained, numbers of moves. */
#include "promises.h"
#include "rules/defaults.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- features -------------------------------------------------------------------------------*/

enum { MOST_SEEN = 1 << 14 };

static int list_features(visit *c, const unsigned char *state, int seat, hra_feature *out) {
    const hra_rules_encoding *n = c->rules->encoding;
    hra_game_view(c->game, state, seat, c->scratch);
    int count = n->features(c->game, c->scratch, seat, out);
    if (count < 0 || count > n->feature_room(c->game))
        visit_broken(c, "seat %d has %d features, more than %d", seat, count, n->feature_room(c->game));
    for (int i = 0; i < count; i++) {
        if (out[i].index >= (uint32_t)n->feature_count(c->game) || (i && out[i].index <= out[i - 1].index))
            visit_broken(c, "the features of seat %d do not rise below %d: %u", seat,
                         n->feature_count(c->game), out[i].index);
        if (!isfinite(out[i].value) || out[i].value == 0 || fabsf(out[i].value) > 16)
            visit_broken(c, "feature %u of seat %d is %g", out[i].index, seat, (double)out[i].value);
    }
    return count;
}

/* Features of one seat in one walk, by their hash. */
static struct {
    uint64_t hash, key;
    int ply;
} seen[MOST_SEEN];

static void remember(visit *c, int seat, uint64_t hash, uint64_t key) {
    size_t at = hash % MOST_SEEN;
    for (int i = 0; i < 8; i++, at = (at + 1) % MOST_SEEN) {
        if (seen[at].hash == hash && seen[at].key != key)
            visit_broken(c, "seat %d has the features of ply %d, which is another state", seat, seen[at].ply);
        if (seen[at].hash == 0 || seen[at].hash == hash) {
            seen[at].hash = hash;
            seen[at].key = key;
            seen[at].ply = c->ply;
            return;
        }
    }
}

/* They are well formed, the same for the same state, and tell apart what a seat can tell apart. */
void features_say_all(visit *c) {
    const hra_rules_encoding *n = c->rules->encoding;
    if (!n->features)
        return;
    if (c->ply == 0)
        memset(seen, 0, sizeof seen);
    size_t capacity = (size_t)n->feature_room(c->game) * sizeof(hra_feature);
    hra_feature *mine = malloc(capacity), *twins = malloc(capacity);
    unsigned char *same = malloc(c->game->state_size);
    for (int seat = 0; seat < c->game->seats; seat++) {
        int count = list_features(c, c->s, seat, mine);
        hra_game_canonical(c->game, c->scratch, same);
        if (list_features(c, c->twin, seat, twins) != count ||
            memcmp(mine, twins, (size_t)count * sizeof *mine) != 0)
            visit_broken(c, "the features of seat %d depend on chance", seat);
        uint64_t hash = hra_hash(mine, (size_t)count * sizeof *mine) + (uint64_t)seat;
        remember(c, seat, hash ? hash : 1, hra_game_key(c->game, same));
    }
    free(mine);
    free(twins);
    free(same);
}

/* Of states in a row, some of them the same. */
void features_together_are_those_alone(visit *c) {
    enum { STATES = 4 };
    const hra_rules_encoding *n = c->rules->encoding;
    if (!n->features_many)
        return;
    const size_t room = (size_t)n->feature_room(c->game);
    hra_feature *together = malloc(STATES * room * sizeof *together), *alone = malloc(room * sizeof *alone);
    unsigned char *start = malloc(c->game->state_size);
    c->rules->init(c->game, start);
    const void *states[STATES] = {c->s, start, c->twin, c->s};
    for (int seat = 0; seat < c->game->seats; seat++) {
        const hra_feature *at = together;
        int counts[STATES];
        n->features_many(c->game, states, STATES, seat, together, counts);
        for (int i = 0; i < STATES; at += counts[i++]) {
            const int count = n->features(c->game, states[i], seat, alone);
            if (count != counts[i] || memcmp(alone, at, (size_t)count * sizeof *alone) != 0)
                visit_broken(c, "features_many has other features of seat %d in state %d", seat, i);
        }
    }
    free(together);
    free(alone);
    free(start);
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Once a walk: what does not depend on the state. */
void features_and_terms_have_names(visit *c) {
    const hra_rules_encoding *n = c->rules->encoding;
    if (c->ply > 0)
        return;
    int count = hra_encoding_of(c->game).features, terms = hra_encoding_of(c->game).terms;
    if ((n->features && count < 1) || (n->action && hra_encoding_of(c->game).actions < 1) ||
        (n->terms && (terms < 1 || terms > HRA_MAX_TERMS)))
        visit_broken(c, "it has %d features, %d numbers of moves, %d terms", count,
                     hra_encoding_of(c->game).actions, terms);
    char **name = calloc((size_t)(count + terms) + 1, sizeof *name);
    for (int i = 0; i < count; i++)
        assert_int_equal(hra_state_number_name(c->game, HRA_NUMBER_FEATURE, i, &name[i], NULL), 0);
    for (int i = 0; i < terms; i++)
        assert_int_equal(hra_state_number_name(c->game, HRA_NUMBER_TERM, i, &name[count + i], NULL), 0);
    for (int i = 0; i < count + terms; i++)
        if (!is_plain_line(name[i]))
            visit_broken(c, "the name of feature or term %d is '%s'", i, name[i]);
    qsort(name, (size_t)count, sizeof *name, by_text);
    qsort(name + count, (size_t)terms, sizeof *name, by_text);
    for (int i = 1; i < count + terms; i++)
        if (i != count && strcmp(name[i - 1], name[i]) == 0)
            visit_broken(c, "two features or terms are called '%s'", name[i]);
    for (int i = 0; i < count + terms; i++)
        hra_string_free(name[i]);
    free(name);
}

void phases_are_counted(visit *c) {
    const hra_rules_encoding *n = c->rules->encoding;
    if (!n->phase && !n->phase_count)
        return;
    int count = n->phase && n->phase_count ? n->phase_count(c->game) : 0;
    if (count < 1 || count > HRA_MAX_PHASES)
        visit_broken(c, "it has %d phases", count);
    for (int seat = 0; seat < c->game->seats; seat++) {
        hra_game_view(c->game, c->s, seat, c->scratch);
        int phase = n->phase(c->game, c->scratch), twin = n->phase(c->game, c->s);
        if (phase < 0 || phase >= count || phase != twin)
            visit_broken(c, "it is phase %d of %d, and %d as seat %d sees it", twin, count, phase, seat);
    }
}

void views_turn_round(visit *c) {
    const hra_rules_encoding *n = c->rules->encoding;
    if (!n->perspective || c->game->rules->to_move(c->game, c->s) == HRA_OVER)
        return;
    if (c->game->seats != 2 || !c->game->zero_sum || c->game->min_return != -c->game->max_return)
        visit_broken(c, "one seat looks for both, and they do not win what the other loses");
    int viewer = n->perspective(c->game, c->s), twin = n->perspective(c->game, c->twin);
    if (viewer < -1 || viewer > 1 || viewer != twin)
        visit_broken(c, "seat %d looks for both, or %d", viewer, twin);
}

/* Narrower than the returns of the game, if at all; where one wins what the other loses, one span for both.
 */
void what_is_possible_is_a_span(visit *c) {
    const hra_game *game = c->game;
    double least[HRA_MAX_SEATS], most[HRA_MAX_SEATS];
    if (!c->rules->encoding->possible || c->mover == HRA_OVER)
        return;
    for (int seat = 0; seat < game->seats; seat++) {
        c->rules->encoding->possible(game, c->s, seat, &least[seat], &most[seat]);
        if (!(least[seat] <= most[seat]) || least[seat] < game->min_return || most[seat] > game->max_return)
            visit_broken(c, "seat %d may still get %g..%g", seat, least[seat], most[seat]);
    }
    if (game->zero_sum && (least[0] != -most[1] || most[0] != -least[1]))
        visit_broken(c, "one may get %g..%g, the other %g..%g", least[0], most[0], least[1], most[1]);
}

/* What a part of the play is worth that begins here. */
void what_is_settled_is_a_return(visit *c) {
    const hra_game *game = c->game;
    double value[HRA_MAX_SEATS + 1];
    value[game->seats] = 12345;
    if (!c->rules->conduct->settled || c->mover == HRA_OVER || !c->rules->conduct->settled(game, c->s, value))
        return;
    for (int seat = 0; seat < game->seats; seat++)
        if (!(value[seat] >= game->min_return && value[seat] <= game->max_return))
            visit_broken(c, "seat %d gets %g from here on", seat, value[seat]);
    if (value[game->seats] != 12345 || (game->zero_sum && value[0] != -value[1]))
        visit_broken(c, "what is settled is not one number a seat");
    if (!c->rules->conduct->settled(game, c->s, NULL))
        visit_broken(c, "it is settled only if one asks for values");
}

/* ---- terms, what was gained -----------------------------------------------------------------*/

void terms_are_finite(visit *c) {
    const int terms = hra_encoding_of(c->game).terms;
    double *now = malloc(((size_t)terms + 1) * sizeof *now), again[HRA_MAX_TERMS];
    for (int seat = 0; terms && seat < c->game->seats; seat++)
        for (int moved = 0; moved <= c->moved; moved++) {
            const void *before = moved ? c->before : NULL;
            now[terms] = 12345;
            assert_int_equal(hra_state_terms(c->game, before, c->s, seat, now, terms, NULL), 0);
            assert_int_equal(hra_state_terms(c->game, before, c->twin, seat, again, terms, NULL), 0);
            for (int i = 0; i < terms; i++)
                if (!isfinite(now[i]) || now[i] != again[i])
                    visit_broken(c, "term %s of seat %d is %g, or %g", c->rules->encoding->terms[i], seat,
                                 now[i], again[i]);
            if (now[terms] != 12345)
                visit_broken(c, "more terms than have names");
        }
    free(now);
}

void gained_ends_as_returns(visit *c) {
    double gained[HRA_MAX_SEATS + 1], value[HRA_MAX_SEATS];
    if (!c->rules->encoding->rewards)
        return;
    gained[c->game->seats] = 12345;
    c->rules->encoding->rewards(c->game, c->s, gained);
    if (gained[c->game->seats] != 12345)
        visit_broken(c, "gained writes more than one number per seat");
    if (c->mover == HRA_OVER)
        c->rules->returns(c->game, c->s, value);
    for (int seat = 0; seat < c->game->seats; seat++)
        if (!isfinite(gained[seat]) || (c->mover == HRA_OVER && gained[seat] != value[seat]))
            visit_broken(c, "seat %d has gained %g", seat, gained[seat]);
}

/* ---- numbers of moves -----------------------------------------------------------------------*/

/* The first move of a seat that had a number, and what it said; of one play. */
typedef struct meaning {
    hra_move move;
    uint64_t text; /* hash; 0: none had it yet */
} meaning;

static meaning *known;

/* A number stands for the same move, or for moves that say the same: where a move is told by its piece alone,
 * the dice decide where it goes, and where dice are held, which ones "keep all" is about. */
void actions_mean_always_the_same(visit *c) {
    const int actions = hra_encoding_of(c->game).actions;
    if (c->ply == 0) {
        free(known);
        known = calloc((size_t)(actions * c->game->seats) + 1, sizeof *known);
    }
    if (actions == 0 || c->mover < 0)
        return;
    bool *used = calloc((size_t)actions, sizeof *used);
    for (int i = 0; i < c->n; i++) {
        int number = c->rules->encoding->action(c->game, c->s, c->moves[i]);
        if (number < 0 || number >= actions || used[number])
            visit_broken(c, "move %u has the number %d, which is another's or none of %d", c->moves[i],
                         number, actions);
        used[number] = true;
        hra_text_clear(&c->text);
        c->rules->text->show_move(c->game, c->s, c->moves[i], &c->text);
        meaning *first = &known[c->mover * actions + number];
        uint64_t hash = hra_hash(c->text.data, c->text.length) | 1;
        if (first->text && first->text != hash && first->move != c->moves[i])
            visit_broken(c, "move '%s' of seat %d has the number %d of another move",
                         hra_text_string(&c->text), c->mover, number);
        if (!first->text)
            *first = (meaning){c->moves[i], hash};
    }
    free(used);
}
