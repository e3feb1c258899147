/* The search of the engine. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine.h"

#include "engine_moves.h"
#include "engine_table.h"

enum {
    MAX_PLY = 160,
    POOL = MAX_PLY * 32 + 2 * CK_MAX_MOVES, /* moves of all positions on the path */
    HISTORY = 1024,                         /* keys of the play that are looked back at */
    INFINITE = CK_WIN + 1,
    ESTIMATE = CK_WON - 1, /* no estimate is taken for a win */
    CHECK = 512,           /* positions between two looks at the clock: about 0.1 ms */
    CUT_LIMIT = 1 << 14,   /* of the counts of cut-offs */
    FIRST = 1 << 24,       /* scores of moves that go before all counts */
    KILLER = 1 << 20,
    MARGIN = 200,     /* beyond the window, from which on an estimate is worth a check: a fifth of a man */
    CHECK_DEPTH = 3,  /* the least depth of such nodes */
    CHECKED = 4,      /* plies less deep than such a node of the least depth ... */
    CHECKED_MORE = 3, /* ... and one more for each CHECKED_MORE plies beyond that */
    UNORDERED = 5,    /* the least depth that loses a ply where nothing is remembered */
    LATE = 3,         /* moves that are never late */
    FEW = 4,          /* pieces of endings whose estimates always count in full */
    FULL = 1 << 10,
    FADE = 12, /* plies after which the weight of an estimate is 1 / e: see judge */
};

struct ck_engine {
    const ck_weights *weights;
    ck_oracle oracle;
    ck_tt table;
    void *memory; /* of the table; NULL: it is another's */
    step pool[POOL];
    uint64_t keys[HISTORY + MAX_PLY + 1]; /* of the play and the path; the root's is at `base` */
    int base;
    uint64_t last_root, salt; /* salt: parts values of different kinds in the table */
    int cuts[2][64][64];
    uint16_t fade[MAX_PLY + 1];                      /* weight after this number of plies, of FULL */
    uint8_t late[CK_ENGINE_DEPTH + 1][CK_MAX_MOVES]; /* plies less by depth and number of a move */
    uint16_t killer[MAX_PLY + 1][2];                 /* from and to bit */
    ck_sum sums[MAX_PLY + 1];                        /* of what was judged last at each ply */
    ck_estimates estimates;
    const ck_task *task;
    int root_depth, draw[2]; /* what a draw counts for Black, for White */
    uint64_t nodes, next_look;
    double until;
    bool stopped;
};

uint64_t ck_key(const ck_board *b, int side) {
    const uint64_t words[4] = {b->pieces[0], b->pieces[1], b->kings, (uint64_t)side};
    return hra_hash(words, sizeof words);
}

/* ---- order ----------------------------------------------------------------------------------*/

static void rate(const ck_engine *e, const ck_board *b, step *list, int n, int side, int ply, int first) {
    for (int i = 0; i < n; i++) {
        step *s = &list[i];
        uint16_t name = name_of(s);
        s->number = i;
        s->score = e->cuts[side][name >> 6][name & 63];
        if (i == first)
            s->score = FIRST;
        else if (s->over)
            s->score = KILLER + 4 * __builtin_popcountll(s->over) + __builtin_popcountll(s->over & b->kings);
        else if (name == e->killer[ply][0])
            s->score = KILLER + 1;
        else if (name == e->killer[ply][1])
            s->score = KILLER;
    }
}

static void reward(ck_engine *e, const step *s, int side, int ply, int depth) {
    uint16_t name = name_of(s);
    if (s->over)
        return;
    if (e->killer[ply][0] != name) {
        e->killer[ply][1] = e->killer[ply][0];
        e->killer[ply][0] = name;
    }
    int *count = &e->cuts[side][name >> 6][name & 63];
    *count += depth * depth;
    if (*count > CUT_LIMIT)
        for (int i = 0; i < 64; i++)
            for (int k = 0; k < 64; k++)
                e->cuts[side][i][k] /= 2;
}

/* ---- the search -----------------------------------------------------------------------------*/

