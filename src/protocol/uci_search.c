/* Thinking for UCI. Usually the player is asked once, and reports come after each depth. Where more lines are
 * wanted, or only some moves, the positions after these moves are looked at one by one, deeper and deeper. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "players/player.h"
#include "protocol/known.h"
#include "rules/rename.h"
#include "rules/rules_complete.h"
#include "uci.h"

enum {
    MATED_WITHIN = 1000 /* plies */,
    FAR = 10000000,
    HUNDREDTHS = 100, /* evaluations count pawns */
    MOST_PAWNS = 5000000,
};

/* ---- scores ---------------------------------------------------------------------------------*/

/* Of a value for the seat to move that is `plies` before the position in which it was found. */
static hra_uci_score score_of(const hra_uci_engine *u, const hra_analysis *found, int seat, int plies) {
    const double value = found->value[seat], size = fabs(value), win = u->win;
    const bool proved = found->kind == HRA_VALUE_EXACT && size <= 1 &&
                        found->distance >= 0; /* a result, whatever its estimates are */
    const bool result =
        !(u->scale > 0) || proved || found->kind == HRA_VALUE_MEAN || found->what.unit != HRA_UNIT_POINTS;
    const double chance = found->what.unit == HRA_UNIT_PROBABILITY ? 2 * value - 1 : value;
    int left = -1;
    if (found->kind == HRA_VALUE_NONE || isnan(value))
        return (hra_uci_score){HRA_UCI_UNKNOWN, 0};
    if (size > win - MATED_WITHIN)
        left = (int)(win - size) + plies;
    else if (found->kind == HRA_VALUE_EXACT && found->distance >= 0 && fabs(chance) >= 1 && result)
        left = found->distance + plies;
    if (left >= 0)
        return (hra_uci_score){HRA_UCI_MATE, value > 0 ? (left + 1) / 2 : -(left / 2)};
    const double pawns = result && fabs(chance) <= 1 ? hra_uci_pawns(chance) : value * HUNDREDTHS;
    return (hra_uci_score){HRA_UCI_PAWNS, (int)lround(fmax(-MOST_PAWNS, fmin(pawns, MOST_PAWNS)))};
}

/* The better, the higher. */
static double height(hra_uci_score score) {
    if (score.kind != HRA_UCI_MATE)
        return score.kind == HRA_UCI_PAWNS ? score.number : -2.0 * FAR;
    return score.number > 0 ? FAR - score.number : -FAR - score.number;
}

/* ---- telling --------------------------------------------------------------------------------*/

/* Thousandths of wins, draws and losses. The difference is the expected result; how many are drawn is not known of the
 * player, and taken for two fifths of what is not decided. */
static void add_wdl(hra_uci_score score, hra_text *out) {
    const double drawn = 0.4;
    const double result =
        score.kind == HRA_UCI_MATE ? (score.number > 0 ? 1 : -1) : hra_uci_result(score.number);
    const int draws = (int)lround(1000 * drawn * (1 - fabs(result)));
    const int wins = (int)lround((1000 - draws + 1000 * result) / 2);
    hra_text_addf(out, " wdl %d %d %d", wins, draws, 1000 - draws - wins);
}

static void add_moves(hra_uci_engine *u, const hra_uci_line *line, hra_text *out) {
    hra_arena *a = &u->arena;
    memcpy(a->next, a->state, a->game->state_size);
    for (int i = 0; i < line->length; i++) {
        hra_text_add(out, i ? " " : " pv ");
        u->words.show(a->game, a->next, line->moves[i], u->rook, out);
        a->game->rules->apply(a->game, a->next, line->moves[i]);
    }
}

