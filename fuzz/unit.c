/* Results of units at which others have worked: the first byte chooses the work, the rest is the result. It
 * is refused in words and changes nothing, or it is what could have been found. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "target.h"

enum { ROUND = 4 };

/* ---- trials of a rollout --------------------------------------------------------------------*/

static void check_trials(const hra_rollout *rollout) {
    for (int i = 0; i < hra_rollout_count(rollout); i++) {
        hra_rolled told;
        hra_rollout_move(rollout, i, &told);
        fuzz_expect(told.trials == hra_rollout_trials(rollout) && told.trials <= HRA_ROLLOUT_TRIALS,
                    "every move has the trials of all", NULL);
        const double errors[] = {told.error, told.plain_error, told.behind_error};
        for (int e = 0; e < 3; e++)
            fuzz_expect(errors[e] >= 0 || (isnan(errors[e]) && told.trials < 2),
                        "an error is a number, of two trials and more", NULL);
        fuzz_expect(isfinite(told.mean) && isfinite(told.plain) && isfinite(told.behind),
                    "what is told are numbers", NULL);
    }
}

/* Twice, so that sums meet sums; then what came of it goes through bytes. */
static void take_trials(hra_rollout *rollout, hra_rollout *second, const char *bytes, size_t length) {
    hra_error why;
    size_t used = 0, again = 0;
    hra_err err = hra_rollout_take(rollout, bytes, length, &used, &why);
    if (err) {
        fuzz_expect_words(err, &why, length);
        fuzz_expect(hra_rollout_trials(rollout) == 0, "what is refused adds nothing", NULL);
        return;
    }
    hra_text written;
    hra_text_init(&written);
    fuzz_expect(used <= length, "it lies within the bytes", NULL);
    check_trials(rollout);
    (void)hra_rollout_take(rollout, bytes, length, &used, &why);
    check_trials(rollout);
    err = hra_rollout_write(rollout, &written);
    err = err ? err : hra_rollout_take(second, written.data, written.length, &again, &why);
    fuzz_expect(err == HRA_ENOMEM || (err == HRA_OK && again == written.length), "what is written is taken",
                NULL);
    hra_text_release(&written);
}

static void try_trials(const char *spec, const char *seat, const char *bytes, size_t length) {
    hra_game *game = NULL;
    hra_player *player = NULL;
    hra_rollout *rollout[2] = {NULL};
    hra_error why;
    fuzz_expect(hra_game_open(&game, NULL, spec, &why) == HRA_OK &&
                    hra_player_open(&player, game, seat, NULL, NULL, &why) == HRA_OK,
                "the game and its player open", NULL);
    void *state = malloc(game->state_size);
    if (state) {
        const hra_rollout_setup setup = {.size = sizeof setup, .player = player, .seed = 1, .luck = true};
        game->rules->init(game, state);
        for (int i = 0; i < 2; i++)
            fuzz_expect(hra_rollout_open(&rollout[i], &setup, state, NULL, 0, &why) == HRA_OK,
                        "a rollout opens", NULL);
        take_trials(rollout[0], rollout[1], bytes, length);
        hra_rollout_close(rollout[0]);
        hra_rollout_close(rollout[1]);
    }
    free(state);
    hra_player_close(player);
    hra_game_close(game);
}

/* ---- games from which is learnt -------------------------------------------------------------*/

static void check_learnt(hra_learner *learner, hra_learner *other) {
    hra_text file;
    hra_error why;
    hra_text_init(&file);
    if (hra_learner_write(learner, &file) == 0)
        fuzz_expect(hra_learner_restore(other, "it", file.data, file.length, &why) != HRA_EDAMAGED &&
                        hra_learner_games(other) == ROUND,
                    "what has learnt from them is written and read", NULL);
    hra_text_release(&file);
}

static void try_games(const char *spec, const char *method, const char *bytes, size_t length) {
    hra_game *game = NULL;
    hra_learner *learner = NULL, *other = NULL;
    hra_error why;
    fuzz_expect(hra_game_open(&game, NULL, spec, &why) == HRA_OK, "the game opens", NULL);
    const hra_learn_setup setup = {
        .size = sizeof setup, .game = game, .method = method, .seed = 1, .threads = 1};
    fuzz_expect(hra_learner_open(&learner, &setup, &why) == HRA_OK &&
                    hra_learner_open(&other, &setup, &why) == HRA_OK,
                "learners open", NULL);
    hra_err err = hra_learner_take(learner, ROUND, bytes, length, NULL, &why);
    if (!err) {
        fuzz_expect(hra_learner_games(learner) == ROUND, "it has learnt from the round", NULL);
        check_learnt(learner, other);
    } else if (err != HRA_ELIMIT) {
        fuzz_expect_words(err, &why, length);
        fuzz_expect(hra_learner_games(learner) == 0, "of what is refused nothing is taken", NULL);
    }
    hra_learner_close(learner);
    hra_learner_close(other);
    hra_game_close(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char method[] = "zero:playouts=4,round=4,window=4,hidden=4,plies=30";
    if (size < 1)
        return 0;
    /* In a block of exactly this length, so that reading past its end is caught. */
    char *bytes = malloc(size > 1 ? size - 1 : 1);
    if (!bytes)
        return 0;
    memcpy(bytes, data + 1, size - 1);
    switch (data[0] % 4) {
    case 0:
        try_trials("race:track=16,pieces=1", "expectiminimax:depth=1", bytes, size - 1);
        break;
    case 1:
        try_trials("backgammon", "greedy", bytes, size - 1);
        break;
    case 2:
        try_games("tictactoe", method, bytes, size - 1);
        break;
    default:
        try_games("race:seats=2", method, bytes, size - 1);
        break;
    }
    free(bytes);
    return 0;
}
