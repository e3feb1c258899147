/* Turns worth a look. */
#include <math.h>
#include <string.h>

#include "candidates.h"

enum { MOST_BEAM = 64 };

/* A position within the turn from which steps are tried. */
typedef struct stem {
    em_state state;
    em_turn turn;
} stem;

typedef struct finder {
    const hra_game *game;
    const em_eval *judge;
    em_evaluated base;
    int seat, beam, keep;
    em_candidates *out;
} finder;

/* The lead in points, coins and armies decides what the rules pay; a larger one is safer. */
static float final_logit(const finder *f, const em_state *s, float *share) {
    em_account account[EM_SEATS];
    const em_game *g = f->judge->game;
    em_accounts(g, s, account);
    uint32_t winners = em_winners(g, account);
    int rival = 0;
    for (int seat = 0; seat < g->seats; seat++) {
        share[seat] = winners >> seat & 1 ? 1 / (float)em_count(winners) : 0;
        if (seat != f->seat && account[seat].points > rival)
            rival = account[seat].points;
    }
    return 20 * share[f->seat] - 10 + 0.1F * (float)(account[f->seat].points - rival);
}

static float judge_end(const finder *f, const em_state *s, uint32_t changed, float *share) {
    float strength[EM_SEATS], others = 0;
    int seats = f->judge->game->seats, mover = f->seat;
    if (f->base.last)
        return final_logit(f, s, share);
    em_eval_after(f->judge, &f->base, s, changed, strength);
    if (seats == 2) {
        share[0] = share[1] = 0; /* worked out for those that are kept */
        return strength[mover] - strength[1 - mover];
    }
    em_shares(strength, seats, share);
    for (int seat = 0; seat < seats; seat++)
        others += seat == mover ? 0 : share[seat];
    return logf((share[mover] + 1e-9F) / (others + 1e-9F));
}

static void keep(const finder *f, const em_turn *turn, float logit, const float *share) {
    em_candidates *c = f->out;
    if (c->count == f->keep && logit <= c->list[c->count - 1].logit)
        return;
    int at = c->count < f->keep ? c->count++ : c->count - 1;
    for (; at > 0 && c->list[at - 1].logit < logit; at--)
        c->list[at] = c->list[at - 1];
    c->list[at].turn = *turn;
    c->list[at].logit = logit;
    memcpy(c->list[at].share, share, sizeof c->list[at].share);
}

/* A step that may be kept; only then the position behind it is made. */
typedef struct shoot {
    float logit;
    int from;
    hra_move move;
} shoot;

static void keep_shoot(shoot *list, int *count, int most, shoot one) {
    if (*count == most && one.logit <= list[*count - 1].logit)
        return;
    int at = *count < most ? (*count)++ : *count - 1;
    for (; at > 0 && list[at - 1].logit < one.logit; at--)
        list[at] = list[at - 1];
    list[at] = one;
}

static void end_here(const finder *f, em_turn turn, float logit, const float *share) {
    em_turn_add(&turn, em_move(EM_MOVE_END, 0, 0));
    keep(f, &turn, logit, share);
}

/* One more step: each leads to a candidate, and the best are kept for the next. */
static void step(const finder *f, const stem *stems, int from, shoot *shoots, int *count) {
    hra_move list[EM_MAX_MOVES];
    float share[EM_SEATS] = {0};
    const stem *at = &stems[from];
    int n = f->game->rules->moves(f->game, &at->state, list);
    for (int i = 0; i < n; i++) {
        em_kind kind = em_move_kind(list[i]);
        if (kind == EM_MOVE_END)
            continue;
        em_turn turn = at->turn;
        em_turn_add(&turn, list[i]);
        em_state s = at->state;
        f->game->rules->apply(f->game, &s, list[i]);
        float logit = judge_end(f, &s, turn.changed, share);
        if (kind != EM_MOVE_ABILITY)
            end_here(f, turn, logit, share);
        keep_shoot(shoots, count, kind == EM_MOVE_ABILITY ? MOST_BEAM : f->beam,
                   (shoot){logit, from, list[i]});
    }
}

static bool keep_any(void *self, const em_state *s, const em_turn *turn) {
    const finder *f = self;
    float share[EM_SEATS] = {0}, logit = judge_end(f, s, turn->changed, share);
    keep(f, turn, logit, share);
    return true;
}

static void find_by_beam(const finder *f, const em_state *s, const em_turn *moves) {
    stem stems[2][MOST_BEAM];
    float share[EM_SEATS] = {0}, logit = judge_end(f, s, 0, share);
    int count = 1, now = 0;
    stems[0][0] = (stem){*s, *moves};
    if (!s->must)
        end_here(f, *moves, logit, share);
    while (count) {
        shoot shoots[MOST_BEAM];
        int next = 0;
        for (int i = 0; i < count; i++)
            step(f, stems[now], i, shoots, &next);
        for (int i = 0; i < next; i++) {
            stem *to = &stems[!now][i];
            *to = stems[now][shoots[i].from];
            em_turn_add(&to->turn, shoots[i].move);
            f->game->rules->apply(f->game, &to->state, shoots[i].move);
        }
        count = next;
        now = !now;
    }
}

void em_candidates_find(const hra_game *game, const em_eval *judge, const em_state *s, const em_turn *moves,
                        int beam, int keep_most, em_candidates *out) {
    finder f = {.game = game, .judge = judge, .seat = s->turn, .out = out};
    f.beam = beam < MOST_BEAM ? beam : MOST_BEAM;
    f.keep = keep_most < EM_MOST_KEPT ? keep_most : EM_MOST_KEPT;
    out->count = 0;
    em_eval_base(judge, s, &f.base);
    if (beam == 0)
        em_turns_each(game, s, moves, keep_any, &f);
    else
        find_by_beam(&f, s, moves);
    for (int i = 0; game->seats == 2 && !f.base.last && i < out->count; i++) {
        em_candidate *c = &out->list[i];
        c->share[f.seat] = 1 / (1 + expf(-c->logit));
        c->share[1 - f.seat] = 1 - c->share[f.seat];
    }
}