static void tell(hra_uci_engine *u, int depth, int number, const hra_uci_line *line, uint64_t nodes) {
    const double seconds = hra_clock() - u->began;
    hra_text text;
    hra_text_init(&text);
    hra_text_addf(&text, "depth %d multipv %d", depth, number);
    if (line->score.kind != HRA_UCI_UNKNOWN)
        hra_text_addf(&text, " score %s %d", line->score.kind == HRA_UCI_MATE ? "mate" : "cp",
                      line->score.number);
    if (u->wdl && line->score.kind != HRA_UCI_UNKNOWN)
        add_wdl(line->score, &text);
    if (nodes > 0)
        hra_text_addf(&text, " nodes %llu nps %.0f", (unsigned long long)nodes,
                      (double)nodes / fmax(seconds, 1e-6));
    hra_text_addf(&text, " time %.0f", 1000 * seconds);
    add_moves(u, line, &text);
    if (!text.err)
        hra_protocol_say(u->arena.dialogue, "info %s", hra_text_string(&text));
    hra_protocol_ring(u->arena.dialogue);
    hra_text_release(&text);
}

/* ---- enough ---------------------------------------------------------------------------------*/

/* Whether more thinking is a waste: the mate that was asked for is found; or what a clock shows is better kept for
 * later moves than for a depth that cannot be finished in time. */
static bool is_enough(const hra_uci_engine *u, int depth, hra_uci_score score, int choices) {
    const double share = 0.5;
    const bool mate = score.kind == HRA_UCI_MATE;
    const int within = 2 * abs(score.number);
    if (u->arena.infinite)
        return false;
    if (u->wish.mate && mate && score.number > 0 && score.number <= u->wish.mate)
        return true;
    return u->wish.clock && (choices == 1 || (mate && depth >= within) ||
                             hra_clock() - u->began >= share * u->wish.limits.seconds);
}

static void keep(hra_uci_engine *u, const hra_uci_line *line) {
    u->searched = true;
    u->arena.choice = line->moves[0];
    u->has_reply = line->length > 1;
    u->reply = line->moves[1];
}

/* ---- asking once ----------------------------------------------------------------------------*/

static void copy_line(const hra_move *moves, int length, hra_uci_line *out) {
    out->length = length < HRA_THOUGHT_LINE ? length : HRA_THOUGHT_LINE;
    memcpy(out->moves, moves, (size_t)out->length * sizeof *moves);
}

static void take(hra_uci_engine *u, const hra_analysis *so_far) {
    hra_arena *a = &u->arena;
    hra_uci_line line = {.score = score_of(u, so_far, a->game->rules->to_move(a->game, a->state), 0)};
    if (so_far->pv_length > 0 && so_far->pv[0] == so_far->move)
        copy_line(so_far->pv, so_far->pv_length, &line);
    else
        copy_line(&so_far->move, 1, &line);
    keep(u, &line);
    if (so_far->depth == 0 || so_far->depth > u->told)
        tell(u, so_far->depth, 1, &line, so_far->nodes);
    u->told = so_far->depth > u->told ? so_far->depth : u->told;
    if (is_enough(u, so_far->depth, line.score, hra_game_moves(a->game, a->state, a->moves)))
        hra_protocol_stop(a->dialogue);
}

static void found(void *self, const hra_analysis *so_far) {
    take(self, so_far);
}

/* What a player says that does not answer by an analysis. */
static void recall(hra_uci_engine *u) {
    hra_arena *a = &u->arena;
    hra_analysis *r = &u->result;
    if (hra_agent_ask(a->agent, &(hra_question){.want = HRA_WANT_LAST}, r) != 0 || r->pv_length == 0 ||
        r->pv[0] != a->choice)
        return;
    r->kind = r->nodes > 0 ? HRA_VALUE_ESTIMATE : HRA_VALUE_NONE;
    r->distance = -1;
    take(u, r);
}

static void ask_once(hra_uci_engine *u) {
    hra_arena *a = &u->arena;
    hra_question q = a->question;
    hra_move move;
    q.stop = hra_protocol_context_of(a->dialogue)->stop;
    q.found = found;
    q.found_self = u;
    hra_err err = hra_agent_choose(a->agent, &q, &move);
    if (err && err != HRA_ESTOPPED)
        a->kind->complain(a, HRA_ARENA_FAILED, hra_agent_why(a->agent)->text);
    if (err)
        return;
    if (move != a->choice)
        u->has_reply = false;
    u->searched = true;
    a->choice = move;
    if (!(hra_player_info_of(a->player)->kind->answers & HRA_ANSWERS_MOVE)) {
        const hra_analysis *last = &a->agent->result;
        if (last->depth != u->told || last->depth == 0)
            take(u, last);
    } else {
        recall(u);
    }
}

