/* Advice: every move with the chances after the best turn that begins with it. */
#include <math.h>
#include <string.h>

#include "core/messages.h"
#include "player_mcts.h"
#include "players/analysis.h"

enum { COLUMNS = 4, MORE_PLAYOUTS = 2000 };

/* The place that a seat can expect. Shares are a softmax, so of two seats one is before the other as
 * often as its share is of both (Plackett 1975). */
static double place_of(const double *share, int seats, int seat) {
    double place = 1;
    for (int other = 0; other < seats; other++) {
        double both = share[other] + share[seat];
        if (other != seat)
            place += both > 0 ? share[other] / both : 0.5;
    }
    return place;
}

/* What the seat has on the board when the turn is over, as it is scored. */
static em_account account_after(const hra_game *game, const em_state *s, const em_turn *turn) {
    em_state t = *s;
    em_account account[EM_SEATS];
    for (int i = 0; i < turn->length; i++)
        game->rules->apply(game, &t, turn->move[i]);
    em_accounts(em_of(game), &t, account);
    return account[s->turn];
}

static void judge_end(const em_turn_search *mind, const em_state *s, double *out) {
    em_evaluated base;
    float strength[EM_SEATS], share[EM_SEATS];
    em_eval_base(&mind->judge, s, &base);
    em_eval_after(&mind->judge, &base, s, 0, strength);
    if (base.last)
        em_final_shares(mind->judge.game, s, share);
    else
        em_shares(strength, mind->game->seats, share);
    for (int seat = 0; seat < mind->game->seats; seat++)
        out[seat] = (double)share[seat];
}

/* The best idea that begins with this move; a turn found on the spot where there is none. */
static void find_idea(em_thinker *t, const em_state *s, hra_move m, em_idea *out) {
    em_turn_search *mind = &t->mind;
    em_candidates *found = &mind->trees[0].found;
    for (int i = 0; i < mind->count; i++)
        if (mind->ideas[i].turn.move[0] == m) {
            *out = mind->ideas[i];
            return;
        }
    em_turn begun = {.length = 0};
    em_state after = *s;
    em_turn_add(&begun, m);
    *out = (em_idea){.turn = begun};
    if (!em_in_turn(s))
        return;
    if (em_move_kind(m) == EM_MOVE_END) {
        judge_end(mind, s, out->share);
        return;
    }
    mind->game->rules->apply(mind->game, &after, m);
    em_candidates_find(mind->game, &mind->judge, &after, &begun, mind->options.beam, 1, found);
    out->turn = found->list[0].turn;
    for (int seat = 0; seat < mind->game->seats; seat++)
        out->share[seat] = (double)found->list[0].share[seat];
}

/* "move 4>6, move 4>8, end". */
static void add_turn(const hra_game *game, const em_state *s, const em_turn *turn, hra_text *out) {
    em_state t = *s;
    for (int i = 0; i < turn->length; i++) {
        if (i)
            hra_text_add(out, ", ");
        if (em_move_kind(turn->move[i]) == EM_MOVE_CARD)
            hra_text_addf(out, _("card %d"), em_move_a(turn->move[i]) + 1);
        else
            em_say_move(game, &t, turn->move[i], out);
        game->rules->apply(game, &t, turn->move[i]);
    }
}

/* The best turn and the next best one. */
static hra_err give_reason(const em_thinker *t, const em_state *s, hra_analysis *out) {
    const em_turn_search *m = &t->mind;
    hra_text text;
    hra_text_init(&text);
    for (int i = 0; i < m->count && i < 3 && m->ideas[i].visits; i++) {
        size_t from = text.length;
        hra_text_addf(&text, "%s%.0f %%: ", i ? "; " : "", 100 * m->ideas[i].share[s->turn]);
        add_turn(m->game, s, &m->ideas[i].turn, &text);
        if (i && !text.err && text.length >= sizeof out->reason) {
            text.data[from] = '\0';
            break;
        }
    }
    (void)hra_snprintf(out->reason, sizeof out->reason, "%s", hra_text_string(&text));
    hra_err err = text.err;
    hra_text_release(&text);
    return err;
}

/* Bids and jokers: what the player would do, and no estimates of the rest. */
static hra_err advise_alone(const em_thinker *t, void *scratch, const hra_question *q, hra_analysis *out) {
    hra_move best;
    hra_err err = em_choose(t->expert, scratch, q, &best);
    for (int i = 0; i < out->move_count && !err; i++)
        out->moves[i].value[out->value_seat] = out->moves[i].move == best;
    out->what = (hra_column){.key = "choice", .label = "the choice", .unit = HRA_UNIT_POINTS};
    return err;
}

hra_err em_advise(const void *shared, void *scratch, const hra_question *q, hra_analysis *out) {
    /* the place to expect; points after the turn */
    static const hra_column columns[COLUMNS] = {
        {"place", N_("rank"), HRA_UNIT_POINTS, true},
        {"regions", N_("regions"), HRA_UNIT_POINTS, false},
        {"continents", N_("continents"), HRA_UNIT_POINTS, false},
        {"goods", N_("goods"), HRA_UNIT_POINTS, false},
    };
    const em_expert *e = shared;
    em_thinker *t = scratch;
    const em_state *s = q->state;
    hra_move list[EM_MAX_MOVES];
    if (e->game->rules->to_move(e->game, s) < 0)
        return HRA_ESTATE;
    out->move_count = e->game->rules->moves(e->game, s, list);
    for (int i = 0; i < out->move_count; i++)
        hra_analysis_tell(out, i, list[i], 0);
    if (s->phase == EM_AT_BID || s->phase == EM_AT_JOKER)
        return advise_alone(t, scratch, q, out);
    hra_limits limits = em_limits_of(e, q);
    if (s->phase != EM_AT_CARD && limits.playouts > MORE_PLAYOUTS)
        limits.playouts = MORE_PLAYOUTS; /* the large decision was the card; steps follow by the dozen */
    hra_err err = em_turn_search_think(&t->mind, s, &limits, q->seed, q->stop);
    if (err)
        return err;
    out->what = (hra_column){.key = "win", .label = "win", .unit = HRA_UNIT_PROBABILITY, .estimate = true};
    out->column_count = em_in_turn(s) ? COLUMNS : 1;
    memcpy(out->columns, columns, sizeof columns);
    hra_move best = t->mind.ideas[0].turn.move[0];
    double most = t->mind.ideas[0].share[s->turn];
    for (int i = 0; i < out->move_count; i++) {
        hra_analysis_move *one = &out->moves[i];
        em_idea idea;
        find_idea(t, s, one->move, &idea);
        double share = idea.share[s->turn];
        /* a move with few visits may show a higher mean by chance: it is shown below the chosen one */
        one->value[out->value_seat] = one->move == best || share < most ? share : fmax(most - 1e-6, 0);
        one->column[0] = place_of(idea.share, e->game->seats, s->turn);
        if (em_in_turn(s)) {
            em_account account = account_after(e->game, s, &idea.turn);
            one->column[1] = account.regions;
            one->column[2] = account.continents;
            one->column[3] = account.goods;
        }
    }
    return give_reason(t, s, out);
}
