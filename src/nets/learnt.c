/* What was learnt of a game. */
#include "nets/learnt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/state.h"
#include "nets/policy_value_net.h"
#include "rules/checked.h"
#include "rules/defaults.h"

enum { TOGETHER = 32 /* positions that a net is asked of at once */ };

const char *const hra_learnt_form_names[HRA_LEARNT_FORMS + 1] = {"table",    "terms", "net", "heads",
                                                                 "outcomes", "own",   NULL};

static int count_of_phases(const hra_game *game);

/* How many numbers the game tells of a state; 0: it does not. */
static int inputs_of(const hra_game *game, hra_learnt_form form) {
    if (form == HRA_LEARNT_TERMS)
        return hra_encoding_of(game).terms;
    return hra_encoding_of(game).features * (form == HRA_LEARNT_OUTCOMES ? count_of_phases(game) : 1);
}

bool hra_learnt_bounded(const hra_game *game) {
    return !game->rules->encoding->rewards && game->min_return >= -HRA_LEARNT_FEW &&
           game->max_return <= HRA_LEARNT_FEW;
}

int hra_learnt_outcomes(const hra_game *game) {
    bool counted = hra_learnt_bounded(game) && game->integer_returns;
    return counted ? (int)(floor(game->max_return) - ceil(game->min_return)) + 1 : 0;
}

int hra_learnt_outcome(const hra_game *game, double returned) {
    return (int)(returned - ceil(game->min_return));
}

static int count_of_phases(const hra_game *game) {
    const hra_rules_encoding *numbers = game->rules->encoding;
    return numbers->phase_count && numbers->phase ? numbers->phase_count(game) : 1;
}

int hra_learnt_group(const hra_learnt *l) {
    return l->form == HRA_LEARNT_OUTCOMES ? hra_encoding_of(l->game).features : l->net.shape.inputs;
}

/* Outcomes turn round where the least is as far from 0 as the most. */
int hra_learnt_viewer(const hra_game *game, const void *s, int seat) {
    const hra_rules_encoding *numbers = game->rules->encoding;
    const bool turns =
        numbers->perspective && game->seats == 2 && game->zero_sum && game->min_return == -game->max_return;
    const int viewer = turns ? numbers->perspective(game, s) : -1;
    return viewer >= 0 ? viewer : seat;
}

static int outputs_of(const hra_game *game, hra_learnt_form form) {
    return form == HRA_LEARNT_HEADS      ? hra_heads_outputs(game)
           : form == HRA_LEARNT_OUTCOMES ? hra_learnt_outcomes(game)
                                         : 1;
}

static hra_activation last_of(const hra_game *game, hra_learnt_form form) {
    if (form == HRA_LEARNT_OUTCOMES)
        return HRA_NET_SOFTMAX;
    return hra_learnt_bounded(game) && form != HRA_LEARNT_HEADS ? HRA_NET_SIGMOID : HRA_NET_LINEAR;
}

static hra_err init_net(hra_learnt *l, const int *hidden, int layers, hra_error *why) {
    hra_net_shape shape = {.inputs = inputs_of(l->game, l->form), .layers = layers + 1};
    if (!shape.inputs)
        return hra_fail(why, HRA_EFIT, -1,
                        l->form == HRA_LEARNT_TERMS ? N_("%s has no terms; use a net or a table")
                                                    : N_("%s has no features; use a table"),
                        l->game->rules->name);
    if (l->form == HRA_LEARNT_OUTCOMES && hra_learnt_outcomes(l->game) < 2)
        return hra_fail(why, HRA_EFIT, -1, "%s has too many outcomes for a net of outcomes",
                        l->game->rules->name);
    bool heads = l->form == HRA_LEARNT_HEADS;
    for (int i = 0; i < layers; i++) {
        shape.width[i] = hidden[i];
        shape.activation[i] = heads ? HRA_NET_RELU : HRA_NET_SIGMOID;
    }
    shape.width[layers] = outputs_of(l->game, l->form);
    shape.activation[layers] = last_of(l->game, l->form);
    return hra_net_init(&l->net, &shape, why);
}

