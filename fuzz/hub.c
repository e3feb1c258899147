/* Lines of the Hub protocol, as a program might send them to `hra hub`: each is taken to pieces; positions
 * and moves in it are read. What is read as a move is written and read alike. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../apps/cli/hub_words.h"
#include "target.h"

enum { ROOM = 64 };

/* Every part lies in the line, one behind the other. */
static void check_parts(const hub_line *line, const char *text, size_t size) {
    const char *last = line->command;
    fuzz_expect(line->count >= 0 && line->count <= HUB_ARGUMENTS, "arguments have a bound", NULL);
    fuzz_expect(last >= text && last <= text + size, "the command lies in the line", NULL);
    for (int i = 0; i < line->count; i++) {
        fuzz_expect(line->name[i] > last && line->value[i] >= line->name[i], "parts follow each other", NULL);
        last = line->value[i];
        fuzz_expect(last + strlen(last) <= text + size, "a part ends in the line", NULL);
        double number = hub_number(line, line->name[i], 7);
        fuzz_expect(isfinite(number) && number >= 0, "a number can be used", line->name[i]);
        fuzz_expect(hub_value(line, line->name[i]) != NULL, "an argument is found", line->name[i]);
    }
}

static void check_moves(const hra_game *game, const void *state, hra_move *moves) {
    int n = hra_game_moves(game, state, moves);
    hra_move *again = malloc(((size_t)game->max_moves + 1) * sizeof *again), found = 0;
    for (int i = 0; i < n && again != NULL; i++) {
        hra_text text, other;
        hra_text_init(&text);
        hra_text_init(&other);
        hub_show_move(game, state, moves[i], &text);
        const char *shown = hra_text_string(&text);
        fuzz_expect(hub_find_move(game, state, shown, strlen(shown), again, &found), "a move is read", shown);
        hub_show_move(game, state, found, &other); /* two routes may take the same pieces */
        fuzz_expect(strcmp(shown, hra_text_string(&other)) == 0, "a move is read alike", shown);
        hra_text_release(&text);
        hra_text_release(&other);
    }
    free(again);
}

static void check_position(const hra_game *game, const hub_line *line, void *state, hra_move *moves) {
    const char *position = hub_value(line, "pos"), *made = hub_value(line, "moves");
    uint64_t keys[ROOM];
    hra_error why;
    if (position == NULL)
        return;
    hra_err err = hub_position(game, position, state, &why);
    if (err != 0) {
        fuzz_expect_words(err, &why, 1 << 20); /* the place is that of a FEN made of it */
        return;
    }
    int n = hub_make_moves(game, made == NULL ? "" : made, state, moves, keys, ROOM);
    fuzz_expect(n >= -1 && n <= ROOM, "no more moves are made than there is room for", made);
    if (n >= 0 && game->rules->to_move(game, state) >= 0)
        check_moves(game, state, moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static hra_game *game;
    if (game == NULL && hra_game_open(&game, NULL, "checkers", NULL) != 0)
        return 0;
    void *state = malloc(game->state_size);
    hra_move *moves = malloc(((size_t)game->max_moves + 1) * sizeof *moves);
    for (size_t at = 0; state != NULL && moves != NULL && at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t length = end == NULL ? size - at : (size_t)(end - data) + 1 - at;
        char *text = fuzz_string(data + at, length);
        hub_line line;
        hub_split(text, &line);
        check_parts(&line, text, length);
        check_position(game, &line, state, moves);
        free(text);
        at += length;
    }
    free(state);
    free(moves);
    return 0;
}
