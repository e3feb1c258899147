/* States in numbers, checked: one, and many in threads. */
#include <string.h>

#include "rules/batch.h"

/* ---- counts ---------------------------------------------------------------------------------*/

static int feature_count(const hra_game *game) {
    const hra_rules_encoding *n = game->rules->encoding;
    return n && n->features && n->feature_count && n->feature_room ? n->feature_count(game) : 0;
}

static int action_count(const hra_game *game) {
    const hra_rules_encoding *n = game->rules->encoding;
    return n && n->action && n->action_count ? n->action_count(game) : 0;
}

static int term_count(const hra_game *game) {
    const hra_rules_encoding *n = game->rules->encoding;
    int count = 0;
    while (n && n->terms && n->term && n->terms[count])
        count++;
    return count;
}

void hra_state_encoding(const hra_game *game, hra_encoding *out) {
    *out = (hra_encoding){0};
    if (game)
        *out = (hra_encoding){.state_size = (int)hra_state_stride(game),
                              .seats = game->seats,
                              .features = feature_count(game),
                              .actions = action_count(game),
                              .terms = term_count(game)};
}

/* ---- what is asked of a state that is known to be one ---------------------------------------*/

/* What a hand needs to see a state as a seat does. */
static int needs_view(const hra_game *game) {
    return game->rules->conduct->observation ? HRA_HAND_STATE : 0;
}

/* The state as the seat may see it: the state itself, or the observation in the hand. */
static const void *seen_by(hra_hand *h, const void *state, int seat) {
    if (!h->game->rules->conduct->observation)
        return state;
    h->game->rules->conduct->observation(h->game, state, seat, h->state);
    return h->state;
}

static hra_err fill_features(hra_hand *h, const void *state, int seat, float *out) {
    const int count = feature_count(h->game);
    int n = h->game->rules->encoding->features(h->game, seen_by(h, state, seat), seat, h->features);
    memset(out, 0, (size_t)count * sizeof *out);
    for (int i = 0; i < n; i++)
        if (h->features[i].index < (uint32_t)count)
            out[h->features[i].index] = h->features[i].value;
    return HRA_OK;
}

/* The legal moves of a seat, in the hand; none where no seat is to move. */
static int list_moves(hra_hand *h, const void *state) {
    return h->game->rules->to_move(h->game, state) < 0
               ? 0
               : h->game->rules->moves(h->game, state, h->lists.moves);
}

static hra_err fill_mask(hra_hand *h, const void *state, int8_t *mask) {
    const int count = action_count(h->game), n = list_moves(h, state);
    memset(mask, 0, (size_t)count);
    for (int i = 0; i < n; i++) {
        int action = h->game->rules->encoding->action(h->game, state, h->lists.moves[i]);
        if (action >= 0 && action < count)
            mask[action] = 1;
    }
    return HRA_OK;
}

static hra_err find_move(hra_hand *h, const void *state, int action, hra_move *move) {
    const int n = list_moves(h, state);
    for (int i = 0; i < n; i++)
        if (h->game->rules->encoding->action(h->game, state, h->lists.moves[i]) == action) {
            *move = h->lists.moves[i];
            return HRA_OK;
        }
    return n ? HRA_EINPUT : HRA_ESTATE;
}

static void fill_gained(const hra_game *game, const void *state, double *out) {
    if (game->rules->to_move(game, state) == HRA_OVER)
        game->rules->returns(game, state, out);
    else if (game->rules->encoding->rewards)
        game->rules->encoding->rewards(game, state, out);
    else
        memset(out, 0, (size_t)game->seats * sizeof *out);
}

/* ---- refusals -------------------------------------------------------------------------------*/

enum { FEATURES, ACTIONS, TERMS };

static hra_err check_numbers(const hra_game *game, int what, hra_error *why) {
    if (what == FEATURES && feature_count(game) == 0)
        return hra_fail(why, HRA_EFIT, -1, "%s has no features", game->rules->name);
    if (what == ACTIONS && action_count(game) == 0)
        return hra_fail(why, HRA_EFIT, -1, "the moves of %s have no numbers", game->rules->name);
    if (what == TERMS && term_count(game) == 0)
        return hra_fail(why, HRA_EFIT, -1, "%s has no terms", game->rules->name);
    return HRA_OK;
}

