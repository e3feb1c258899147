/* Blocks as text, to be kept, and to come from another machine. */
#include <stdlib.h>
#include <string.h>

#include "core/array_alloc.h"
#include "core/messages.h"
#include "core/token_reader.h"
#include "tournament/group_task.h"

enum { FORM = 2, DIGITS = 64, REST = 5 /* numbers of a game beside what each seat got */ };

static const char digit[DIGITS + 1] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";

/* So many digits name each of so many kinds. */
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

static bool sort_out(sorting *k, const hra_block *b) {
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

static bool has_witness(const hra_block *b) {
    bool found = false;
    for (uint64_t g = b->from; g < b->to && !found; g++)
        found = hra_block_is_witness(b->period, g);
    return found;
}

static void write_moves(const hra_block *b, hra_text *out) {
    if (!has_witness(b))
        return;
    hra_text_add(out, "moves");
    for (uint64_t g = b->from; g < b->to; g++)
        for (int i = 0; i < b->count && hra_block_is_witness(b->period, g); i++)
            hra_text_addf(out, " %llx", (unsigned long long)hra_block_group(b, g)[i].moves);
    hra_text_add_char(out, '\n');
}

void hra_block_write(const hra_block *b, int pairing, hra_text *out) {
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
    out->err = good ? out->err : HRA_ENOMEM;
    release_sorting(&k);
}

/* ---- reading --------------------------------------------------------------------------------*/

typedef struct reader {
    const char *at;
    bool good;
} reader;

static void take_word(reader *r, const char *word) {
    size_t length = strlen(word);
    r->good = r->good && strncmp(r->at, word, length) == 0;
    r->at += r->good ? length : 0;
}

/* A number, with the blank or the newline behind it. */
static double take_number(reader *r, double low, double high) {
    double x = 0;
    const char *end;
    r->good =
        r->good && hra_number_read(r->at, &end, &x) && (*end == ' ' || *end == '\n') && x >= low && x <= high;
    if (r->good)
        r->at = end + 1;
    return r->good ? x : low;
}

static int take_whole(reader *r, int low, int high) {
    double x = take_number(r, low, high);
    r->good = r->good && x == (double)(int)x;
    return (int)x;
}

static uint64_t take_count(reader *r) {
    uint64_t n = 0;
    int digits = 0;
    for (; r->good && *r->at >= '0' && *r->at <= '9' && digits < 19; r->at++, digits++)
        n = 10 * n + (uint64_t)(*r->at - '0');
    r->good = r->good && digits > 0 && (*r->at == ' ' || *r->at == '\n');
    r->at += r->good;
    return n;
}

static uint64_t take_hash(reader *r) {
    static const char digits[] = "0123456789abcdef";
    uint64_t n = 0;
    int count = 0;
    for (const char *found; r->good && *r->at && (found = strchr(digits, *r->at)) != NULL && count < 16;
         r->at++, count++)
        n = n << 4 | (uint64_t)(found - digits);
    r->good = r->good && count > 0 && (*r->at == ' ' || *r->at == '\n');
    r->at += r->good;
    return n;
}

/* The game of a kind in which players turned so far; who sat where follows from that. */
static void take_game(reader *r, const hra_tournament_setup *setup, int turn, hra_match_game *g) {
    int seats = setup->game->seats;
    *g = (hra_match_game){.count = seats};
    for (int seat = 0; seat < seats; seat++) {
        g->value[seat] = take_number(r, -1e300, 1e300);
        if (seats > 1)
            g->player[(seat + turn) % seats] = seat;
    }
    g->winners = (unsigned)take_whole(r, 0, (1 << HRA_MAX_SEATS) - 1);
    g->share = take_whole(r, 0, HRA_MAX_SEATS + 1); /* with nobody's seat too, such as the ghosts' */
    r->good = r->good && (g->winners == 0 || g->share > 0);
    int code = take_whole(r, 0, HRA_OUTCOME_ADJUDICATED + HRA_ADJUDICATIONS - 2);
    g->outcome = (hra_outcome)(code < HRA_OUTCOME_ADJUDICATED ? code : HRA_OUTCOME_ADJUDICATED);
    if (code >= HRA_OUTCOME_ADJUDICATED)
        g->adjudication = (hra_adjudication)(code - HRA_OUTCOME_ADJUDICATED + 1);
    g->failure = take_whole(r, HRA_EPROTOCOL, 0);
    g->failed = take_whole(r, -1, seats - 1);
}

static void take_moves(reader *r, hra_block *b) {
    if (!has_witness(b))
        return;
    take_word(r, "moves ");
    for (uint64_t g = b->from; g < b->to; g++)
        for (int i = 0; i < b->count && hra_block_is_witness(b->period, g); i++)
            b->moves[hra_block_witness(b->period, g)] =
                hra_block_add_moves(b->moves[hra_block_witness(b->period, g)], take_hash(r));
}

/* The block has room for as many kinds as groups. */
static void take_kinds(reader *r, const hra_tournament_setup *setup, hra_block *b) {
    for (; r->good && b->kinds < b->to - b->from && strncmp(r->at, "kind ", 5) == 0; b->kinds++) {
        take_word(r, "kind ");
        for (int i = 0; i < b->count; i++)
            take_game(r, setup, i, &b->game[b->kinds * (uint32_t)b->count + (uint32_t)i]);
    }
}

static uint64_t take_kind(reader *r, int width) {
    uint64_t kind = 0;
    for (int i = 0; i < width && r->good; i++) {
        const char *found = *r->at ? strchr(digit, *r->at) : NULL;
        r->good = found != NULL;
        kind = found ? kind * DIGITS + (uint64_t)(found - digit) : 0;
        r->at += r->good;
    }
    return kind;
}

static void take_groups(reader *r, hra_block *b) {
    int width = width_of(b->kinds);
    take_word(r, "order ");
    for (uint64_t g = 0; g < b->to - b->from && r->good; g++) {
        uint64_t kind = take_kind(r, width);
        r->good = r->good && kind < b->kinds;
        b->kind[g] = (uint32_t)kind;
    }
    take_word(r, "\n");
}

hra_err hra_block_read(hra_block **out, const hra_tournament_setup *setup, const char *text, int *pairing,
                       hra_error *why) {
    reader r = {text, true};
    take_word(&r, "hra-block ");
    int form = take_whole(&r, 1, 1000000);
    if (r.good && form > FORM)
        return hra_fail(why, HRA_EVERSION, -1, "a block of form %d, and this library knows %d", form, FORM);
    r.good = r.good && form == FORM;
    take_word(&r, "pairing ");
    *pairing = take_whole(&r, 0, HRA_TOURNAMENT_PAIRINGS - 1);
    take_word(&r, "groups ");
    uint64_t from = take_count(&r), to = take_count(&r);
    if (!r.good || to <= from || to > setup->groups || to - from > HRA_BLOCK_GROUPS)
        return hra_fail(why, HRA_EDAMAGED, -1, "it is no block of this tournament");
    hra_block *b = hra_block_new(setup, from, to);
    if (!b || !(b->kind = malloc((size_t)(to - from) * sizeof *b->kind))) {
        hra_block_release(b);
        return hra_no_memory(why);
    }
    take_moves(&r, b);
    take_kinds(&r, setup, b);
    take_groups(&r, b);
    if (!r.good || *r.at) {
        hra_block_release(b);
        return hra_fail(why, HRA_EDAMAGED, -1, "a block has something else than its games");
    }
    *out = b;
    return HRA_OK;
}