hra_err hra_learnt_init(hra_learnt *l, const hra_game *game, hra_learnt_form form, const int *hidden,
                        int layers, double unit, hra_error *why) {
    *l = (hra_learnt){.game = game, .form = form, .scale = unit};
    if (layers < 0 || layers >= HRA_NET_LAYERS)
        return hra_fail(why, HRA_EINPUT, -1, "a net has 1 to %d layers, not %d", HRA_NET_LAYERS, layers + 1);
    if (hra_learnt_bounded(game)) {
        l->offset = game->min_return;
        l->scale = game->max_return - game->min_return;
    }
    if (form == HRA_LEARNT_OUTCOMES && hra_learnt_outcomes(game)) {
        l->offset = ceil(game->min_return);
        l->scale = 1;
    }
    return form == HRA_LEARNT_TABLE || form == HRA_LEARNT_OWN
               ? HRA_OK
               : init_net(l, hidden, form == HRA_LEARNT_TERMS ? 0 : layers, why);
}

void hra_learnt_release(hra_learnt *l) {
    hra_net_release(&l->net);
    hra_value_table_release(&l->table);
    hra_text_release(&l->own);
    *l = (hra_learnt){0};
}

bool hra_learnt_finite(const hra_learnt *l) {
    return l->form == HRA_LEARNT_TABLE || l->form == HRA_LEARNT_OWN || hra_net_finite(&l->net);
}

/* ---- asking ---------------------------------------------------------------------------------*/

void hra_learnt_work_release(hra_learnt_work *w) {
    hra_net_work_release(&w->net);
    free(w->features);
    free(w->terms);
    free(w->canonical);
    free(w->child);
    free(w->seen);
    *w = (hra_learnt_work){0};
}

int hra_learnt_room(const hra_learnt *l) {
    return 1 + (l->form == HRA_LEARNT_TERMS ? l->net.shape.inputs
                                            : l->game->rules->encoding->feature_room(l->game));
}

hra_err hra_learnt_work_init(hra_learnt_work *w, const hra_learnt *l) {
    *w = (hra_learnt_work){.learnt = l, .child = malloc(l->game->state_size)};
    w->inputs = l->form == HRA_LEARNT_OUTCOMES ? (uint32_t)hra_encoding_of(l->game).features : 0;
    bool good = w->child != NULL;
    if (l->form == HRA_LEARNT_TABLE) {
        w->canonical = malloc(l->game->state_size);
        good = good && w->canonical;
    } else {
        w->features = malloc((size_t)hra_learnt_room(l) * sizeof *w->features);
        w->terms =
            l->form == HRA_LEARNT_TERMS ? malloc((size_t)l->net.shape.inputs * sizeof *w->terms) : NULL;
        good = good && w->features && (w->terms || l->form != HRA_LEARNT_TERMS) &&
               hra_net_work_init(&w->net, &l->net, 1) == 0;
    }
    if (l->game->rules->conduct->observation) {
        w->seen = malloc(l->game->state_size);
        good = good && w->seen;
    }
    if (good)
        return HRA_OK;
    hra_learnt_work_release(w);
    return HRA_ENOMEM;
}

/* What the seat may see of s: valid until the next call. */
static const void *sight(hra_learnt_work *w, const void *s, int seat) {
    if (!w->seen)
        return s;
    hra_game_view(w->learnt->game, s, seat, w->seen);
    return w->seen;
}

uint64_t hra_learnt_key(hra_learnt_work *w, const void *s, int seat) {
    const hra_game *game = w->learnt->game;
    hra_game_canonical(game, sight(w, s, seat), w->canonical);
    return hra_game_key(game, w->canonical) + (uint64_t)seat * 0x9E3779B97F4A7C15u;
}