static void look_at_limits(ck_engine *e) {
    const ck_task *t = e->task;
    e->stopped = hra_stop_is_set(t->stop) || (t->nodes && e->nodes >= t->nodes) ||
                 (t->seconds > 0 && hra_clock() >= e->until);
    e->next_look = e->nodes - e->nodes % CHECK + CHECK;
    if (t->nodes > e->nodes && t->nodes < e->next_look)
        e->next_look = t->nodes;
}

/* What is over the limit was turned back at once. */
static uint64_t entered(const ck_engine *e) {
    return e->task->nodes && e->nodes > e->task->nodes ? e->task->nodes : e->nodes;
}

static bool repeated(const ck_engine *e, int ply, int quiet) {
    const uint64_t *here = &e->keys[e->base + ply];
    int back = quiet < e->base + ply ? quiet : e->base + ply;
    for (int i = 4; i <= back; i += 2)
        if (here[-i] == *here)
            return true;
    return false;
}

static bool known(const ck_engine *e, const ck_board *b, int side, int ply, int *value) {
    int wdl, distance;
    if (ck_count_pieces(b) > e->oracle.pieces || !e->oracle.glance(e->oracle.self, b, side, &wdl, &distance))
        return false;
    *value = wdl ? wdl * (distance < 0 ? CK_TOLD - ply : CK_WIN - ply - distance) : e->draw[side];
    return true;
}

/* The position before at the same ply differs by two moves as a rule, and has the same side to move. */
static int estimate(ck_engine *e, const ck_board *b, int side, int ply) {
    const uint64_t key = ck_key(b, side);
    int value;
    if (!ck_estimate_find(&e->estimates, key, &value)) {
        value = ck_evaluate_from(e->weights, b, side, &e->sums[ply]);
        value = value > ESTIMATE ? ESTIMATE : value < -ESTIMATE ? -ESTIMATE : value;
        ck_estimate_keep(&e->estimates, key, value);
    }
    return value;
}

/* A position on the path and the window in which its value matters. */
typedef struct node {
    ck_board board;
    int side, quiet, ply, depth, alpha, beta;
    int still;  /* plies of the search since a capture or a crowning */
    step *list; /* room for its moves */
} node;

static int search(ck_engine *e, const node *n);

/* The estimate of an ending counts the less the longer nothing is taken or crowned: who is ahead has to find what
 * gets on, and a fortress comes out near a draw. With FEW pieces a side that is ahead wins as a rule, if late. */
static int judge(ck_engine *e, const node *n) {
    const int value = estimate(e, &n->board, n->side, n->ply);
    const bool fades =
        e->task->fade && ck_phase(&n->board) == CK_PHASES - 1 && ck_count_pieces(&n->board) > FEW;
    return fades ? value * e->fade[n->still] / FULL : value;
}

/* What the table says of a node; true where that is enough. */
static bool remembered(const ck_engine *e, const node *n, uint64_t key, int *value, int *first) {
    ck_entry found;
    if (!ck_tt_find(&e->table, key ^ e->salt, &found))
        return false;
    *first = found.step;
    *value = from_table(found.value, n->ply);
    return found.depth >= n->depth &&
           (found.bound == CK_EXACT || (found.bound == CK_LOWER && *value >= n->beta) ||
            (found.bound == CK_UPPER && *value <= n->alpha));
}

/* Late quiet moves are looked at less deeply first. */
static void fill_tables(ck_engine *e) {
    for (int i = 0; i <= MAX_PLY; i++)
        e->fade[i] = (uint16_t)lrint(FULL * exp(-i / (double)FADE));
    for (int depth = 3; depth <= CK_ENGINE_DEPTH; depth++)
        for (int i = LATE; i < CK_MAX_MOVES; i++)
            e->late[depth][i] = (uint8_t)(0.5 + log(depth) * log(i) / 2);
}

static int reduction(const ck_engine *e, const node *n, int i, bool capture) {
    return capture || n->depth < 3 ? 0 : e->late[n->depth][i];
}

