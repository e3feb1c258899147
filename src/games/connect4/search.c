/* Exact search: see search.h. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

enum {
    BUCKET = 2,      /* entries: the one that took most work, and the last one */
    LEAST_BITS = 15, /* of the number of buckets: then the tag of a key of 64 bits fits */
    WORK_BITS = 6,   /* of an entry: digits of the number of nodes */
    VALUE_BITS = 8,  /* of an entry: twice a score, and 1 for a lower bound */
    TAG_BITS = 64 - WORK_BITS - VALUE_BITS,
    GLANCE = 6,           /* free cells from which the entries of all children are read first */
    POLL = 1 << 12,       /* nodes between two looks at the limits */
    UNKNOWN_SCORE = -100, /* below every score */
};

/* A score is one more than half of the cells that stay free, rounded down, and positive if the seat to move wins: the
 * sooner, the higher. Two ends with the same score belong to different seats, so scores order the ends of one seat.
 *
 * Entries are sound. A key has at most 64 bits; times an odd number, it is another number of as many bits, and no other
 * key becomes the same. The upper bits of the product are the number of the bucket, and the tag of an entry has all
 * others. */
struct c4_search {
    const c4_board *board;
    int cell_count;
    int key_bits, bucket_bits;
    uint64_t *table;
    uint64_t nodes;
    uint64_t last; /* node at which the limit is reached */
    uint64_t poll; /* node of the next look at the limits */
    const c4_search_limits *limits;
    hra_err err; /* why the search ends early */
};

/* ---- sets of cells -----------------------------------------------------------------------------*/

/* The cells that would complete a line of `length` with these discs, taken ones included: with k discs in a row below
 * and length - 1 - k above. */
static inline __attribute__((always_inline)) uint64_t completions(const c4_board *b, uint64_t discs,
                                                                  int length) {
    uint64_t out = ~(uint64_t)0;
    for (int k = 1; k < length; k++)
        out &= discs << k; /* upright there is nothing above */
    for (int i = 1; i < 4; i++) {
        uint64_t below[6] = {~(uint64_t)0}, above[6] = {~(uint64_t)0};
        for (int k = 1; k < length; k++) {
            below[k] = below[k - 1] & discs << k * b->way[i];
            above[k] = above[k - 1] & discs >> k * b->way[i];
        }
        for (int k = 0; k < length; k++)
            out |= below[k] & above[length - 1 - k];
    }
    return out;
}

/* The free cells that complete a line; each length has a loop of its own that the compiler unrolls. */
static uint64_t threats(const c4_board *b, uint64_t discs, uint64_t taken) {
    const uint64_t all = b->length == 4   ? completions(b, discs, 4)
                         : b->length == 3 ? completions(b, discs, 3)
                         : b->length == 5 ? completions(b, discs, 5)
                                          : completions(b, discs, 6);
    return all & b->cells & ~taken;
}

static uint64_t landings(const c4_board *b, uint64_t taken) {
    return (taken + b->bottom) & b->cells;
}

/* The landings after which the other seat has no line at once; 0: the mover has lost, as it cannot win at once. */
static uint64_t safe_moves(const c4_board *b, uint64_t other, uint64_t taken) {
    const uint64_t bad = threats(b, other, taken), all = landings(b, taken), forced = all & bad;
    if (forced & (forced - 1))
        return 0;
    return (forced ? forced : all) & ~(bad >> 1);
}

/* ---- the table ---------------------------------------------------------------------------------*/

static uint64_t low_bits(int n) {
    return n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
}

/* The sum of the two sets is different for each position. A position and its mirror image get the same key. */
static uint64_t key_of(const c4_search *t, uint64_t own, uint64_t taken) {
    const c4_board *b = t->board;
    const int step = b->height + 1;
    const uint64_t key = own + taken;
    uint64_t mirrored = 0, rest = key;
    for (int i = 0; i < b->width; i++, rest >>= step)
        mirrored = mirrored << step | (rest & low_bits(step));
    return (mirrored < key ? mirrored : key) * 0x9E3779B97F4A7C15U & low_bits(t->key_bits);
}

static uint64_t *bucket_of(const c4_search *t, uint64_t key) {
    return t->table + BUCKET * (key >> (t->key_bits - t->bucket_bits));
}

/* Not 0, which is an empty entry. */
static uint64_t tag_of(const c4_search *t, uint64_t key) {
    return (key & low_bits(t->key_bits - t->bucket_bits)) + 1;
}

/* The value of a position in the table; false: it is not there. */
static bool look_up(const c4_search *t, uint64_t key, int *score, bool *lower) {
    const uint64_t *entry = bucket_of(t, key), tag = tag_of(t, key);
    for (int i = 0; i < BUCKET; i++)
        if (entry[i] >> (WORK_BITS + VALUE_BITS) == tag) {
            const int value = (int8_t)(entry[i] & low_bits(VALUE_BITS));
            *lower = value & 1;
            *score = (value - *lower) / 2;
            return true;
        }
    return false;
}

