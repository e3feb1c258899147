/* The checked functions on states: the first line is the spec of a game (see fuzz_game), the rest is what is
 * done with a state of it, one byte for each call, followed by its arguments. Whatever is passed, the worst
 * that may happen is an error in words. */
#include <stdlib.h>
#include <string.h>

#include "target.h"

enum { COPIES = 3, MOST_OPERATIONS = 200 };

typedef struct desk {
    const hra_game *game;
    unsigned char *states; /* the state, and copies of it */
    hra_move *moves;
    size_t size;
    const uint8_t *at, *end;
    char text[256];
    float *features; /* room for those of COPIES states */
    int8_t *mask;
    int *actions;
} desk;

static uint8_t take(desk *d) {
    return d->at < d->end ? *d->at++ : 0;
}

static uint32_t take_number(desk *d) {
    uint32_t x = 0;
    for (int i = 0; i < 4; i++)
        x = x << 8 | take(d);
    return x;
}

/* The rest of the line. */
static const char *take_text(desk *d) {
    size_t n = 0;
    for (; d->at < d->end && *d->at != '\n' && n + 1 < sizeof d->text; n++)
        d->text[n] = (char)*d->at++;
    d->text[n] = '\0';
    return d->text;
}

static int mover(const desk *d, const void *state) {
    int seat = 99;
    fuzz_expect(hra_state_to_move(d->game, state, &seat, NULL) == 0 && seat >= HRA_OVER &&
                    seat < d->game->seats,
                "somebody is to move, or nobody", d->game->spec);
    return seat;
}

static int list(desk *d) {
    int count = -1;
    fuzz_expect(hra_state_moves(d->game, d->states, d->moves, NULL, (int)hra_game_move_capacity(d->game),
                                &count, NULL) == 0,
                "the room of a game holds its moves", d->game->spec);
    fuzz_expect((count == 0) == (mover(d, d->states) == HRA_OVER), "there are moves until the end",
                d->game->spec);
    return count;
}

static void apply(desk *d, hra_move move) {
    hra_error why = {0};
    const bool legal = hra_game_check_move(d->game, d->states, move) == HRA_OK;
    memcpy(d->states + d->size, d->states, d->size);
    hra_err err = hra_state_apply(d->game, d->states, move, &why);
    fuzz_expect((err == 0) == legal, "what is legal is made, and nothing else", d->game->spec);
    if (!err)
        return;
    fuzz_expect_words(err, &why, 0);
    fuzz_expect(memcmp(d->states + d->size, d->states, d->size) == 0, "a refused move changes nothing",
                d->game->spec);
}

static void apply_listed(desk *d) {
    int n = list(d);
    uint8_t which = take(d);
    if (n)
        apply(d, d->moves[which % n]);
}

static void roll(desk *d) {
    hra_move move = 0;
    hra_err err = hra_state_roll(d->game, d->states, take(d), &move, NULL);
    fuzz_expect((err == 0) == (mover(d, d->states) == HRA_CHANCE), "chance rolls when it is to move", NULL);
    if (!err)
        apply(d, move);
}

static void read_texts(desk *d, bool position) {
    hra_move move = 0;
    hra_error why = {0};
    const char *text = take_text(d);
    hra_err err = position ? hra_state_read(d->game, text, d->states, &why)
                           : hra_state_parse(d->game, d->states, text, &move, &why);
    if (err)
        fuzz_expect_words(err, &why, strlen(text));
    else if (!position)
        apply(d, move);
}

static void write_texts(desk *d) {
    hra_error why = {0};
    char *text = NULL;
    int seat = (int8_t)take(d), width = (int16_t)(take(d) << 8 | take(d)), look = take(d);
    hra_err err = hra_state_show(d->game, d->states, seat, width, look & 1, look & 2, &text, &why);
    bool right = seat >= -1 && seat < d->game->seats && width >= 1 && width <= 1000;
    fuzz_expect((err == 0) == right && (text != NULL) == right, "a board is shown to a seat that is there",
                NULL);
    hra_string_free(text);
    text = NULL;
    err = hra_state_show_move(d->game, d->states, take_number(d), &text, NULL);
    fuzz_expect((err == 0) == (text != NULL), "a move has text, or an error", NULL);
    hra_string_free(text);
    fuzz_expect(hra_state_position(d->game, d->states, &text, NULL) == 0, "a state has a position", NULL);
    err = hra_state_read(d->game, text, d->states + d->size, &why);
    fuzz_expect(err == 0, "a position is read back", err ? why.text : NULL);
    hra_string_free(text);
    err = hra_state_view(d->game, d->states, seat, d->states + d->size, NULL);
    fuzz_expect((err == 0) == (seat >= 0 && seat < d->game->seats), "a seat that is there sees", NULL);
}

