/* Blocks as text, to be kept, and to come from another machine. */
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/lines.h"
#include "core/messages.h"
#include "match/game_row.h"
#include "tournament/group_task.h"

enum { FORM = 2, DIGITS = 64, REST = 5 /* numbers of a game beside what each seat got */ };

static const char digit[DIGITS + 1] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";

/* The number of digits that name each of `kinds` kinds. */
static int width_of(uint64_t kinds) {
    int width = 1;
    for (uint64_t most = DIGITS; most < kinds; most *= DIGITS)
        width++;
    return width;
}

/* ---- writing --------------------------------------------------------------------------------*/

/* Groups that brought the same are one kind; the key of one are all numbers that count. */
typedef struct sorting {
    double *key; /* of each kind, one after the other */
    size_t size; /* numbers of a key */
    uint32_t count;
    uint32_t *slot; /* a hash table of 1 + kind; 0 is free */
    size_t slots;
    uint32_t *of; /* the kind of each group */
} sorting;

/* Outcomes, the last of which is one for each reason. */
static int outcome_code(const hra_match_game *g) {
    int reason = g->outcome == HRA_OUTCOME_ADJUDICATED ? (int)g->adjudication - 1 : 0;
    return (int)g->outcome + reason;
}

static void write_key(const hra_match_game *games, int count, double *key) {
    for (int i = 0; i < count; i++) {
        const hra_match_game *g = &games[i];
        for (int seat = 0; seat < g->count; seat++)
            *key++ = g->value[seat];
        *key++ = g->winners;
        *key++ = g->share;
        *key++ = outcome_code(g);
        *key++ = g->failure;
        *key++ = g->failed;
    }
}

/* The kind of the last key; where that is known it is forgotten again. */
static uint32_t find_kind(sorting *k) {
    const double *own = k->key + k->count * k->size;
    size_t bytes = k->size * sizeof *own, at = (size_t)hra_hash(own, bytes) & (k->slots - 1);
    while (k->slot[at] != 0 && memcmp(k->key + (k->slot[at] - 1) * k->size, own, bytes) != 0)
        at = (at + 1) & (k->slots - 1);
    if (k->slot[at] == 0)
        k->slot[at] = ++k->count;
    return k->slot[at] - 1;
}

static bool sort_out(sorting *k, const hra_group_task *b) {
    uint64_t groups = b->to - b->from;
    *k = (sorting){.size = (size_t)b->count * (size_t)(b->game[0].count + REST), .slots = 16};
    while (k->slots < 2 * groups)
        k->slots *= 2;
    bool fits = hra_room_fits(groups, k->size * sizeof *k->key);
    k->key = fits ? malloc((size_t)groups * k->size * sizeof *k->key)
                  : NULL; /* kinds are few: most stays untouched */
    k->slot = hra_room(k->slots, sizeof *k->slot);
    k->of = hra_room(groups, sizeof *k->of);
    if (!k->key || !k->slot || !k->of)
        return false;
    for (uint64_t g = 0; g < groups; g++) {
        write_key(&b->game[g * (uint64_t)b->count], b->count, k->key + k->count * k->size);
        k->of[g] = find_kind(k);
    }
    return true;
}

static void release_sorting(sorting *k) {
    free(k->key);
    free(k->slot);
    free(k->of);
}

static bool has_witness(const hra_group_task *b) {
    bool found = false;
    for (uint64_t g = b->from; g < b->to && !found; g++)
        found = hra_group_task_is_witness(b->period, g);
    return found;
}

static void write_moves(const hra_group_task *b, hra_text *out) {
    if (!has_witness(b))
        return;
    hra_text_add(out, "moves");
    for (uint64_t g = b->from; g < b->to; g++)
        for (int i = 0; i < b->count && hra_group_task_is_witness(b->period, g); i++)
            hra_text_addf(out, " %llx", (unsigned long long)hra_group_task_group(b, g)[i].moves);
    hra_text_add_char(out, '\n');
}