static int try(ck_engine *e, const node *n, const step *s, node *child, int i, int alpha, bool only,
               int reduce) {
    const ck_set kings = n->board.kings & s->from ? s->to : 0; /* a king, which is not crowned */
    child->board = make(&n->board, n->side, s);
    child->quiet = s->over || !(n->board.kings & s->from) ? 0 : n->quiet + 1;
    child->still = s->over || (child->board.kings & s->to & ~kings) ? 0 : n->still + 1;
    child->depth = n->depth - 1 + (only && n->ply < 2 * e->root_depth);
    child->beta = -alpha;
    if (i > 0) {
        int full = child->depth, value;
        child->alpha = -alpha - 1;
        child->depth = full - reduce;
        value = -search(e, child);
        child->depth = full;
        if (reduce && value > alpha && !e->stopped)
            value = -search(e, child);
        if (value <= alpha || value >= n->beta || e->stopped)
            return value;
    }
    child->alpha = -n->beta;
    return -search(e, child);
}

/* Brings the best of the moves from this one on to its place, and what the table holds of the position behind
 * it on its way from memory: to wait there took a fifth of the time of a search. */
static void bring_best_ahead(const ck_engine *e, const node *n, int i, int count) {
    if (i >= count)
        return;
    bring_best(n->list, i, count);
    const ck_board next = make(&n->board, n->side, &n->list[i]);
    __builtin_prefetch(ck_tt_bucket(&e->table, ck_key(&next, !n->side) ^ e->salt));
}

/* Goes through the moves of a node that has some. */
static int walk(ck_engine *e, const node *n, int count, uint64_t key, int first) {
    step *list = n->list;
    bool capture = list[0].over != 0;
    node child = {.side = !n->side, .ply = n->ply + 1, .list = list + count};
    int best = -INFINITE, alpha = n->alpha, chosen = CK_NO_STEP;
    bool asked = n->depth > 1; /* whether the table is asked for the positions behind the moves */
    rate(e, &n->board, list, count, n->side, n->ply, first);
    if (asked)
        bring_best_ahead(e, n, 0, count);
    for (int i = 0; i < count && best < n->beta; i++) {
        if (asked)
            bring_best_ahead(e, n, i + 1, count);
        else
            bring_best(list, i, count);
        int value =
            try(e, n, &list[i], &child, i, alpha, count == 1 && n->depth > 0, reduction(e, n, i, capture));
        if (e->stopped)
            return 0;
        if (value <= best)
            continue;
        best = value;
        if (value > alpha) {
            alpha = value;
            chosen = list[i].number;
            if (value >= n->beta && n->depth > 0)
                reward(e, &list[i], n->side, n->ply, n->depth);
        }
    }
    if (n->depth > 0)
        ck_tt_keep(&e->table, (ck_entry){.key = key ^ e->salt,
                                         .value = (int16_t)to_table(best, n->ply),
                                         .depth = (uint8_t)n->depth,
                                         .bound = best >= n->beta   ? CK_LOWER
                                                  : best > n->alpha ? CK_EXACT
                                                                    : CK_UPPER,
                                         .step = (uint8_t)(chosen < CK_NO_STEP ? chosen : CK_NO_STEP)});
    return best;
}

/* The deeper a node is, the more a check costs that is always as many plies less deep. */
static int depth_of_check(int depth) {
    int less = CHECKED + (depth - CHECK_DEPTH) / CHECKED_MORE;
    return depth > less ? depth - less : 0;
}

/* Whether the value of a quiet node lies beyond its window of width 1: the estimate says so by far, and a
 * search that is less deep bears it out. Multi-ProbCut (Buro 1995) checks likewise, with a margin for each
 * depth. */
static bool beyond(ck_engine *e, const node *n, int *value) {
    if (n->depth < CHECK_DEPTH || n->beta - n->alpha != 1 || abs(n->beta) >= ESTIMATE - 2 * MARGIN)
        return false;
    int guess = judge(e, n), sign = guess >= n->beta + MARGIN ? 1 : -1;
    if (sign < 0 && guess > n->alpha - MARGIN)
        return false;
    node check = *n;
    check.depth = depth_of_check(n->depth);
    check.alpha = n->alpha + sign * MARGIN;
    check.beta = check.alpha + 1;
    int found = search(e, &check);
    *value = sign > 0 ? n->beta : n->alpha;
    return sign > 0 ? found >= check.beta : found <= check.alpha;
}

/* The value of a node for its mover. Below the horizon captures are followed to their end, and a
 * threat at the horizon may be answered once. */