static hra_err check_room(int needed, int capacity, hra_error *why) {
    return capacity >= needed ? HRA_OK
                              : hra_fail(why, HRA_ELIMIT, -1, "there are %d numbers, and room for %d", needed,
                                         capacity < 0 ? 0 : capacity);
}

/* ---- one state ------------------------------------------------------------------------------*/

hra_err hra_state_features(const hra_game *game, const void *state, int seat, float *out, int capacity,
                           hra_error *why) {
    hra_hand hand;
    hra_err err = hra_state_check_out(game, state, out, why);
    if (!err)
        err = check_numbers(game, FEATURES, why);
    if (!err)
        err = hra_state_check_seat(game, seat, 0, why);
    if (!err)
        err = check_room(feature_count(game), capacity, why);
    if (err)
        return err;
    if (hra_hand_init(&hand, game, HRA_HAND_FEATURES | needs_view(game)) != 0)
        return hra_no_memory(why);
    err = fill_features(&hand, state, seat, out);
    hra_hand_release(&hand);
    return err;
}

hra_err hra_state_number_name(const hra_game *game, hra_number_kind kind, int index, char **text,
                              hra_error *why) {
    const bool term = kind == HRA_NUMBER_TERM;
    hra_text out;
    if (!game || !text)
        return hra_fail(why, HRA_EINPUT, -1, "no game was given, or no room for the answer");
    hra_err err = check_numbers(game, term ? TERMS : FEATURES, why);
    if (err)
        return err;
    int count = term ? term_count(game) : feature_count(game);
    if (term && (index < 0 || index >= count))
        return hra_fail(why, HRA_EINPUT, -1, "the terms are 0 to %d, not %d", count - 1, index);
    if (index < 0 || index >= count)
        return hra_fail(why, HRA_EINPUT, -1, "the features are 0 to %d, not %d", count - 1, index);
    hra_text_init(&out);
    if (term)
        hra_text_add(&out, game->rules->encoding->terms[index]);
    else if (game->rules->encoding->name_feature)
        game->rules->encoding->name_feature(game, index, &out);
    else
        hra_text_addf(&out, "%d", index);
    return hra_state_give(&out, text, why);
}

hra_err hra_state_actions(const hra_game *game, const void *state, int *actions, int capacity, int *count,
                          hra_error *why) {
    hra_hand hand;
    hra_err err = hra_state_check_out(game, state, count, why);
    if (!err)
        err = check_numbers(game, ACTIONS, why);
    if (err)
        return err;
    if (hra_hand_init(&hand, game, HRA_HAND_LISTS) != 0)
        return hra_no_memory(why);
    *count = list_moves(&hand, state);
    if (actions)
        err = check_room(*count, capacity, why);
    for (int i = 0; actions && !err && i < *count; i++)
        actions[i] = game->rules->encoding->action(game, state, hand.lists.moves[i]);
    hra_hand_release(&hand);
    return err;
}

hra_err hra_state_rewards(const hra_game *game, const void *state, double *out, int capacity,
                          hra_error *why) {
    hra_err err = hra_state_check_out(game, state, out, why);
    if (!err)
        err = check_room(game->seats, capacity, why);
    if (!err)
        fill_gained(game, state, out);
    return err;
}

hra_err hra_state_terms(const hra_game *game, const void *before, const void *state, int seat, double *out,
                        int capacity, hra_error *why) {
    hra_hand hands[2];
    hra_err err = hra_state_check_out(game, state, out, why);
    if (!err && before)
        err = hra_state_check(game, before, why);
    if (!err)
        err = check_numbers(game, TERMS, why);
    if (!err)
        err = hra_state_check_seat(game, seat, 0, why);
    if (!err)
        err = check_room(term_count(game), capacity, why);
    if (err)
        return err;
    if (hra_hand_init(&hands[0], game, needs_view(game)) != 0)
        return hra_no_memory(why);
    if (hra_hand_init(&hands[1], game, needs_view(game)) == 0) {
        const void *now = seen_by(&hands[0], state, seat);
        game->rules->encoding->term(game, before ? seen_by(&hands[1], before, seat) : now, now, seat, out);
        hra_hand_release(&hands[1]);
    } else {
        err = hra_no_memory(why);
    }
    hra_hand_release(&hands[0]);
    return err;
}