/* By turns, as of a match of the pairing; where each plays alone the turn is the player's place. */
static void write_rows(const hra_group_task *b, hra_text *out) {
    const uint64_t games = (b->to - b->from) * (uint64_t)b->count;
    for (uint64_t i = 0; b->facts && i < games; i++) {
        hra_match_game g = b->game[i];
        g.facts = &b->facts[i];
        if (g.count == 1) {
            g.player[0] = (int)(i % (uint64_t)b->count);
            g.game = b->from * (uint64_t)b->count + i;
        }
        hra_game_row_write(b->played, &g, out);
    }
}

void hra_group_task_write(const hra_group_task *b, int pairing, hra_text *out) {
    sorting k;
    bool good = sort_out(&k, b);
    hra_text_addf(out, "hra-block %d\npairing %d\ngroups %llu %llu\n", FORM, pairing,
                  (unsigned long long)b->from, (unsigned long long)b->to);
    write_moves(b, out);
    for (uint32_t i = 0; i < k.count && good; i++) {
        hra_text_add(out, "kind");
        for (size_t n = 0; n < k.size; n++) {
            hra_text_add_char(out, ' ');
            hra_text_add_number(out, k.key[i * k.size + n]);
        }
        hra_text_add_char(out, '\n');
    }
    hra_text_add(out, "order ");
    int width = width_of(k.count);
    for (uint64_t g = 0; g < b->to - b->from && good; g++)
        for (int place = width - 1; place >= 0; place--)
            hra_text_add_char(out, digit[k.of[g] >> (6 * place) & (DIGITS - 1)]);
    hra_text_add_char(out, '\n');
    write_rows(b, out);
    out->err = good ? out->err : HRA_ENOMEM;
    release_sorting(&k);
}

/* ---- reading --------------------------------------------------------------------------------*/

/* Goes to the next line, which begins with this word. */
static void next_line(hra_lines *l, const char *key) {
    if (!hra_lines_next(l))
        hra_lines_fail(l, HRA_EINPUT, "the text ends within a block");
    hra_lines_expect_key(l, key);
}

/* The game of a kind in which players turned so far; who sat where follows from that. */
static void take_game(hra_lines *l, const hra_tournament_setup *setup, int turn, hra_match_game *g) {
    int seats = setup->game->seats;
    *g = (hra_match_game){.count = seats};
    for (int seat = 0; seat < seats; seat++) {
        g->value[seat] = hra_lines_number(l, -1e300, 1e300);
        if (seats > 1)
            g->player[(seat + turn) % seats] = seat;
    }
    g->winners = (unsigned)hra_lines_int(l, 0, (1 << HRA_MAX_SEATS) - 1);
    /* seats that no player has, such as the ghosts', share too */
    g->share = hra_lines_int(l, g->winners != 0, HRA_MAX_SEATS + 1);
    int code = hra_lines_int(l, 0, HRA_OUTCOME_ADJUDICATED + HRA_ADJUDICATIONS - 2);
    g->outcome = (hra_outcome)(code < HRA_OUTCOME_ADJUDICATED ? code : HRA_OUTCOME_ADJUDICATED);
    if (code >= HRA_OUTCOME_ADJUDICATED)
        g->adjudication = (hra_adjudication)(code - HRA_OUTCOME_ADJUDICATED + 1);
    g->failure = hra_lines_int(l, HRA_EPROTOCOL, 0);
    g->failed = hra_lines_int(l, -1, seats - 1);
}

static void take_moves(hra_lines *l, hra_group_task *b) {
    if (!has_witness(b))
        return;
    next_line(l, "moves");
    for (uint64_t g = b->from; g < b->to; g++)
        for (int i = 0; i < b->count && hra_group_task_is_witness(b->period, g); i++)
            b->moves[hra_group_task_witness(b->period, g)] =
                hra_group_task_add_moves(b->moves[hra_group_task_witness(b->period, g)], hra_lines_hex(l));
    hra_lines_done(l);
}

