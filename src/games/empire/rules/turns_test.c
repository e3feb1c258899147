/* A turn reaches every position that its card allows, and each in one way: the steps of the rules against
 * a twin that knows no order and moves armies one edge at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "empire.h"

enum { MOST = 1 << 18 };

/* What a turn can change on the board. */
typedef struct board {
    uint8_t piece[EM_OWNERS][EM_REGIONS];
    uint8_t supply[EM_SEATS];
} board;

static board board_of(const em_state *s) {
    board b;
    memcpy(b.piece, s->piece, sizeof b.piece);
    memcpy(b.supply, s->supply, sizeof b.supply);
    return b;
}

static uint64_t key_of(const board *b) {
    return hra_hash(b, sizeof *b);
}

static int compare(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* ---- the rules ----------------------------------------------------------------------------------*/

typedef struct ends {
    uint64_t *key;
    int count;
} ends;

static void add_ends(const hra_game *game, const em_state *s, ends *out) {
    hra_move list[EM_MAX_MOVES];
    int n = game->rules->moves(game, s, list);
    assert_in_range(n, 1, game->max_moves);
    for (int i = 0; i < n; i++) {
        em_state next = *s;
        game->rules->apply(game, &next, list[i]);
        if (em_move_kind(list[i]) != EM_MOVE_END) {
            add_ends(game, &next, out);
            continue;
        }
        board b = board_of(&next);
        assert_true(out->count < MOST);
        out->key[out->count++] = key_of(&b);
    }
}

/* ---- the twin -----------------------------------------------------------------------------------*/

/* Boards that were found, a hash table by their keys; list: in the order in which they were. */
typedef struct found {
    board *list;
    int *slot;
    int count;
} found;

static void add_board(found *f, const board *b) {
    size_t at = key_of(b) % (2 * MOST);
    while (f->slot[at] && memcmp(&f->list[f->slot[at] - 1], b, sizeof *b) != 0)
        at = (at + 1) % (2 * MOST);
    if (f->slot[at])
        return;
    assert_true(f->count < MOST);
    f->list[f->count++] = *b;
    f->slot[at] = f->count;
}

static void place_anywhere(const em_game *g, int seat, const board *b, found *f) {
    for (int i = 0; i < g->map.regions; i++)
        if ((b->supply[seat] & 15) && (i == g->map.start || b->piece[seat][i] >= 16)) {
            board next = *b;
            next.piece[seat][i]++;
            next.supply[seat]--;
            add_board(f, &next);
        }
}

static void step_anywhere(const em_game *g, int seat, bool sea, const board *b, found *f) {
    for (int i = 0; i < g->map.regions; i++)
        for (int k = 0; k < g->map.regions; k++)
            if ((b->piece[seat][i] & 15) && g->map.near[sea][i] >> k & 1) {
                board next = *b;
                next.piece[seat][i]--;
                next.piece[seat][k]++;
                add_board(f, &next);
            }
}

static void build_anywhere(const em_game *g, int seat, const board *b, found *f) {
    for (int i = 0; i < g->map.regions; i++)
        if ((b->piece[seat][i] & 15) && b->supply[seat] >= 16) {
            board next = *b;
            next.piece[seat][i] = (uint8_t)(next.piece[seat][i] + 16);
            next.supply[seat] = (uint8_t)(next.supply[seat] - 16);
            add_board(f, &next);
        }
}

static void destroy_anywhere(const em_game *g, int seat, const board *b, found *f) {
    for (int owner = 0; owner < EM_OWNERS; owner++)
        for (int i = 0; i < g->map.regions; i++)
            if (owner != seat && (b->piece[owner][i] & 15)) {
                board next = *b;
                next.piece[owner][i]--;
                if (owner < EM_SEATS)
                    next.supply[owner]++;
                add_board(f, &next);
            }
}

/* Everything that up to `amount` single steps make out of the boards found so far. */
static void act_anyhow(const em_game *g, int seat, int action, int amount, found *f) {
    for (int from = 0, to = f->count; amount > 0; amount--, from = to, to = f->count)
        for (int i = from; i < to; i++) {
            board b = f->list[i];
            if (action == EM_PLACE)
                place_anywhere(g, seat, &b, f);
            else if (action == EM_CITY)
                build_anywhere(g, seat, &b, f);
            else if (action == EM_DESTROY)
                destroy_anywhere(g, seat, &b, f);
            else
                step_anywhere(g, seat, action == EM_SEA, &b, f);
        }
}

static void find_boards(const em_game *g, const em_state *s, const em_card *card, found *f) {
    board start = board_of(s);
    memset(f->slot, 0, 2 * MOST * sizeof *f->slot);
    f->count = 0;
    add_board(f, &start);
    act_anyhow(g, s->turn, card->action[0], card->amount[0], f);
    if (card->joined == EM_AND) {
        act_anyhow(g, s->turn, card->action[1], card->amount[1], f);
    } else if (card->joined == EM_OR) { /* the second one begins where the first one began */
        found other = {.list = malloc(MOST * sizeof(board)), .slot = calloc(2 * MOST, sizeof(int))};
        add_board(&other, &start);
        act_anyhow(g, s->turn, card->action[1], card->amount[1], &other);
        for (int i = 0; i < other.count; i++)
            add_board(f, &other.list[i]);
        free(other.list);
        free(other.slot);
    }
}

/* ---- both -----------------------------------------------------------------------------------------*/

static const char *spec;
static ends by_rules;
static found by_twin;
static uint64_t *twin_key;
static int most;

/* The turn with this card in the first place of the row, wherever it lies. */
static void compare_card(const hra_game *game, const em_state *from, int number) {
    const em_game *g = em_of(game);
    em_state s = *from;
    s.row[0] = g->kind[number];
    find_boards(g, &s, &em_cards[number], &by_twin);
    game->rules->apply(game, &s, em_move(EM_MOVE_CARD, 0, 0));
    by_rules.count = 0;
    add_ends(game, &s, &by_rules);
    most = by_rules.count > most ? by_rules.count : most;
    qsort(by_rules.key, (size_t)by_rules.count, sizeof *by_rules.key, compare);
    for (int i = 1; i < by_rules.count; i++)
        if (by_rules.key[i] == by_rules.key[i - 1])
            fail_msg("%s: card %d: an end position comes twice (%d for %d)", spec, number, by_rules.count,
                     by_twin.count);
    for (int i = 0; i < by_twin.count; i++)
        twin_key[i] = key_of(&by_twin.list[i]);
    qsort(twin_key, (size_t)by_twin.count, sizeof *twin_key, compare);
    if (by_rules.count != by_twin.count ||
        memcmp(twin_key, by_rules.key, (size_t)by_twin.count * sizeof *twin_key) != 0)
        fail_msg("%s: card %d: %d end positions, the twin has %d", spec, number, by_rules.count,
                 by_twin.count);
}

/* Random plays: a turn here and there with a card of each kind of action. */
static int compare_plays(const char *name, int plays, int limit) {
    hra_game *game = NULL;
    hra_error why;
    hra_rng rng;
    int turns = 0;
    spec = name;
    if (hra_game_open(&game, NULL, name, &why) != 0)
        fail_msg("%s: %s", name, why.text);
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES];
    hra_rng_init(&rng, 5);
    for (int play = 0; play < plays; play++) {
        em_state s;
        game->rules->init(game, &s);
        for (;;) {
            int mover = game->rules->to_move(game, &s);
            if (mover == HRA_OVER)
                break;
            if (s.phase == EM_AT_CARD && hra_rng_below(&rng, (uint32_t)limit) == 0) {
                compare_card(game, &s, 1 + (int)hra_rng_below(&rng, EM_CARDS));
                turns++;
            }
            int n = mover == HRA_CHANCE ? 1 : game->rules->moves(game, &s, list);
            hra_move m = mover == HRA_CHANCE ? hra_game_sample(game, &s, &rng, list, probability)
                                             : list[hra_rng_below(&rng, (uint32_t)n)];
            game->rules->apply(game, &s, m);
        }
    }
    hra_game_close(game);
    return turns;
}

static void a_turn_has_each_end_once(void **state) {
    by_rules.key = malloc(MOST * sizeof *by_rules.key);
    by_twin.list = malloc(MOST * sizeof *by_twin.list);
    by_twin.slot = malloc(2 * MOST * sizeof *by_twin.slot);
    twin_key = malloc(MOST * sizeof *twin_key);
    int turns = 0;
    turns += compare_plays("empire", 60, 3);
    turns += compare_plays("empire:map=thesis,neutral-armies=0", 60, 3);
    turns += compare_plays("empire:seats=3", 30, 3);
    turns += compare_plays("empire:seats=5,map=thesis", 30, 3);
    assert_true(turns > 200);
    print_message("%d turns, at most %d ends\n", turns, most);
    free(by_rules.key);
    free(by_twin.list);
    free(by_twin.slot);
    free(twin_key);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_has_each_end_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
