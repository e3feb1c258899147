/* Files of what was learnt: the first byte chooses a game and whether the sum at the end is mended, the rest
 * is the file. It is refused in words, or it is a player and an evaluation whose numbers are finite and
 * within bounds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "target.h"

enum { PLAYS = 2, DEEPEST = 40, TAIL = 22 /* "\nsum ", sixteen digits, "\n" */ };

static const char *const games[] = {"tictactoe", "nim", "yahtzee", "pacman:layout=corridor"};

enum { GAMES = sizeof games / sizeof *games, NONE = 1 << 29 /* too large to be read */ };

/* Makes the sum right, so that the code behind it is reached. */
static void mend(uint8_t *file, size_t size) {
    char line[TAIL + 1];
    if (size < TAIL)
        return;
    hra_snprintf(line, sizeof line, "\nsum %016llx\n", (unsigned long long)XXH64(file, size - TAIL, 0));
    memcpy(file + size - TAIL, line, TAIL);
}

static void ask_player(const hra_game *game, const char *spec, const void *state) {
    hra_agent *agent = NULL;
    hra_error why;
    hra_analysis answer;
    if (hra_agent_open_spec(&agent, game, spec, &why) != 0)
        return;
    if (game->rules->to_move(game, state) >= 0)
        fuzz_expect(hra_agent_ask(agent, &(hra_question){.state = state, .want = HRA_WANT_MOVE}, &answer) ==
                            HRA_OK &&
                        hra_game_check_move(game, state, answer.move) == HRA_OK,
                    "what was learnt chooses a legal move", NULL);
    hra_agent_close(agent);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    hra_game *game = NULL;
    hra_error why;
    hra_eval eval;
    if (size < 1 || size > NONE)
        return 0;
    uint8_t *bytes = malloc(size);
    if (!bytes)
        return 0;
    memcpy(bytes, data + 1, size - 1);
    if (data[0] & 1)
        mend(bytes, size - 1);
    fuzz_file file = {bytes, size - 1};
    const hra_host host = fuzz_host(&file);
    fuzz_expect(hra_game_open(&game, &host, games[data[0] / 2 % GAMES], &why) == HRA_OK, "the game opens",
                why.text);
    hra_err err = hra_eval_open(&eval, game, "trained(file=./it)", &why);
    if (err) {
        fuzz_expect_words(err, &why, size);
    } else {
        fuzz_lists lists;
        fuzz_lists_init(&lists, game);
        const hra_eval all[] = {eval, {0}};
        lists.eval = all;
        fuzz_plays(game, PLAYS, DEEPEST, &lists);
        lists.eval = NULL;
        fuzz_lists_release(&lists);
        hra_eval_close(&eval);
        void *state = malloc(game->state_size);
        if (state) {
            game->rules->init(game, state);
            ask_player(game, "trained:file=./it", state);
            ask_player(game, "zero:file=./it,playouts=9", state);
        }
        free(state);
    }
    hra_game_close(game);
    free(bytes);
    return 0;
}