static int search(ck_engine *e, const node *n) {
    const ck_board *b = &n->board;
    int value, first = CK_NO_STEP;
    bool deep = n->depth > 0;
    uint64_t key = deep || n->quiet ? ck_key(b, n->side) : 0; /* else nothing below can come again */
    if (deep)
        __builtin_prefetch(ck_tt_bucket(&e->table, key ^ e->salt));
    if (++e->nodes >= e->next_look)
        look_at_limits(e);
    if (e->stopped)
        return 0;
    ck_set jumpers = ck_jumpers(b, n->side);
    bool leaf = !jumpers && (n->depth < 0 || (n->depth == 0 && !ck_jumpers(b, !n->side)));
    if (!jumpers && !ck_can_step(b, n->side))
        return -(CK_WIN - n->ply);
    if (e->task->draw_plies && n->quiet >= e->task->draw_plies)
        return e->draw[n->side];
    if (deep || n->quiet)
        e->keys[e->base + n->ply] = key;
    if (n->quiet >= 4 && e->task->repetition && repeated(e, n->ply, n->quiet))
        return e->draw[n->side];
    if (known(e, b, n->side, n->ply, &value))
        return value;
    if (leaf || n->ply >= MAX_PLY - 1 || n->list > e->pool + POOL - CK_MAX_MOVES)
        return judge(e, n);
    if (deep && remembered(e, n, key, &value, &first))
        return value;
    if (!jumpers && !ck_jumpers(b, !n->side) && beyond(e, n, &value))
        return value;
    if (e->stopped)
        return 0;
    int count = jumpers ? list_jumps(b, n->side, jumpers, n->list) : list_steps(b, n->side, n->list);
    node here = *n;
    here.depth -= first == CK_NO_STEP && n->depth >= UNORDERED && count > 1;
    return walk(e, &here, count, key, first);
}

/* ---- the root -------------------------------------------------------------------------------*/

static void move_to_front(ck_choice *choice, int at) {
    ck_choice first = choice[at];
    memmove(choice + 1, choice, (size_t)at * sizeof *choice);
    choice[0] = first;
}

static int try_choice(ck_engine *e, const ck_choice *c, int depth, int alpha, int beta) {
    node child = {.board = c->after,
                  .side = !e->task->side,
                  .quiet = c->progress ? 0 : e->task->quiet + 1,
                  .ply = 1,
                  .depth = depth - 1,
                  .alpha = -beta,
                  .beta = -alpha,
                  .list = e->pool};
    return -search(e, &child);
}

/* The move in place `at` to its place among those before it, which are in order. */
static void put_in_order(ck_choice *choice, int at) {
    const ck_choice moved = choice[at];
    for (; at > 0 && choice[at - 1].value < moved.value; at--)
        choice[at] = choice[at - 1];
    choice[at] = moved;
}

/* One iteration for several lines: a move that does not exceed the last of them gets a bound. */
static void iterate_lines(ck_engine *e, ck_thought *out, int depth) {
    const int lines = e->task->lines;
    for (int i = 0; i < out->count; i++) {
        int least = i < lines ? -INFINITE : out->choice[lines - 1].value;
        int value = try_choice(e, &out->choice[i], depth, least, i < lines ? INFINITE : least + 1);
        if (i >= lines && value > least && !e->stopped)
            value = try_choice(e, &out->choice[i], depth, least, INFINITE);
        if (e->stopped)
            return;
        out->choice[i].value = value;
        out->choice[i].bound = value <= least;
        if (value > least)
            put_in_order(out->choice, i);
        out->value = out->choice[0].value;
    }
    out->depth = depth;
}

/* One iteration. Moves that raise alpha come to the front at once, so that a search which is cut
 * short keeps the best of what it has seen. */
static void iterate(ck_engine *e, ck_thought *out, int depth) {
    int alpha = -INFINITE;
    bool all = e->task->lines >= out->count;
    e->root_depth = depth;
    if (e->task->lines > 1 && !all) {
        iterate_lines(e, out, depth);
        return;
    }
    for (int i = 0; i < out->count; i++) {
        bool open = all || i == 0;
        int value = open ? try_choice(e, &out->choice[i], depth, -INFINITE, INFINITE)
                         : try_choice(e, &out->choice[i], depth, alpha, alpha + 1);
        if (!open && value > alpha && !e->stopped)
            value = try_choice(e, &out->choice[i], depth, alpha, INFINITE);
        if (e->stopped)
            return;
        out->choice[i].value = value;
        out->choice[i].bound = !all && i > 0 && value <= alpha;
        if (value > alpha) {
            alpha = out->value = value;
            move_to_front(out->choice, i);
        }
    }
    out->depth = depth;
}