static void step_many(desk *d) {
    hra_move moves[COPIES];
    int movers[COPIES], errors[COPIES], threads = (int8_t)take(d);
    int n = list(d);
    moves[0] = n ? d->moves[take(d) % n] : 0;
    moves[1] = take_number(d);
    moves[2] = n ? d->moves[n - 1] : 0;
    for (int i = 1; i < COPIES; i++)
        memcpy(d->states + (size_t)i * d->size, d->states, d->size);
    hra_err err = hra_states_apply(d->game, d->states, COPIES, moves, movers, errors, threads, NULL);
    if (threads < 1) {
        fuzz_expect(err == HRA_EINPUT, "threads are counted from one", NULL);
        return;
    }
    for (int i = 0; i < COPIES; i++)
        fuzz_expect(movers[i] == mover(d, d->states + (size_t)i * d->size), "a step tells who is to move",
                    NULL);
    fuzz_expect((errors[0] == 0) == (n > 0), "a listed move is made in many", d->game->spec);
    fuzz_expect(err == (errors[0]   ? errors[0]
                        : errors[1] ? errors[1]
                                    : errors[2]),
                "the first error is told", NULL);
}

static void play_out(desk *d) {
    uint64_t seeds[COPIES] = {take(d), 1, 2};
    double returns[2][COPIES * HRA_MAX_SEATS] = {{0}};
    int plies[2][COPIES], most = (int8_t)take(d);
    for (int i = 1; i < COPIES; i++)
        memcpy(d->states + (size_t)i * d->size, d->states, d->size);
    if (most == 0)
        most = 1;
    for (int t = 0; t < 2; t++) {
        hra_err err =
            hra_states_playout(d->game, d->states, COPIES, seeds, most, returns[t], plies[t], t + 1, NULL);
        fuzz_expect(err == (most < 0            ? HRA_EINPUT
                            : err == HRA_ELIMIT ? HRA_ELIMIT
                                                : HRA_OK),
                    "playouts end", NULL);
        if (err == HRA_EINPUT)
            return;
    }
    fuzz_expect(memcmp(plies[0], plies[1], sizeof plies[0]) == 0 &&
                    memcmp(returns[0], returns[1], sizeof returns[0]) == 0,
                "threads change no playout", d->game->spec);
}

static void ask_little_room(desk *d) {
    double returns[HRA_MAX_SEATS];
    int capacity = (int8_t)take(d), count = -1;
    hra_err err = hra_state_moves(
        d->game, d->states, d->moves, NULL,
        capacity < (int)hra_game_move_capacity(d->game) ? capacity : (int)hra_game_move_capacity(d->game),
        &count, NULL);
    fuzz_expect((err == 0) == (count <= capacity || count == 0) ||
                    capacity >= (int)hra_game_move_capacity(d->game),
                "moves are written where there is room", NULL);
    err = hra_state_rewards(d->game, d->states, returns, capacity < HRA_MAX_SEATS ? capacity : HRA_MAX_SEATS,
                            NULL);
    fuzz_expect(err == 0 || err == HRA_ELIMIT, "rewards are written if the capacity suffices", NULL);
    fuzz_expect(hra_state_apply(d->game, d->states + 1, 0, NULL) == HRA_EINPUT, "states are aligned", NULL);
}

