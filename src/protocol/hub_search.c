/* Thinking for the Hub protocol: deeper and deeper, so that there is something to tell on the way. What the
 * player keeps makes looking again at what was seen before cost next to nothing. */
#include <math.h>
#include <string.h>

#include "hub.h"

enum { PIECE = 20000 /* nodes: some milliseconds */ };

static const double WORSE = 0.2; /* of a man */

/* Appends the moves of a line, one behind the other. */
static void add_line(hub *h, const hra_decision *thought, int most, hra_text *out) {
    memcpy(h->next, h->state, h->game->state_size);
    for (int i = 0; i < thought->length && i < most; i++) {
        hra_text_add(out, i ? " " : "");
        hra_hub_show_move(&h->words, h->game, h->next, thought->line[i], out);
        h->game->rules->apply(h->game, h->next, thought->line[i]);
    }
}

/* Appends what the position that was given is called, as one more argument: programs pass over those that they
 * do not know. */
static void add_opening(const hub *h, hra_text *out) {
    hra_text name;
    hra_text_init(&name);
    if (hra_game_opening(h->game, h->state, &name))
        hra_text_addf(out, " opening=\"%s\"", hra_text_string(&name));
    out->err = out->err ? out->err : name.err;
    hra_text_release(&name);
}

/* What the search has seen by now: nodes of all its rounds, speed in millions a second. */
static void tell(hub *h, const hra_decision *thought, int depth, double seconds) {
    hra_text line;
    hra_text_init(&line);
    add_line(h, thought, HRA_THOUGHT_LINE, &line);
    hra_text_add_char(&line, '"');
    add_opening(h, &line);
    int seat = h->game->rules->to_move(h->game, h->state);
    if (!line.err)
        hra_protocol_say(h->dialogue, "info depth=%d score=%.2f nodes=%.0f time=%.3f nps=%.1f pv=\"%s", depth,
                         h->words.score(thought->value[seat]), h->search.nodes, seconds,
                         h->search.nodes / 1e6 / fmax(seconds, 1e-6), hra_text_string(&line));
    hra_text_release(&line);
}

void hra_hub_tell_choice(hub *h) {
    hra_text line;
    hra_text_init(&line);
    add_line(h, &h->search.best, 2, &line);
    const char *text = hra_text_string(&line), *answer = strchr(text, ' ');
    if (line.err)
        hra_hub_complain(h, hra_err_text(line.err));
    else
        hra_protocol_say(h->dialogue, "done move=%.*s%s%s", (int)strcspn(text, " "), text,
                         answer ? " ponder=" : "", answer ? answer + 1 : "");
    hra_text_release(&line);
}

void hra_hub_prepare(hub *h, double start) {
    h->search = (hub_search){.start = start, .depth = 1, .best.length = 1};
    h->search.piece = hra_protocol_context_of(h->dialogue)->background ? 0 : PIECE;
    h->search.choices = hra_game_moves(h->game, h->state, h->moves);
    h->search.best.line[0] = h->moves[0];
}

static int last_depth(const hub *h) {
    return h->search.limits.depth ? h->search.limits.depth : h->words.depth;
}

/* Nothing of the time and the nodes is left. */
static bool used_up(const hub_search *s, double passed) {
    return (s->limits.seconds > 0 && passed >= s->limits.seconds) ||
           (s->limits.nodes > 0 && s->nodes >= s->limits.nodes);
}

/* Whether a round that was cut short found out less than an earlier one. */
static bool is_less(const hub_search *s, const hra_decision *now, bool cut) {
    return s->rounds > 0 && cut && now->depth < s->best.depth;
}

/* Takes more time, once a search, where the move that was thought best has turned out worse by a fifth of a
 * man or more: there may be a better one. */
static bool take_more_time(hub *h, const hra_decision *now) {
    hub_search *s = &h->search;
    int seat = h->game->rules->to_move(h->game, h->state);
    if (s->rounds == 0 || s->limits.most <= s->limits.seconds ||
        h->words.score(now->value[seat]) > h->words.score(s->best.value[seat]) - WORSE)
        return false;
    s->limits.seconds = s->limits.most;
    return true;
}

/* Whether there is time for another round, which takes longer than all before: what a clock keeps is there
 * for the moves to come. A single move is not thought about where time counts, nor in pieces: the player
 * spends none of a number of nodes on it. */
static bool is_worth_it(const hub_search *s, double passed) {
    double seconds = s->limits.seconds;
    if (s->rounds == 0)
        return true;
    if (s->choices == 1 && (seconds > 0 || s->piece > 0))
        return false;
    return seconds <= 0 || s->limits.to_spend || seconds - passed >= 0.4 * seconds;
}

bool hra_hub_limit(hub *h, const hub_level *limits) {
    hub_search *s = &h->search;
    s->limits = *limits;
    bool seen = s->depth > last_depth(h);
    if (limits->nodes > 0)
        s->depth = last_depth(h); /* the player spends them best in one go */
    double passed = hra_clock() - s->start;
    return !seen && !used_up(s, passed) && is_worth_it(s, passed);
}

bool hra_hub_look(hub *h) {
    hub_search *s = &h->search;
    const hra_stop *stop = hra_protocol_context_of(h->dialogue)->stop;
    double seconds = s->limits.seconds, nodes = s->limits.nodes > 0 ? fmax(s->limits.nodes - s->nodes, 1) : 0;
    bool part = s->piece > 0 && (nodes <= 0 || (double)s->piece < nodes);
    hra_question q = {
        .state = h->state, .history = h->history, .history_length = h->history_length, .stop = stop};
    q.limits = (hra_limits){.depth = s->depth, .nodes = part ? s->piece : (uint64_t)nodes};
    q.limits.seconds = seconds > 0 ? fmax(seconds - (hra_clock() - s->start), 0.001) : 0;
    hra_move move;
    hra_decision now;
    if (hra_agent_choose(h->agent, &q, &move) != 0 || hra_agent_recall(h->agent, &now) != 0)
        return false;
    bool stopped = hra_stop_is_set(stop); /* this round: who hears of it may stop the next at once */
    s->nodes += (double)now.nodes;
    double passed = hra_clock() - s->start;
    bool more = take_more_time(h, &now);
    bool ended = stopped || used_up(s, passed), cut = part && now.nodes >= s->piece;
    bool known = now.depth == 0 && !cut && !stopped;
    if (!is_less(s, &now, ended || cut)) {
        s->best = now;
        s->rounds++;
        if (!cut || ended)
            tell(h, &now, known ? now.length : now.depth, passed);
    }
    if (cut && !ended) {
        s->piece *= 2; /* so that it comes through in the end */
        return true;
    }
    /* a round that was stopped may be taken up again, and so is one that lacked time */
    s->depth += !stopped && !(more && now.depth < s->depth);
    return !ended && !known && s->depth <= last_depth(h) && is_worth_it(s, passed);
}
