/* One state, checked. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rules/checked.h"
#include "rules/defaults.h"
#include "rules/game_properties.h"

/* ---- what all have in common ----------------------------------------------------------------*/

hra_err hra_lists_init(hra_lists *lists, const hra_game *game) {
    size_t capacity = hra_game_move_capacity(game);
    lists->moves = malloc(capacity * sizeof *lists->moves);
    lists->probability = malloc(capacity * sizeof *lists->probability);
    if (lists->moves && lists->probability)
        return HRA_OK;
    hra_lists_release(lists);
    return HRA_ENOMEM;
}

void hra_lists_release(hra_lists *lists) {
    free(lists->moves);
    free(lists->probability);
    *lists = (hra_lists){0};
}

/* Moves or outcomes, with their probabilities; 0 at the end. */
static int fill_lists(hra_lists *lists, const hra_game *game, const void *state) {
    int mover = game->rules->to_move(game, state);
    if (mover == HRA_OVER)
        return 0;
    if (mover == HRA_CHANCE)
        return game->rules->chance_outcomes(game, state, lists->moves, lists->probability);
    int n = game->rules->moves(game, state, lists->moves);
    for (int i = 0; i < n; i++)
        lists->probability[i] = 1;
    return n;
}

hra_err hra_state_check(const hra_game *game, const void *state, hra_error *why) {
    if (!game)
        return hra_fail(why, HRA_EINPUT, -1, "no game was given");
    if (!state)
        return hra_fail(why, HRA_EINPUT, -1, "no state of %s was given", game->spec);
    if ((uintptr_t)state % HRA_STATE_ALIGN)
        return hra_fail(why, HRA_EINPUT, -1, "a state stands at an address that %d divides", HRA_STATE_ALIGN);
    return HRA_OK;
}

hra_err hra_state_check_out(const hra_game *game, const void *state, const void *out, hra_error *why) {
    hra_err err = hra_state_check(game, state, why);
    return !err && !out ? hra_fail(why, HRA_EINPUT, -1, "there is no room for the answer") : err;
}

hra_err hra_state_may(const hra_game *game, const void *state, hra_move move, hra_lists *lists) {
    int mover = game->rules->to_move(game, state);
    if (mover == HRA_OVER)
        return HRA_ESTATE;
    if (hra_is_concession(game, state, move))
        return HRA_OK;
    if (mover >= 0 && game->rules->hints->legal)
        return game->rules->hints->legal(game, state, move) ? HRA_OK : HRA_EINPUT;
    hra_lists own;
    hra_err err = lists ? HRA_OK : hra_lists_init(&own, game);
    if (err)
        return err;
    hra_lists *used = lists ? lists : &own;
    int n = fill_lists(used, game, state), i = 0;
    while (i < n && used->moves[i] != move)
        i++;
    if (!lists)
        hra_lists_release(&own);
    return i < n ? HRA_OK : HRA_EINPUT;
}

/* hra_state_may, in words. */
static hra_err ask(const hra_game *game, const void *state, hra_move move, hra_error *why) {
    hra_err err = hra_state_may(game, state, move, NULL);
    if (err == HRA_ESTATE)
        return hra_fail(why, err, -1, "the game is over: no move can be made");
    if (err == HRA_EINPUT)
        return hra_fail(why, err, -1, "%lu is not a legal move here", (unsigned long)move);
    return err ? hra_no_memory(why) : HRA_OK;
}

hra_err hra_state_give(hra_text *text, char **out, hra_error *why) {
    if (!text->data)
        hra_text_add_bytes(text, "", 0);
    if (text->err || (!text->data && (text->data = calloc(1, 1)) == NULL)) {
        hra_text_release(text);
        return hra_no_memory(why);
    }
    *out = text->data;
    return HRA_OK;
}

void hra_string_free(char *text) {
    free(text);
}

/* Bytes between the state and the next, so that equal states are equal in all bytes. */
static void clear_rest(const hra_game *game, void *state) {
    memset((char *)state + game->state_size, 0, hra_state_stride(game) - game->state_size);
}

/* ---- playing --------------------------------------------------------------------------------*/

hra_err hra_state_init(const hra_game *game, uint64_t number, void *state, hra_error *why) {
    hra_err err = hra_state_check(game, state, why);
    if (err)
        return err;
    hra_game_begin(game, number, state);
    clear_rest(game, state);
    return HRA_OK;
}

hra_err hra_state_to_move(const hra_game *game, const void *state, int *mover, hra_error *why) {
    hra_err err = hra_state_check_out(game, state, mover, why);
    if (!err)
        *mover = game->rules->to_move(game, state);
    return err;
}

hra_err hra_state_moves(const hra_game *game, const void *state, hra_move *moves, double *probability,
                        int capacity, int *count, hra_error *why) {
    hra_lists lists;
    hra_err err = hra_state_check_out(game, state, count, why);
    if (err)
        return err;
    if (hra_lists_init(&lists, game) != 0)
        return hra_no_memory(why);
    int n = fill_lists(&lists, game, state);
    *count = n;
    if ((moves || probability) && n > 0 && n > capacity)
        err = hra_fail(why, HRA_ELIMIT, -1, "there are %d moves, and room for %d; %d is always enough", n,
                       capacity < 0 ? 0 : capacity, (int)hra_game_move_capacity(game));
    if (!err && moves && n)
        memcpy(moves, lists.moves, (size_t)n * sizeof *moves);
    if (!err && probability && n)
        memcpy(probability, lists.probability, (size_t)n * sizeof *probability);
    hra_lists_release(&lists);
    return err;
}