static void go_to_phase(hra_learnt_work *w, int phase) {
    const uint32_t first = (uint32_t)phase * w->inputs;
    for (int i = 0; first && i < w->count; i++)
        w->features[i].index += first;
}

void hra_learnt_look(hra_learnt_work *w, const void *before, const void *s, int seat) {
    const hra_learnt *l = w->learnt;
    const hra_rules_encoding *numbers = l->game->rules->encoding;
    if (l->form != HRA_LEARNT_TERMS) {
        if (l->form == HRA_LEARNT_OUTCOMES)
            seat = hra_learnt_viewer(l->game, s, seat);
        const void *seen = sight(w, s, seat);
        w->count = numbers->features(l->game, seen, seat, w->features);
        if (l->form == HRA_LEARNT_OUTCOMES && numbers->phase)
            go_to_phase(w, numbers->phase(l->game, seen));
        return;
    }
    const void *behind = sight(w, s, seat);
    numbers->term(l->game, w->seen ? behind : before, behind, seat,
                  w->terms); /* where something is hidden the way to s is too */
    w->count = l->net.shape.inputs;
    for (int i = 0; i < w->count; i++)
        w->features[i] = (hra_feature){(uint32_t)i, (float)w->terms[i]};
}

double hra_learnt_unknown(const hra_game *game) {
    return hra_learnt_bounded(game) ? 0.5 : 0;
}

static void turn_round(const float *chance, float *out, int ends) {
    for (int k = 0; k < ends; k++)
        out[k] = chance[ends - 1 - k];
}

void hra_learnt_possible(const hra_game *game, const void *s, int seat, double *least, double *most) {
    *least = game->min_return;
    *most = game->max_return;
    if (game->rules->encoding->possible)
        game->rules->encoding->possible(game, s, seat, least, most);
}

const float *hra_learnt_said(hra_learnt_work *w, const void *before, const void *s, int seat) {
    hra_learnt_look(w, before, s, seat);
    return hra_net_forward(&w->net, w->features, w->count);
}

const float *hra_learnt_bounded_chances(hra_learnt_work *w, const void *s, int seat, const float *said) {
    const hra_game *game = w->learnt->game;
    const int ends = hra_net_outputs(&w->learnt->net);
    double least, most;
    hra_learnt_possible(game, s, hra_learnt_viewer(game, s, seat), &least, &most);
    const int first = hra_learnt_outcome(game, fmax(least, game->min_return)),
              last = hra_learnt_outcome(game, fmin(most, game->max_return));
    if (first == 0 && last == ends - 1)
        return said;
    memset(w->kept, 0, sizeof w->kept);
    for (int k = 0; k < ends; k++)
        w->kept[k < first ? first : k > last ? last : k] += said[k];
    return w->kept;
}

static const float *look_at_ends(hra_learnt_work *w, const void *before, const void *s, int seat) {
    return hra_learnt_bounded_chances(w, s, seat, hra_learnt_said(w, before, s, seat));
}

const float *hra_learnt_chances(hra_learnt_work *w, const void *before, const void *s, int seat) {
    const hra_game *game = w->learnt->game;
    double value[HRA_MAX_SEATS];
    if (game->rules->to_move(game, s) != HRA_OVER) {
        const float *chance = look_at_ends(w, before, s, seat);
        if (hra_learnt_viewer(game, s, seat) == seat)
            return chance;
        turn_round(chance, w->end, hra_net_outputs(&w->learnt->net));
        return w->end;
    }
    game->rules->returns(game, s, value);
    memset(w->end, 0, sizeof w->end);
    w->end[hra_learnt_outcome(game, value[seat])] = 1;
    return w->end;
}

void hra_learnt_all_chances(hra_learnt_work *w, const void *before, const void *s, float *out) {
    const hra_game *game = w->learnt->game;
    const int ends = hra_learnt_outcomes(game);
    const bool alone = game->rules->to_move(game, s) != HRA_OVER && hra_learnt_viewer(game, s, -1) >= 0;
    for (int seat = 0; seat < (alone ? 1 : game->seats); seat++)
        memcpy(out + seat * ends, hra_learnt_chances(w, before, s, seat), (size_t)ends * sizeof *out);
    if (alone)
        turn_round(out, out + ends, ends);
}