static void prepare(ck_engine *e, const ck_task *task, ck_thought *out) {
    hra_move moves[CK_MAX_MOVES];
    out->count = ck_moves(&task->board, task->side, moves);
    out->value = out->depth = 0;
    for (int i = 0; i < out->count; i++) {
        ck_choice *c = &out->choice[i];
        *c = (ck_choice){.move = moves[i], .after = task->board};
        c->progress = ck_apply(&c->after, task->side, moves[i]);
    }
    uint64_t key = ck_key(&task->board, task->side);
    int length = task->history_length;
    if (length && task->history[length - 1] == key) /* the root itself may be among them */
        length--;
    e->base = length < HISTORY ? length : HISTORY;
    if (e->base)
        memcpy(e->keys, task->history + length - e->base, (size_t)e->base * sizeof *e->keys);
    e->keys[e->base] = key;
    e->task = task;
    const uint64_t way[2] = {(uint64_t)task->contempt * (1 + (uint64_t)task->side), task->fade};
    e->salt = way[0] || way[1] ? hra_hash(way, sizeof way) : 0;
    e->draw[task->side] = -task->contempt;
    e->draw[!task->side] = task->contempt;
    e->nodes = 1;
    e->stopped = false;
    e->next_look = task->nodes && task->nodes < CHECK ? task->nodes : CHECK;
    e->until = task->seconds > 0 ? hra_clock() + task->seconds : 0;
    if (key == e->last_root) /* asked again, to look deeper: what was found is not old */
        return;
    e->last_root = key;
    e->table.age++;
    memset(e->killer, 0, sizeof e->killer);
}

/* What a move of this side has come to, in plies; false: the oracle does not know it. */
static bool truth(const ck_engine *e, const ck_board *after, int side, int *value) {
    int wdl, distance;
    *value = CK_WIN - 1;
    if (!ck_jumpers(after, !side) && !ck_can_step(after, !side))
        return true;
    if (ck_count_pieces(after) > e->oracle.pieces ||
        !e->oracle.probe(e->oracle.self, after, !side, &wdl, &distance))
        return false;
    *value = wdl ? -wdl * (CK_WIN - 1 - distance) : 0;
    return true;
}

/* Where the oracle knows every move there is nothing to search for: the shortest way to win, the
 * longest to lose. Of draws the search picks one, for the other side may err. */
static bool ask_oracle(ck_engine *e, ck_thought *out) {
    int best = -INFINITE, at = 0;
    for (int i = 0; i < out->count; i++) {
        ck_choice *c = &out->choice[i];
        if (!truth(e, &c->after, e->task->side, &c->value))
            return false;
        if (c->value > best) {
            best = c->value;
            at = i;
        }
    }
    out->value = best;
    move_to_front(out->choice, at);
    return true;
}

static void drop_losing(ck_thought *out) {
    int kept = 0;
    for (int i = 0; i < out->count; i++)
        if (out->choice[i].value >= 0)
            out->choice[kept++] = out->choice[i];
    out->count = kept;
}

void ck_engine_think(ck_engine *e, const ck_task *task, ck_thought *out) {
    int last = task->depth > 0 && task->depth < CK_ENGINE_DEPTH ? task->depth : CK_ENGINE_DEPTH;
    prepare(e, task, out);
    out->exact = out->count > 0 && ask_oracle(e, out);
    if (out->exact && (out->value != 0 || task->lines)) {
        out->nodes = e->nodes + (uint64_t)out->count;
        return;
    }
    ck_oracle oracle = e->oracle;
    if (out->exact) { /* drawn: the estimate chooses where the truth does not */
        drop_losing(out);
        e->oracle.pieces = 0;
    }
    bool quick = out->count == 1 && !task->lines && (task->seconds > 0 || task->nodes);
    int begin = task->begin > 1 && !quick && task->begin <= last ? task->begin : 1;
    for (int depth = begin; depth <= (quick ? 1 : last) && out->count > 0 && !e->stopped; depth++) {
        iterate(e, out, depth);
        out->nodes = entered(e);
        if (task->found && !e->stopped)
            task->found(task->found_self, out);
        if (abs(out->value) >= CK_SURE && CK_WIN - abs(out->value) <= depth)
            break;
    }
    if (out->exact)
        out->value = 0;
    e->oracle = oracle;
    out->nodes = entered(e);
}