/* Reads the line of a kind. */
static void take_games(hra_lines *l, const hra_tournament_setup *setup, hra_group_task *b) {
    if (b->kinds == b->to - b->from) /* the block has room for as many kinds as groups */
        hra_lines_fail(l, HRA_EINPUT, "more kinds than groups");
    for (int i = 0; i < b->count && !l->err; i++)
        take_game(l, setup, i, &b->game[b->kinds * (uint32_t)b->count + (uint32_t)i]);
    hra_lines_done(l);
    b->kinds += !l->err;
}

static uint64_t take_kind(hra_lines *l, const hra_group_task *b, int width) {
    const char *from = l->at;
    uint64_t kind = 0;
    for (int i = 0; i < width && !l->err; i++) {
        int c = hra_lines_peek(l);
        const char *found = c > 0 ? strchr(digit, c) : NULL;
        if (!found)
            hra_lines_expected(l, _("the digits of a kind"));
        kind = found ? kind * DIGITS + (uint64_t)(found - digit) : 0;
        l->at += found != NULL;
    }
    if (kind >= b->kinds) {
        l->at = from;
        hra_lines_expected(l, _("a kind that there is"));
    }
    return kind;
}

static void take_groups(hra_lines *l, hra_group_task *b) {
    int width = width_of(b->kinds);
    for (uint64_t g = 0; g < b->to - b->from && !l->err; g++)
        b->kind[g] = (uint32_t)take_kind(l, b, width);
    hra_lines_done(l);
}

/* They are read again when their games are passed on. */
static void pass_over_rows(hra_lines *l, const hra_tournament_setup *setup) {
    hra_match_game g;
    hra_match_facts facts;
    while (setup->facts && l->next < l->last && !l->err) {
        next_line(l, "row");
        hra_game_row_read(l, setup->game, &g, &facts);
    }
    l->at = l->next;
    if (l->next < l->last)
        hra_lines_fail(l, HRA_EINPUT, "unexpected text after the end of a block");
}

static void take_results(hra_lines *l, const hra_tournament_setup *setup, hra_group_task *b) {
    take_moves(l, b);
    while (hra_lines_next(l) && hra_lines_key(l, "kind"))
        take_games(l, setup, b);
    hra_lines_expect_key(l, "order");
    take_groups(l, b);
    pass_over_rows(l, setup);
}

/* What a block is refused for, whichever line it is in. */
static hra_err refuse(hra_error *why, const hra_error *told) {
    return hra_fail(why, HRA_EDAMAGED, -1, "not a block of this tournament: %s", told->text);
}

hra_err hra_group_task_read(hra_group_task **out, const hra_tournament_setup *setup, const char *text,
                            int *pairing, hra_error *why) {
    hra_lines l;
    hra_error told = {0};
    hra_lines_open(&l, text, strlen(text), 1, &told);
    l.whole_only = true;
    next_line(&l, "hra-block");
    int form = hra_lines_int(&l, 1, 1000000);
    if (!l.err && form > FORM)
        return hra_fail(why, HRA_EVERSION, -1, "a block of form %d, and this library knows %d", form, FORM);
    if (form < FORM)
        hra_lines_fail(&l, HRA_EINPUT, "there is no form %d", form);
    hra_lines_done(&l);
    next_line(&l, "pairing");
    *pairing = hra_lines_int(&l, 0, HRA_TOURNAMENT_PAIRINGS - 1);
    hra_lines_done(&l);
    next_line(&l, "groups");
    uint64_t from = hra_lines_whole(&l, 0, setup->groups - 1);
    uint64_t most = setup->groups - from < HRA_BLOCK_GROUPS ? setup->groups : from + HRA_BLOCK_GROUPS;
    uint64_t to = hra_lines_whole(&l, from + 1, most);
    hra_lines_done(&l);
    if (l.err)
        return refuse(why, &told);
    hra_group_task *b = hra_group_task_new(setup, from, to);
    if (!b || !(b->kind = malloc((size_t)(to - from) * sizeof *b->kind))) {
        hra_group_task_release(b);
        return hra_no_memory(why);
    }
    take_results(&l, setup, b);
    if (l.err) {
        hra_group_task_release(b);
        return refuse(why, &told);
    }
    *out = b;
    return HRA_OK;
}