hra_err hra_state_apply(const hra_game *game, void *state, hra_move move, hra_error *why) {
    hra_err err = hra_state_check(game, state, why);
    if (!err)
        err = ask(game, state, move, why);
    if (!err)
        game->rules->apply(game, state, move);
    return err;
}

hra_err hra_state_roll(const hra_game *game, const void *state, uint64_t seed, hra_move *move,
                       hra_error *why) {
    hra_lists lists;
    hra_rng rng;
    hra_err err = hra_state_check_out(game, state, move, why);
    if (err)
        return err;
    if (game->rules->to_move(game, state) != HRA_CHANCE)
        return hra_fail(why, HRA_ESTATE, -1, "chance is not to move: there is nothing to roll");
    if (hra_lists_init(&lists, game) != 0)
        return hra_no_memory(why);
    hra_rng_init(&rng, seed);
    *move = hra_game_sample(game, state, &rng, lists.moves, lists.probability);
    hra_lists_release(&lists);
    return HRA_OK;
}

hra_err hra_state_check_seat(const hra_game *game, int seat, int first, hra_error *why) {
    if (seat >= first && seat < game->seats)
        return HRA_OK;
    return hra_fail(why, HRA_EINPUT, -1, "%s has the seats 0 to %d, not %d", game->spec, game->seats - 1,
                    seat);
}

hra_err hra_state_view(const hra_game *game, const void *state, int seat, void *out, hra_error *why) {
    hra_err err = hra_state_check_out(game, state, out, why);
    if (!err)
        err = hra_state_check(game, out, why);
    if (!err)
        err = hra_state_check_seat(game, seat, 0, why);
    if (err)
        return err;
    void *seen = malloc(hra_state_stride(game));
    if (!seen)
        return hra_no_memory(why);
    hra_game_view(game, state, seat, seen);
    clear_rest(game, seen);
    memcpy(out, seen, hra_state_stride(game));
    free(seen);
    return HRA_OK;
}

/* ---- texts ----------------------------------------------------------------------------------*/

hra_err hra_state_show(const hra_game *game, const void *state, int seat, int width, int unicode, int color,
                       char **text, hra_error *why) {
    hra_text out;
    hra_err err = hra_state_check_out(game, state, text, why);
    if (!err)
        err = hra_state_check_seat(game, seat, -1, why);
    if (!err && (width < 1 || width > 1000))
        err = hra_fail(why, HRA_EINPUT, -1, "a board is 1 to 1000 columns wide, not %d", width);
    if (err)
        return err;
    const hra_board_style look = {.unicode = unicode != 0, .color = color != 0, .width = width, .seat = seat};
    hra_text_init(&out);
    game->rules->text->show(game, state, &look, &out);
    return hra_state_give(&out, text, why);
}

hra_err hra_state_show_move(const hra_game *game, const void *state, hra_move move, char **text,
                            hra_error *why) {
    hra_text out;
    hra_err err = hra_state_check_out(game, state, text, why);
    if (!err)
        err = ask(game, state, move, why);
    if (err)
        return err;
    hra_text_init(&out);
    game->rules->text->show_move(game, state, move, &out);
    return hra_state_give(&out, text, why);
}

hra_err hra_state_parse(const hra_game *game, const void *state, const char *text, hra_move *move,
                        hra_error *why) {
    hra_move read = 0;
    hra_err err = hra_state_check_out(game, state, move, why);
    if (!err && !text)
        err = hra_fail(why, HRA_EINPUT, -1, "no text was given");
    if (!err)
        err = hra_game_parse_move(game, state, text, &read, why);
    if (err)
        return err;
    err = hra_state_may(game, state, read, NULL);
    if (err)
        return err == HRA_ENOMEM ? hra_no_memory(why)
                                 : hra_fail(why, HRA_EINPUT, 0, "'%.80s' cannot be made here", text);
    *move = read;
    return HRA_OK;
}

hra_err hra_state_position(const hra_game *game, const void *state, char **text, hra_error *why) {
    hra_text out;
    hra_err err = hra_state_check_out(game, state, text, why);
    if (err)
        return err;
    hra_text_init(&out);
    game->rules->text->write_position(game, state, &out);
    return hra_state_give(&out, text, why);
}

hra_err hra_state_read(const hra_game *game, const char *text, void *state, hra_error *why) {
    hra_err err = hra_state_check(game, state, why);
    if (!err && !text)
        err = hra_fail(why, HRA_EINPUT, -1, "no text was given");
    if (err)
        return err;
    void *read = calloc(1, hra_state_stride(game));
    if (!read)
        return hra_no_memory(why);
    err = hra_game_read_position(game, text, read, why);
    if (!err)
        memcpy(state, read, hra_state_stride(game));
    free(read);
    return err;
}