/* ---- many -----------------------------------------------------------------------------------*/

typedef struct batch {
    const unsigned char *states;
    const int *numbers; /* seats, or actions */
    void *out;
    hra_err *errors;
} batch;

static hra_err features_of_one(hra_hand *h, uint64_t i) {
    const batch *all = h->task;
    const void *state = all->states + i * h->stride;
    int seat = all->numbers ? all->numbers[i] : h->game->rules->to_move(h->game, state);
    if (!all->numbers && seat < 0)
        seat = 0;
    if (seat < 0 || seat >= h->game->seats)
        return HRA_EINPUT;
    return fill_features(h, state, seat, (float *)all->out + i * (uint64_t)feature_count(h->game));
}

hra_err hra_states_features(const hra_game *game, const void *states, int count, const int *seats, float *out,
                            int threads, hra_error *why) {
    const batch all = {states, seats, out, NULL};
    hra_many m = {.game = game, .task = &all, .one = features_of_one, .needs = HRA_HAND_FEATURES};
    hra_err err = hra_many_check(game, states, count, out != NULL, threads, why);
    if (!err)
        err = check_numbers(game, FEATURES, why);
    if (err || count == 0)
        return err;
    m.needs |= needs_view(game);
    err = hra_many_run(&m, count, threads, why);
    if (err || !m.err)
        return err;
    return hra_fail(why, m.err, -1, "state %llu: %s has the seats 0 to %d, not %d",
                    (unsigned long long)m.failed, game->spec, game->seats - 1, seats ? seats[m.failed] : 0);
}

static hra_err mask_of_one(hra_hand *h, uint64_t i) {
    const batch *all = h->task;
    return fill_mask(h, all->states + i * h->stride,
                     (int8_t *)all->out + i * (uint64_t)action_count(h->game));
}

hra_err hra_states_action_masks(const hra_game *game, const void *states, int count, int8_t *masks,
                                int threads, hra_error *why) {
    const batch all = {states, NULL, masks, NULL};
    hra_many m = {.game = game, .task = &all, .one = mask_of_one, .needs = HRA_HAND_LISTS};
    hra_err err = hra_many_check(game, states, count, masks != NULL, threads, why);
    if (!err)
        err = check_numbers(game, ACTIONS, why);
    return err || count == 0 ? err : hra_many_run(&m, count, threads, why);
}

static hra_err move_of_one(hra_hand *h, uint64_t i) {
    const batch *all = h->task;
    hra_err err = find_move(h, all->states + i * h->stride, all->numbers[i], (hra_move *)all->out + i);
    if (all->errors)
        all->errors[i] = err;
    return err;
}

hra_err hra_states_action_moves(const hra_game *game, const void *states, int count, const int *actions,
                                hra_move *moves, hra_err *errors, int threads, hra_error *why) {
    const batch all = {states, actions, moves, errors};
    hra_many m = {.game = game, .task = &all, .one = move_of_one, .needs = HRA_HAND_LISTS};
    hra_err err = hra_many_check(game, states, count, actions && moves, threads, why);
    if (!err)
        err = check_numbers(game, ACTIONS, why);
    if (err || count == 0)
        return err;
    err = hra_many_run(&m, count, threads, why);
    if (err || !m.err)
        return err;
    if (m.err == HRA_ESTATE)
        return hra_fail(why, m.err, -1, "state %llu: no seat is to move", (unsigned long long)m.failed);
    return hra_fail(why, m.err, -1, "state %llu: no move that can be made there has the number %d",
                    (unsigned long long)m.failed, actions[m.failed]);
}