/* ---- one move after the other ---------------------------------------------------------------*/

/* The end of what is left of the search's limits: false. */
static bool limits_left(const hra_uci_engine *u, uint64_t nodes, hra_limits *out) {
    const hra_limits *all = &u->arena.question.limits;
    const double passed = hra_clock() - u->began;
    if ((all->seconds > 0 && passed >= all->seconds) || (all->nodes && nodes >= all->nodes))
        return false;
    out->seconds = all->seconds > 0 ? all->seconds - passed : 0;
    out->nodes = out->playouts = all->nodes ? all->nodes - nodes : 0;
    return true;
}

/* A search of all moves to one depth. */
typedef struct pass {
    uint64_t nodes; /* of all passes */
    bool deeper;    /* another one would find more */
    bool reached;   /* a move was searched to the depth */
} pass;

/* Looks at the position after a move, of `left` ones. False: there was no time for it. */
static bool look_behind(hra_uci_engine *u, hra_uci_line *line, int depth, int left, pass *p) {
    hra_arena *a = &u->arena;
    const hra_rules *rules = a->game->rules;
    hra_analysis *r = &u->result;
    const int seat = rules->to_move(a->game, a->state);
    hra_question q = a->question;
    line->length = 1;
    memcpy(a->next, a->state, a->game->state_size);
    rules->apply(a->game, a->next, line->moves[0]);
    if (rules->to_move(a->game, a->next) == HRA_OVER) {
        double returns[HRA_MAX_SEATS];
        rules->returns(a->game, a->next, returns);
        line->score =
            returns[seat] > 0 ? (hra_uci_score){HRA_UCI_MATE, 1} : (hra_uci_score){HRA_UCI_PAWNS, 0};
        return true;
    }
    if (!limits_left(u, p->nodes, &q.limits))
        return false;
    if (!u->has_depth) { /* there is one pass: each move has its share */
        q.limits.seconds /= left;
        q.limits.nodes = q.limits.playouts = (q.limits.nodes + (uint64_t)left - 1) / (uint64_t)left;
    }
    q.state = a->next;
    q.stop = hra_protocol_context_of(a->dialogue)->stop;
    q.limits.depth = depth;
    q.found = NULL;
    q.only_best = true;
    q.history_length = a->history_length < HRA_ARENA_MOVES ? a->history_length + 1 : a->history_length;
    a->history[q.history_length - 1] = hra_game_key(a->game, a->state);
    hra_err err = hra_agent_ask(a->agent, &q, r);
    if (err && err != HRA_ESTOPPED)
        a->kind->complain(a, HRA_ARENA_FAILED, hra_agent_why(a->agent)->text);
    p->nodes += r->nodes;
    if (err || hra_stop_is_set(q.stop) || (u->has_depth && r->stopped && r->depth < depth))
        return false;
    p->deeper = p->deeper || (r->horizon && r->depth >= depth);
    p->reached = p->reached || r->depth >= depth;
    line->score = score_of(u, r, seat, 1);
    for (int i = 0; i < r->pv_length && line->length < HRA_THOUGHT_LINE; i++)
        line->moves[line->length++] = r->pv[i];
    return true;
}

/* Best first; equal ones stay as they were. */
static void put_in_order(hra_uci_line *lines, int n) {
    for (int i = 1; i < n; i++) {
        const hra_uci_line one = lines[i];
        int j = i;
        for (; j > 0 && height(one.score) > height(lines[j - 1].score); j--)
            lines[j] = lines[j - 1];
        lines[j] = one;
    }
}