/* `work`: nodes below the position. */
static void store(c4_search *t, uint64_t key, int score, bool lower, uint64_t work) {
    uint64_t *entry = bucket_of(t, key);
    const uint64_t tag = tag_of(t, key), digits = work ? (uint64_t)(64 - __builtin_clzll(work)) : 0,
                   fresh =
                       tag << (WORK_BITS + VALUE_BITS) | digits << VALUE_BITS | (uint8_t)(2 * score + lower);
    if (entry[0] >> (WORK_BITS + VALUE_BITS) == tag) {
        entry[0] = fresh;
    } else if (digits >= (entry[0] >> VALUE_BITS & low_bits(WORK_BITS))) {
        entry[1] = entry[0];
        entry[0] = fresh;
    } else {
        entry[1] = fresh;
    }
}

/* ---- the search --------------------------------------------------------------------------------*/

static bool is_over_limit(c4_search *t) {
    if (t->nodes < t->poll)
        return t->err != 0;
    if (t->nodes >= t->last)
        t->err = HRA_ELIMIT;
    else if (hra_progress_stopped(t->limits->progress) || hra_stop_is_set(t->limits->stop))
        t->err = HRA_ESTOPPED;
    else
        hra_progress_report(t->limits->progress, "searching", -1);
    t->poll = t->err || t->last - t->nodes > POLL ? t->nodes + POLL : t->last;
    return t->err != 0;
}

/* Lists moves by the number of threats that they leave the mover, the middle first among equals. */
static int order(const c4_board *b, uint64_t own, uint64_t taken, uint64_t moves, uint64_t *out) {
    int score[C4_MOST], n = 0;
    for (int k = 0; k < b->width; k++) {
        const int column = b->width / 2 + (k % 2 ? -(k + 1) / 2 : k / 2);
        const uint64_t move = moves & c4_column(b, column);
        if (!move)
            continue;
        const int made = __builtin_popcountll(threats(b, own | move, taken | move));
        int at = n++;
        for (; at > 0 && score[at - 1] < made; at--) {
            score[at] = score[at - 1];
            out[at] = out[at - 1];
        }
        score[at] = made;
        out[at] = move;
    }
    return n;
}

/* What can be known without a search: narrows the window to scores that are possible. */
static void narrow(const c4_search *t, uint64_t own, uint64_t taken, int free, int *alpha, int *beta) {
    const c4_board *b = t->board;
    /* Neither seat wins by its next disc: the mover cannot, and has left the other no such move. */
    const int least = c4_has_line(b, b->cells & ~own) ? -((free - 2) / 2) : 0;
    const int most = c4_has_line(b, own | (b->cells & ~taken)) ? (free - 1) / 2 : 0;
    *alpha = *alpha > least ? *alpha : least;
    *beta = *beta < most ? *beta : most;
}

/* Narrows the window to what the table knows. */
static void recall(const c4_search *t, uint64_t key, int *alpha, int *beta) {
    int score;
    bool lower;
    if (!look_up(t, key, &score, &lower))
        return;
    if (lower)
        *alpha = *alpha > score ? *alpha : score;
    else
        *beta = *beta < score ? *beta : score;
}

/* Is one of the children known to be bad enough for the other seat? */
static bool is_refuted(const c4_search *t, uint64_t other, uint64_t taken, const uint64_t *moves, int n,
                       int beta) {
    int score;
    bool lower;
    for (int i = 0; i < n; i++)
        if (look_up(t, key_of(t, other, taken | moves[i]), &score, &lower) && !lower && -score >= beta)
            return true;
    return false;
}

/* The score within the window alpha..beta: at most alpha is an upper bound, at least beta a lower one. The mover cannot
 * win at once. */
static int search(c4_search *t, uint64_t own, uint64_t taken, int free, int alpha, int beta) {
    const c4_board *b = t->board;
    const uint64_t other = own ^ taken, safe = safe_moves(b, other, taken), began = t->nodes++;
    uint64_t moves[C4_MOST];
    int best = UNKNOWN_SCORE;
    if (!safe)
        return free > 0 ? -(free / 2) : 0;
    if (free <= 2)
        return 0;
    narrow(t, own, taken, free, &alpha, &beta);
    if (alpha >= beta)
        return alpha;
    const uint64_t key = key_of(t, own, taken);
    recall(t, key, &alpha, &beta);
    if (alpha >= beta || is_over_limit(t))
        return alpha;
    const int n = order(b, own, taken, safe, moves);
    if (free >= GLANCE && is_refuted(t, other, taken, moves, n, beta))
        return beta;
    for (int i = 0, low = alpha; i < n && best < beta; i++) {
        const int score = -search(t, other, taken | moves[i], free - 1, -beta, -low);
        if (t->err)
            return alpha;
        best = best > score ? best : score;
        low = low > score ? low : score;
    }
    store(t, key, best, best >= beta, t->nodes - began);
    return best;
}