/* Numbers of the moves, one by one and as a mask, and back. */
static void number_moves(desk *d, int n) {
    const int count = hra_encoding_of(d->game).actions, wild = (int)take_number(d);
    int listed = -1, marked = 0;
    hra_move move = 0;
    bool seat = mover(d, d->states) >= 0;
    fuzz_expect(hra_state_actions(d->game, d->states, d->actions, (int)hra_game_move_capacity(d->game),
                                  &listed, NULL) == 0 &&
                    listed == (seat ? n : 0),
                "moves of a seat have numbers", d->game->spec);
    fuzz_expect(hra_states_action_masks(d->game, d->states, 1, d->mask, 1, NULL) == 0, "there is a mask",
                NULL);
    for (int i = 0; i < count; i++)
        marked += d->mask[i];
    fuzz_expect(marked == listed, "no two moves share a number", d->game->spec);
    for (int i = 0; i < listed; i++)
        fuzz_expect(hra_states_action_moves(d->game, d->states, 1, &d->actions[i], &move, NULL, 1, NULL) ==
                            0 &&
                        move == d->moves[i],
                    "a number leads back to its move", d->game->spec);
    hra_err err = hra_states_action_moves(d->game, d->states, 1, &wild, &move, NULL, 1, NULL);
    fuzz_expect(err == (!seat                                        ? HRA_ESTATE
                        : wild >= 0 && wild < count && d->mask[wild] ? HRA_OK
                                                                     : HRA_EINPUT),
                "a number that no move has leads nowhere", d->game->spec);
}

static void ask_numbers(desk *d) {
    const int features = hra_encoding_of(d->game).features, terms = hra_encoding_of(d->game).terms;
    const int seat = (int8_t)take(d), capacity = (int8_t)take(d), seats[COPIES] = {0, seat, 0};
    const bool there = seat >= 0 && seat < d->game->seats;
    double out[HRA_MAX_TERMS + HRA_MAX_SEATS];
    hra_error why = {0};
    hra_err err = hra_state_features(d->game, d->states, seat, d->features, capacity, &why);
    fuzz_expect((err == 0) == (there && features && capacity >= features), "a seat gets its features", NULL);
    if (err)
        fuzz_expect_words(err, &why, 0);
    for (int i = 1; i < COPIES; i++)
        memcpy(d->states + (size_t)i * d->size, d->states, d->size);
    err = hra_states_features(d->game, d->states, COPIES, seats, d->features, 2, NULL);
    fuzz_expect(err == (features == 0 ? HRA_EFIT
                        : there       ? HRA_OK
                                      : HRA_EINPUT),
                "many are told theirs", NULL);
    err = hra_state_terms(d->game, d->states + d->size, d->states, seat, out, HRA_MAX_TERMS, NULL);
    fuzz_expect((err == 0) == (there && terms), "a seat is told its terms", NULL);
    err =
        hra_state_rewards(d->game, d->states, out, capacity < HRA_MAX_SEATS ? capacity : HRA_MAX_SEATS, NULL);
    fuzz_expect((err == 0) == (capacity >= d->game->seats), "rewards are written if the capacity suffices",
                NULL);
    int n = list(d);
    if (hra_encoding_of(d->game).actions)
        number_moves(d, n);
}

static void operate(desk *d) {
    switch (take(d) % 11) {
    case 0:
        apply(d, take_number(d));
        break;
    case 1:
    case 2:
        apply_listed(d);
        break;
    case 3:
        roll(d);
        break;
    case 4:
        read_texts(d, false);
        break;
    case 5:
        read_texts(d, true);
        break;
    case 6:
        write_texts(d);
        break;
    case 7:
        step_many(d);
        break;
    case 8:
        play_out(d);
        break;
    case 9:
        ask_numbers(d);
        break;
    default:
        ask_little_room(d);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *whole = fuzz_string(data, size);
    const char *rest = whole;
    const hra_game *game = fuzz_game(&rest);
    desk d = {.game = game, .at = data + (rest - whole), .end = data + size};
    if (game) {
        d.size = (size_t)hra_encoding_of(game).state_size;
        d.states = malloc(COPIES * d.size);
        d.moves = malloc(hra_game_move_capacity(game) * sizeof *d.moves);
        d.features = malloc(((size_t)hra_encoding_of(game).features * COPIES + 1) * sizeof *d.features);
        d.mask = malloc((size_t)hra_encoding_of(game).actions + 1);
        d.actions = malloc(hra_game_move_capacity(game) * sizeof *d.actions);
    }
    if (d.states && d.moves && d.features && d.mask && d.actions &&
        hra_state_init(game, 0, d.states, NULL) == 0)
        for (int i = 0; i < MOST_OPERATIONS && d.at < d.end; i++)
            operate(&d);
    free(d.states);
    free(d.moves);
    free(d.features);
    free(d.mask);
    free(d.actions);
    free(whole);
    return 0;
}
