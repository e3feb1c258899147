/* Blocks as text, to be kept, and to come from another machine. */
#include <stdlib.h>
#include <string.h>

#include "core/scan.h"
#include "core/sentences.h"
#include "tournament/block.h"

enum { FORM = 1 };

/* A blank and a number; by hand, since of fast games this is done as often as a game is played. */
static char *put_number(char *at, int64_t n) {
    char digits[24];
    int count = 0;
    uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
    *at++ = ' ';
    if (n < 0)
        *at++ = '-';
    do
        digits[count++] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    while (count > 0)
        *at++ = digits[--count];
    return at;
}

static char *put_hash(char *at, uint64_t hash) {
    *at++ = ' ';
    for (int shift = 60; shift >= 0; shift -= 4)
        *at++ = "0123456789abcdef"[hash >> shift & 15];
    return at;
}

static void write_game(const hra_match_game *g, hra_text *out) {
    char rest[7 * 26], *at = rest;
    hra_text_add(out, "game");
    for (int seat = 0; seat < g->count; seat++) {
        hra_text_add_char(out, ' ');
        hra_text_add_number(out, g->value[seat]);
    }
    at = put_number(at, g->winners);
    at = put_number(at, g->share);
    at = put_number(at, g->outcome);
    at = put_number(at, g->plies);
    at = g->number < HRA_TOURNAMENT_ALIKE ? put_hash(at, g->moves) : put_number(at, 0);
    at = put_number(at, g->failure);
    at = put_number(at, g->failed);
    *at++ = '\n';
    hra_text_add_bytes(out, rest, (size_t)(at - rest));
}

void hra_block_write(const hra_block *b, int pairing, hra_text *out) {
    hra_text_addf(out, "hra-block %d\npairing %d\ngroups %llu %llu\n", FORM, pairing,
                  (unsigned long long)b->from, (unsigned long long)b->to);
    for (uint64_t i = 0; i < (b->to - b->from) * (uint64_t)b->count; i++)
        write_game(&b->game[i], out);
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
    r->good = r->good && count > 0 && *r->at == ' ';
    r->at += r->good;
    return n;
}

/* Game i of a block; which players sat where follows from its place. */
static void take_game(reader *r, const hra_tournament_setup *setup, const hra_block *b, uint64_t i,
                      hra_match_game *g) {
    int seats = setup->game->seats, turn = (int)(i % (uint64_t)b->count);
    *g = (hra_match_game){.count = seats, .number = b->from + i / (uint64_t)b->count};
    g->game = seats > 1 ? b->from * (uint64_t)b->count + i : g->number;
    take_word(r, "game ");
    for (int seat = 0; seat < seats; seat++) {
        g->value[seat] = take_number(r, -1e300, 1e300);
        if (seats > 1)
            g->player[(seat + turn) % seats] = seat;
    }
    g->winners = (unsigned)take_whole(r, 0, (1 << HRA_MAX_SEATS) - 1);
    g->share = take_whole(r, 0, HRA_MAX_SEATS + 1); /* with nobody's seat too, such as the ghosts' */
    r->good = r->good && (g->winners == 0 || g->share > 0);
    g->outcome = (hra_outcome)take_whole(r, 0, HRA_OUTCOME_AGREED);
    g->plies = take_whole(r, 0, INT32_MAX);
    g->moves = take_hash(r);
    g->failure = take_whole(r, HRA_EPROTOCOL, 0);
    g->failed = take_whole(r, -1, seats - 1);
}

hra_err hra_block_read(hra_block **out, const hra_tournament_setup *setup, const char *text, int *pairing,
                       hra_error *why) {
    reader r = {text, true};
    int seats = setup->game->seats, count = seats > 1 ? seats : 2;
    take_word(&r, "hra-block ");
    int form = take_whole(&r, 1, 1000000);
    if (r.good && form > FORM)
        return hra_fail(why, HRA_EVERSION, -1, "a block of form %d, and this library knows %d", form, FORM);
    take_word(&r, "pairing ");
    *pairing = take_whole(&r, 0, HRA_TOURNAMENT_PAIRINGS - 1);
    take_word(&r, "groups ");
    uint64_t from = take_count(&r), to = take_count(&r);
    if (!r.good || to <= from || to > setup->groups || to - from > HRA_BLOCK_MOST)
        return hra_fail(why, HRA_EDAMAGED, -1, "it is no block of this tournament");
    size_t games = (size_t)(to - from) * (size_t)count;
    if (strlen(r.at) < games * strlen("game 0 0 1 0 0 0 0 0"))
        return hra_fail(why, HRA_EDAMAGED, -1, "a block lacks games");
    hra_block *b = hra_block_new(setup, from, to);
    if (!b)
        return hra_no_memory(why);
    for (uint64_t i = 0; i < games && r.good; i++)
        take_game(&r, setup, b, i, &b->game[i]);
    if (!r.good || *r.at) {
        hra_block_release(b);
        return hra_fail(why, HRA_EDAMAGED, -1, "a block has something else than its games");
    }
    *out = b;
    return HRA_OK;
}
