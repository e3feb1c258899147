/* Plays of the judge against itself. */
#include "games.h"

#include <string.h>

#include "learn/portable_random.h"

enum { BEAM = 8, KEEP = 12 };

int em_lessons_of(const hra_game *game) {
    return game->seats * em_of(game)->setup.cards;
}

/* ---- lessons --------------------------------------------------------------------------------*/

void em_lesson_write(const hra_game *game, const em_lesson *l, hra_text *out) {
    for (int seat = 0; seat < game->seats; seat++) {
        uint32_t bits;
        memcpy(&bits, &l->target[seat], sizeof bits);
        hra_bytes_put(out, bits, 4);
        hra_bytes_put(out, l->left[seat], 1);
        hra_bytes_put(out, l->count[seat], 1);
        for (int i = 0; i < l->count[seat]; i++) {
            hra_bytes_put(out, (uint64_t)l->feature[seat][i].index, 1);
            hra_bytes_put(out, (uint64_t)l->feature[seat][i].number, 2);
        }
    }
}

hra_err em_lesson_read(const hra_game *game, em_lesson *l, hra_bytes *from) {
    for (int seat = 0; seat < game->seats; seat++) {
        if (hra_bytes_left(from) < 6)
            return HRA_EDAMAGED;
        const uint32_t bits = (uint32_t)hra_bytes_take(from, 4);
        memcpy(&l->target[seat], &bits, sizeof bits);
        l->left[seat] = (uint8_t)hra_bytes_take(from, 1);
        l->count[seat] = (uint8_t)hra_bytes_take(from, 1);
        if (!(l->target[seat] >= 0 && l->target[seat] <= 1) || l->left[seat] > EM_MOST_TURNS ||
            l->count[seat] > EM_MOST_FEATURES || hra_bytes_left(from) < 3 * (size_t)l->count[seat])
            return HRA_EDAMAGED;
        for (int i = 0; i < l->count[seat]; i++) {
            em_feature *f = &l->feature[seat][i];
            f->index = (int16_t)hra_bytes_take(from, 1);
            f->number = (int16_t)hra_bytes_take(from, 2);
            if (f->index >= EM_FEATURES)
                return HRA_EDAMAGED;
        }
    }
    return HRA_OK;
}

/* ---- plays ----------------------------------------------------------------------------------*/

void em_learn_shares(const float *strength, int seats, float *share) {
    float most = strength[0], sum = 0;
    for (int seat = 1; seat < seats; seat++)
        most = strength[seat] > most ? strength[seat] : most;
    for (int seat = 0; seat < seats; seat++)
        sum += share[seat] = (float)hra_draw_exp((double)(strength[seat] - most));
    for (int seat = 0; seat < seats; seat++)
        share[seat] /= sum;
}

/* Gumbel's. */
static float noise(hra_rng *rng) {
    return (float)-hra_draw_ln(-hra_draw_ln(hra_rng_uniform(rng) * 0.999998 + 1e-6));
}

/* Takes the turn that is judged best, apart from the noise; leaves the state before the end of the turn. */
static void take_turn(em_self_player *p, em_state *s, float heat, hra_rng *rng) {
    const hra_rules *rules = p->game->rules;
    hra_move cards[EM_ROW + 1];
    em_turn best = {.length = 0};
    float most = 0;
    int n = rules->moves(p->game, s, cards);
    for (int i = 0; i < n; i++) {
        em_state after = *s;
        em_turn turn = {.length = 0};
        em_turn_add(&turn, cards[i]);
        rules->apply(p->game, &after, cards[i]);
        em_candidates_find(p->game, p->judge, &after, &turn, BEAM, KEEP, &p->found);
        for (int k = 0; k < p->found.count; k++) {
            float value = p->found.list[k].logit + heat * noise(rng);
            if (best.length == 0 || value > most) {
                most = value;
                best = p->found.list[k].turn;
            }
        }
    }
    for (int i = 0; i + 1 < best.length; i++)
        rules->apply(p->game, s, best.move[i]);
}

/* The end of a turn, and what it is judged to be worth. */
static void remember(const em_self_player *p, const em_state *s, em_lesson *out, float *share) {
    em_evaluated base;
    float strength[EM_SEATS];
    em_eval_base(p->judge, s, &base);
    em_eval_after(p->judge, &base, s, 0, strength);
    em_learn_shares(strength, p->game->seats, share);
    if (base.last)
        em_final_shares(em_of(p->game), s, share);
    for (int seat = 0; seat < p->game->seats; seat++) {
        out->left[seat] = (uint8_t)base.left[seat];
        out->count[seat] = (uint8_t)em_eval_features(p->judge, &base, s, seat, out->feature[seat]);
    }
}

static void label(const em_self_player *p, em_lesson *line, float (*share)[EM_SEATS], int turns) {
    for (int i = turns - 1; i >= 0; i--)
        for (int seat = 0; seat < p->game->seats; seat++)
            line[i].target[seat] =
                i == turns - 1 ? share[i][seat]
                               : (1 - p->lambda) * share[i + 1][seat] + p->lambda * line[i + 1].target[seat];
}

void em_self_play(em_self_player *p, uint64_t seed, uint64_t number, em_lesson *out) {
    const hra_rules *rules = p->game->rules;
    hra_rng rng;
    em_state s;
    hra_move list[EM_MAX_MOVES];
    double probability[EM_MAX_CHANCES];
    float share[EM_SEATS * EM_MOST_TURNS][EM_SEATS];
    int turns = 0;
    hra_rng_init_stream(&rng, seed, number, 0, 0);
    rules->init(p->game, &s);
    const float heat = number % 4 == 0 ? 1 : number % 4 == 1 ? 0.1F : 0.3F;
    while (rules->to_move(p->game, &s) != HRA_OVER) {
        if (rules->to_move(p->game, &s) == HRA_CHANCE) {
            rules->apply(p->game, &s, hra_game_sample(p->game, &s, &rng, list, probability));
        } else if (em_in_turn(&s)) {
            take_turn(p, &s, heat, &rng);
            remember(p, &s, &out[turns], share[turns]);
            turns++;
            rules->apply(p->game, &s, em_move(EM_MOVE_END, 0, 0));
        } else {
            int n = rules->moves(p->game, &s, list);
            rules->apply(p->game, &s, list[hra_rng_below(&rng, (uint32_t)n)]);
        }
    }
    label(p, out, share, turns);
}