/* ---- the line -------------------------------------------------------------------------------*/

/* The number of the step that wins soonest, or loses latest; -1: not known, or a draw. */
static int truest(const ck_engine *e, const ck_board *b, int side, const step *list, int n) {
    int best = -1, most = -INFINITE;
    for (int i = 0; i < n; i++) {
        ck_board next = make(b, side, &list[i]);
        int value;
        if (!truth(e, &next, side, &value))
            return -1;
        if (value > most) {
            most = value;
            best = i;
        }
    }
    return most ? best : -1;
}

static bool find_move(const ck_board *b, int side, const ck_board *after, hra_move *out) {
    hra_move moves[CK_MAX_MOVES];
    int n = ck_moves(b, side, moves);
    for (int i = 0; i < n; i++) {
        ck_board next = *b;
        ck_apply(&next, side, moves[i]);
        *out = moves[i];
        if (next.pieces[0] == after->pieces[0] && next.pieces[1] == after->pieces[1] &&
            next.kings == after->kings)
            return true;
    }
    return false;
}

int ck_engine_line(const ck_engine *e, const ck_board *b, int side, hra_move *out, int capacity) {
    step list[CK_MAX_MOVES];
    ck_board at = *b;
    int length = 0;
    for (; length < capacity; side = !side, length++) {
        ck_set jumpers = ck_jumpers(&at, side);
        int n = jumpers ? list_jumps(&at, side, jumpers, list) : list_steps(&at, side, list);
        int best = truest(e, &at, side, list, n);
        if (n > 0 && best < 0) {
            ck_entry found;
            bool kept = ck_tt_find(&e->table, ck_key(&at, side) ^ e->salt, &found);
            best = kept && found.step < n ? found.step : -1;
        }
        if (best < 0)
            break;
        ck_board next = make(&at, side, &list[best]);
        if (!find_move(&at, side, &next, &out[length]))
            break;
        at = next;
    }
    return length;
}

/* ---- opening --------------------------------------------------------------------------------*/

static hra_err open_engine(ck_engine **out, const ck_weights *weights, const ck_oracle *oracle) {
    ck_engine *e = calloc(1, sizeof *e);
    if (!e)
        return HRA_ENOMEM;
    e->weights = weights;
    if (oracle)
        e->oracle = *oracle;
    fill_tables(e);
    *out = e;
    return HRA_OK;
}

hra_err ck_engine_open(ck_engine **out, const ck_weights *weights, const ck_oracle *oracle, size_t table) {
    size_t bucket = CK_WAYS * sizeof(ck_slot), bytes = CK_ENGINE_TT;
    while (2 * bytes <= table)
        bytes *= 2;
    void *memory = calloc(1, bytes + ck_tt_align(bytes));
    hra_err err = memory ? open_engine(out, weights, oracle) : HRA_ENOMEM;
    if (err) {
        free(memory);
        return err;
    }
    (*out)->memory = memory;
    (*out)->table = (ck_tt){.slots = ck_tt_place(memory, bytes), .mask = bytes / bucket - 1};
    return HRA_OK;
}

hra_err ck_engine_open_beside(ck_engine **out, const ck_engine *first, const ck_oracle *oracle) {
    hra_err err = open_engine(out, first->weights, oracle);
    if (err)
        return err;
    (*out)->table = first->table;
    return HRA_OK;
}

void ck_engine_close(ck_engine *e) {
    if (e)
        free(e->memory);
    free(e);
}

void ck_engine_forget(ck_engine *e) {
    if (e->memory)
        memset(e->table.slots, 0, (e->table.mask + 1) * CK_WAYS * sizeof(ck_slot));
    memset(e->cuts, 0, sizeof e->cuts);
    memset(e->killer, 0, sizeof e->killer);
    e->table.age = 0;
    e->last_root = 0;
}