/* ---- states ------------------------------------------------------------------------------------*/

/* A state that is not over, as the search takes it. */
typedef struct root {
    uint64_t own, taken;
    int free;
} root;

static root root_of(const c4_search *t, const c4_state *s) {
    const uint64_t taken = s->disc[0] | s->disc[1];
    return (root){s->disc[s->turn], taken, t->cell_count - __builtin_popcountll(taken)};
}

/* The distance of a win or a loss from its score. */
static int distance_of(int score, int free) {
    return score > 0 ? 2 * ((free + 1) / 2 - score) + 1 : score < 0 ? 2 * (free / 2 + score) + 2 : -1;
}

/* What is plain: the game is over, or the next disc wins. */
static bool is_plain(const c4_search *t, const c4_state *s, c4_worth *out) {
    const c4_board *b = t->board;
    if (s->turn == HRA_OVER) {
        const int lead = c4_next(s) == 0 ? s->lead : -s->lead;
        *out = (c4_worth){lead, lead ? 0 : -1};
        return true;
    }
    const root r = root_of(t, s);
    *out = (c4_worth){1, 1};
    return (threats(b, r.own, r.taken) & landings(b, r.taken)) != 0;
}

static void begin(c4_search *t, const c4_search_limits *limits) {
    t->limits = limits;
    t->err = HRA_OK;
    t->poll = t->nodes;
    t->last = limits->nodes ? t->nodes + limits->nodes : UINT64_MAX;
}

static int sign(int score) {
    return (score > 0) - (score < 0);
}

hra_err c4_search_outcome(c4_search *t, const c4_state *s, const c4_search_limits *limits, c4_worth *out) {
    if (is_plain(t, s, out))
        return HRA_OK;
    const root r = root_of(t, s);
    begin(t, limits);
    int score = search(t, r.own, r.taken, r.free, 0, 1);
    if (score <= 0 && !t->err)
        score = search(t, r.own, r.taken, r.free, -1, 0);
    *out = (c4_worth){sign(score), -1};
    return t->err;
}

hra_err c4_search_distance(c4_search *t, const c4_state *s, const c4_search_limits *limits, c4_worth *out) {
    const uint64_t before = t->nodes;
    hra_err err = c4_search_outcome(t, s, limits, out);
    if (err || out->distance >= 0 || out->outcome == 0)
        return err;
    const root r = root_of(t, s);
    int low = out->outcome > 0 ? 1 : -(r.free / 2), high = out->outcome > 0 ? (r.free + 1) / 2 : -1;
    begin(t, limits);
    t->last = limits->nodes ? before + limits->nodes : UINT64_MAX;
    while (low < high && !t->err) { /* scores near 0 are found soonest */
        const int middle = out->outcome > 0 ? low + (high - low) / 4 : high - 1 - (high - low) / 4,
                  score = search(t, r.own, r.taken, r.free, middle, middle + 1);
        if (score > middle)
            low = middle + 1;
        else
            high = middle;
    }
    out->distance = t->err ? -1 : distance_of(low, r.free);
    return t->err;
}

uint64_t c4_search_nodes(const c4_search *search) {
    return search->nodes;
}

/* ---- opening -----------------------------------------------------------------------------------*/

/* Buckets that a board can use: small boards have few positions. */
static int usable_bits(int cells) {
    return cells <= 20 ? 15 : cells <= 25 ? 18 : cells <= 30 ? 21 : cells <= 36 ? 24 : 27;
}

hra_err c4_search_open(c4_search **out, const c4_board *b, size_t bytes) {
    c4_search *t = calloc(1, sizeof *t);
    if (!t)
        return HRA_ENOMEM;
    t->board = b;
    t->cell_count = b->width * b->height;
    t->key_bits = b->width * (b->height + 1);
    t->bucket_bits = LEAST_BITS;
    while (t->bucket_bits < usable_bits(t->cell_count) &&
           (BUCKET * sizeof *t->table) << (t->bucket_bits + 1) <= bytes)
        t->bucket_bits++;
    if (t->bucket_bits >= t->key_bits)
        t->bucket_bits = t->key_bits - 1;
    t->table = calloc((size_t)BUCKET << t->bucket_bits, sizeof *t->table);
    if (!t->table) {
        free(t);
        return HRA_ENOMEM;
    }
    *out = t;
    return HRA_OK;
}

void c4_search_forget(c4_search *search) {
    memset(search->table, 0, ((size_t)BUCKET << search->bucket_bits) * sizeof *search->table);
}

void c4_search_close(c4_search *search) {
    if (search)
        free(search->table);
    free(search);
}