/* Which of the outcomes comes in the mean, counted from 0. */
static double mean_outcome(const hra_learnt_work *w, const float *chance) {
    double sum = 0;
    for (int k = 1; k < hra_net_outputs(&w->learnt->net); k++)
        sum += k * (double)chance[k];
    return sum;
}

static double output_of(const hra_learnt_work *w, const void *s, int seat, const float *chance) {
    const hra_learnt *l = w->learnt;
    const double mean = mean_outcome(w, chance);
    return hra_learnt_viewer(l->game, s, seat) == seat ? mean : hra_net_outputs(&l->net) - 1 - mean;
}

double hra_learnt_output(hra_learnt_work *w, const void *before, const void *s, int seat) {
    const hra_learnt *l = w->learnt;
    if (l->form == HRA_LEARNT_TABLE) {
        const float *value = hra_value_table_find(&l->table, hra_learnt_key(w, s, seat));
        return value ? (double)*value : hra_learnt_unknown(l->game);
    }
    if (l->form == HRA_LEARNT_OUTCOMES)
        return output_of(w, s, seat, look_at_ends(w, before, s, seat));
    hra_learnt_look(w, before, s, seat);
    if (l->form == HRA_LEARNT_HEADS)
        return hra_heads_own(w);
    return (double)*hra_net_forward(&w->net, w->features, w->count);
}

double hra_learnt_worth(hra_learnt_work *w, const void *before, const void *s, int seat) {
    return w->learnt->offset + w->learnt->scale * hra_learnt_output(w, before, s, seat);
}

double hra_learnt_gained(const hra_game *game, const void *s, int seat) {
    double value[HRA_MAX_SEATS];
    if (!game->rules->encoding->rewards)
        return 0;
    game->rules->encoding->rewards(game, s, value);
    return value[seat];
}

/* The worth without what cannot be. */
static double bounded_worth(const hra_game *game, const void *s, int seat, double worth) {
    double least, most;
    if (!game->rules->encoding->possible)
        return worth;
    const double gained = hra_learnt_gained(game, s, seat);
    hra_learnt_possible(game, s, seat, &least, &most);
    return fmin(fmax(worth, least - gained), most - gained);
}

double hra_learnt_rest_by(const hra_learnt *l, const void *s, int seat, double output) {
    return bounded_worth(l->game, s, seat, l->offset + l->scale * output);
}

double hra_learnt_rest(hra_learnt_work *w, const void *before, const void *s, int seat) {
    const hra_game *game = w->learnt->game;
    double value[HRA_MAX_SEATS];
    if (game->rules->to_move(game, s) != HRA_OVER)
        return bounded_worth(game, s, seat, hra_learnt_worth(w, before, s, seat));
    game->rules->returns(game, s, value);
    return value[seat] - hra_learnt_gained(game, s, seat);
}

bool hra_learnt_has_one_view(const hra_learnt *l, const void *s) {
    return l->form == HRA_LEARNT_OUTCOMES && l->game->rules->to_move(l->game, s) != HRA_OVER &&
           hra_learnt_viewer(l->game, s, -1) >= 0;
}

void hra_learnt_returns_of(hra_learnt_work *w, const void *s, const float *said, double *out) {
    const hra_learnt *l = w->learnt;
    for (int seat = 0; seat < l->game->seats; seat++) {
        const float *chance = hra_learnt_bounded_chances(w, s, seat, said);
        const double worth = l->offset + l->scale * output_of(w, s, seat, chance);
        out[seat] = hra_learnt_gained(l->game, s, seat) + bounded_worth(l->game, s, seat, worth);
    }
}