static int list_moves(hra_uci_engine *u) {
    hra_arena *a = &u->arena;
    const bool all = u->wish.only_count == 0;
    int n = all ? hra_game_moves(a->game, a->state, a->moves) : u->wish.only_count;
    n = n < HRA_UCI_LINES ? n : HRA_UCI_LINES;
    for (int i = 0; i < n; i++)
        u->found[i] = (hra_uci_line){.moves = {all ? a->moves[i] : u->wish.only[i]}, .length = 1};
    return n;
}

/* All moves to one depth. If time runs out, what was found before stays; in the first pass the best move so far. */
static bool look_at_all(hra_uci_engine *u, int n, int depth, pass *p) {
    hra_uci_line *next = u->found + HRA_UCI_LINES;
    for (int i = 0; i < n; i++) {
        next[i] = (hra_uci_line){.moves = {u->found[i].moves[0]}};
        if (look_behind(u, &next[i], depth - 1 ? depth - 1 : 1, n - i, p))
            continue;
        put_in_order(next, i);
        if (i > 0 && u->told == 0)
            keep(u, &next[0]);
        return false;
    }
    put_in_order(next, n);
    memcpy(u->found, next, (size_t)n * sizeof *next);
    return true;
}

static void look_at_each(hra_uci_engine *u) {
    const int n = list_moves(u), last = u->wish.limits.depth ? u->wish.limits.depth : HRA_UCI_DEPTH;
    pass p = {.deeper = true};
    keep(u, &u->found[0]);
    u->searched = u->wish.only_count == 1;
    for (int depth = last < 2 ? last : 2; p.deeper && depth <= last; depth++) {
        p.deeper = p.reached = false;
        if (!look_at_all(u, n, depth, &p) || (u->told && !p.reached))
            return;
        keep(u, &u->found[0]);
        for (int i = 0; i < n && i < u->lines && depth > u->told; i++)
            tell(u, depth, i + 1, &u->found[i], p.nodes);
        u->told = depth > u->told ? depth : u->told;
        if (is_enough(u, depth, u->found[0].score, n))
            return;
    }
}

/* ---- both -----------------------------------------------------------------------------------*/

/* What the values of the player that is open mean. A machine of history counts in pawns by a formula; an external program's
 * values are results already. */
static void take_scale(hra_uci_engine *u) {
    const hra_player_kind *kind = hra_player_info_of(u->arena.player)->kind;
    const hra_evaluation *by = hra_player_evaluation(u->arena.player);
    u->has_depth = false;
    for (const hra_option *o = kind->options; o && o->name; o++)
        u->has_depth = u->has_depth || strcmp(o->name, "depth") == 0;
    u->scale = by || (kind->own_scale && !kind->program) ? HUNDREDTHS : 0;
    if (!by && u->scale > 0)
        by = hra_evaluation_find(u->arena.game->rules, "expr");
    u->win = by && by->win > 0 ? by->win : u->words.win;
}

/* A search that was stopped before it knew anything, as where `stop` or `quit` follows at once, still says no move blindly. */
static void look_once(hra_uci_engine *u) {
    hra_question q = u->arena.question;
    hra_move move;
    q.limits = (hra_limits){.depth = 1, .nodes = 1000, .playouts = 100, .seconds = 0.05};
    q.stop = NULL;
    q.found = NULL;
    if (hra_agent_choose(u->arena.agent, &q, &move) == 0)
        u->arena.choice = move;
}

void hra_uci_think(hra_arena *a) {
    hra_uci_engine *u = hra_uci_of(a);
    /* Who asks without a limit waits for an answer, unless it says that it will stop the search. */
    const hra_limits usual = a->infinite ? (hra_limits){.seconds = 1e9} : hra_limits_usual();
    take_scale(u);
    u->searched = false;
    hra_agent_usual(a->agent, &usual);
    const hra_limits *l = &a->question.limits;
    if (!a->infinite && !l->depth && !l->nodes && !(l->seconds > 0))
        a->question.limits = usual;
    if (u->wish.only_count || (u->lines > 1 && u->has_depth))
        look_at_each(u);
    else
        ask_once(u);
    if (!u->searched && !u->wish.only_count && hra_stop_is_set(hra_protocol_context_of(a->dialogue)->stop))
        look_once(u);
}