double hra_learnt_return(hra_learnt_work *w, const void *before, const void *s, int seat) {
    return hra_learnt_gained(w->learnt->game, s, seat) + hra_learnt_rest(w, before, s, seat);
}

double hra_learnt_move(hra_learnt_work *w, const void *s, hra_move m, int seat) {
    const hra_game *game = w->learnt->game;
    memcpy(w->child, s, game->state_size);
    game->rules->apply(game, w->child, m);
    return hra_learnt_return(w, s, w->child, seat);
}

/* ---- together -------------------------------------------------------------------------------*/

int hra_learnt_look_into(hra_learnt_work *w, const void *before, const void *s, int seat, hra_feature *out) {
    hra_feature *own = w->features;
    w->features = out;
    hra_learnt_look(w, before, s, seat);
    w->features = own;
    return w->count;
}

void hra_learnt_company_release(hra_learnt_company *c) {
    hra_net_work_release(&c->net);
    free(c->features);
    free(c->states);
    *c = (hra_learnt_company){0};
}

hra_err hra_learnt_company_init(hra_learnt_company *c, const hra_learnt *l) {
    *c = (hra_learnt_company){0};
    if (l->form != HRA_LEARNT_NET)
        return HRA_OK;
    c->features = malloc((size_t)hra_learnt_room(l) * TOGETHER * sizeof *c->features);
    c->states = malloc(hra_state_stride(l->game) * TOGETHER);
    if (c->features && c->states && hra_net_work_init(&c->net, &l->net, TOGETHER) == 0)
        return HRA_OK;
    hra_learnt_company_release(c);
    return HRA_ENOMEM;
}

/* Features of some states, one list behind the other. */
static void list_features(hra_learnt_work *w, hra_learnt_company *c, const void *s, const void *const *states,
                          int n, int seat, int *counts) {
    const hra_rules_encoding *numbers = w->learnt->game->rules->encoding;
    hra_feature *at = c->features;
    if (numbers->features_many && !w->seen) {
        numbers->features_many(w->learnt->game, states, n, seat, at, counts);
        return;
    }
    for (int i = 0; i < n; at += counts[i++])
        counts[i] = hra_learnt_look_into(w, s, states[i], seat, at);
}

/* At most TOGETHER moves. */
static void look_at_moves(hra_learnt_work *w, hra_learnt_company *c, const void *s, const hra_move *moves,
                          int n, int seat, double *out) {
    const hra_learnt *l = w->learnt;
    const hra_game *game = l->game;
    const void *states[TOGETHER];
    int counts[TOGETHER], which[TOGETHER], asked = 0;
    for (int i = 0; i < n; i++) {
        unsigned char *child = c->states + (size_t)asked * hra_state_stride(game);
        memcpy(child, s, game->state_size);
        game->rules->apply(game, child, moves[i]);
        if (game->rules->to_move(game, child) == HRA_OVER) {
            out[i] = hra_learnt_return(w, s, child, seat);
            continue;
        }
        which[asked] = i;
        states[asked++] = child;
    }
    if (!asked)
        return;
    list_features(w, c, s, states, asked, seat, counts);
    const float *said = hra_net_forward_many(&c->net, c->features, counts, asked);
    for (int i = 0; i < asked; i++, said += l->net.layer[l->net.shape.layers - 1].stride)
        out[which[i]] =
            hra_learnt_gained(game, states[i], seat) + hra_learnt_rest_by(l, states[i], seat, (double)*said);
}

void hra_learnt_moves(hra_learnt_work *w, hra_learnt_company *c, const void *s, const hra_move *moves, int n,
                      int seat, double *out) {
    if (!c->features) {
        for (int i = 0; i < n; i++)
            out[i] = hra_learnt_move(w, s, moves[i], seat);
        return;
    }
    for (int i = 0; i < n; i += TOGETHER)
        look_at_moves(w, c, s, moves + i, n - i < TOGETHER ? n - i : TOGETHER, seat, out + i);
}
