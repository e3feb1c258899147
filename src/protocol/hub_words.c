/* Words of the Hub protocol (F. Letouzey's description of version 2, 2019). */
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hub_words.h"
#include "rules/rules_complete.h"

static bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void hra_hub_split(char *text, hra_hub_line *out) {
    memset(out, 0, sizeof *out);
    while (blank(*text))
        text++;
    out->command = text;
    while (*text && !blank(*text))
        text++;
    while (*text && out->count < HRA_HUB_ARGUMENTS) {
        *text++ = '\0';
        while (blank(*text))
            text++;
        if (!*text)
            return;
        out->name[out->count] = text;
        while (*text && !blank(*text) && *text != '=')
            text++;
        char *value = text;
        if (*text == '=') {
            *text++ = '\0';
            bool quoted = *text == '"';
            text += quoted;
            value = text;
            while (*text && (quoted ? *text != '"' : !blank(*text)))
                text++;
        }
        out->value[out->count++] = value;
    }
    *text = '\0';
}

const char *hra_hub_value(const hra_hub_line *line, const char *name) {
    for (int i = 0; i < line->count; i++)
        if (strcmp(line->name[i], name) == 0)
            return line->value[i];
    return NULL;
}

bool hra_hub_number(const hra_hub_line *line, const char *name, double *out) {
    const char *text = hra_hub_value(line, name);
    double value;
    if (!text)
        return true;
    if (!hra_number_read(text, NULL, &value) || value < 0 || value > 1e15)
        return false;
    *out = value;
    return true;
}

hra_err hra_hub_take(hra_hub *out, const hra_game *game, const void *offered, hra_error *why) {
    const char *name = game->rules->name;
    char what[HRA_NAME_LENGTH + 64];
    (void)hra_snprintf(what, sizeof what, _("%s offers a table for Hub that"), name);
    hra_err err = hra_take_struct(out, sizeof *out, offered, what, why);
    if (err)
        return err;
    int count = 0;
    while (out->parameters && count <= HRA_HUB_PARAMETERS && out->parameters[count].name)
        count++;
    if (!out->variant || !out->player || !out->place || !out->touch || !out->score || out->squares < 1 ||
        out->squares > HRA_HUB_BOARD || out->depth < 1 || count > HRA_HUB_PARAMETERS)
        return hra_fail(
            why, HRA_EINPUT, -1,
            "game %s: its table for Hub lacks a member, or has more than %d squares or %d parameters", name,
            HRA_HUB_BOARD, HRA_HUB_PARAMETERS);
    return HRA_OK;
}

hra_err hra_hub_position(const hra_hub *words, const hra_game *game, const char *text, void *state,
                         hra_error *why) {
    size_t squares = (size_t)words->squares;
    if (strlen(text) != squares + 1 || (text[0] != 'W' && text[0] != 'B') ||
        strspn(text + 1, "wbWBe") != squares)
        return hra_fail(why, HRA_EINPUT, -1, "a position is W or B and %d signs of w, b, W, B and e",
                        words->squares);
    return words->place(game, text[0], text + 1, state, why);
}

/* Numbers of a text such as 11-15 or 15x22x31; returns how many, 0: it is no such text. */
static int numbers(const char *text, size_t length, int *out) {
    int n = 0, digits = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] >= '0' && text[i] <= '9' && digits < 2) {
            if (digits == 0) {
                if (n == HRA_HUB_TOUCHED)
                    return 0;
                out[n++] = 0;
            }
            out[n - 1] = 10 * out[n - 1] + (text[i] - '0');
            digits++;
        } else if ((text[i] == '-' || text[i] == 'x') && digits > 0) {
            digits = 0;
        } else {
            return 0;
        }
    }
    return n;
}

static int by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* From, to, and what is taken in order of the squares; returns how many. */
static int touched(const hra_hub *words, const hra_game *game, const void *state, hra_move move, int *out) {
    int n = words->touch(game, state, move, out);
    qsort(out + 2, (size_t)n - 2, sizeof *out, by_number);
    return n;
}

void hra_hub_show_move(const hra_hub *words, const hra_game *game, const void *state, hra_move move,
                       hra_text *out) {
    int squares[HRA_HUB_TOUCHED], n = touched(words, game, state, move, squares);
    for (int i = 0; i < n; i++)
        hra_text_addf(out, "%s%d", i == 0 ? "" : n > 2 ? "x" : "-", squares[i]);
}

bool hra_hub_find_move(const hra_hub *words, const hra_game *game, const void *state, const char *text,
                       size_t length, hra_move *moves, hra_move *out) {
    int wanted[HRA_HUB_TOUCHED], squares[HRA_HUB_TOUCHED], n = numbers(text, length, wanted);
    if (n < 2)
        return false;
    qsort(wanted + 2, (size_t)n - 2, sizeof *wanted, by_number);
    int count = hra_game_moves(game, state, moves);
    for (int i = 0; i < count; i++)
        if (touched(words, game, state, moves[i], squares) == n &&
            memcmp(squares, wanted, (size_t)n * sizeof *wanted) == 0) {
            *out = moves[i];
            return true;
        }
    return false;
}

int hra_hub_make_moves(const hra_hub *words, const hra_game *game, const char *text, void *state,
                       hra_move *moves, uint64_t *keys, int capacity) {
    int made = 0;
    while (*text) {
        size_t length = strcspn(text, " ");
        hra_move move;
        if (length > 0) {
            if (made == capacity || game->rules->to_move(game, state) < 0 ||
                !hra_hub_find_move(words, game, state, text, length, moves, &move))
                return -1;
            keys[made++] = hra_game_key(game, state);
            game->rules->apply(game, state, move);
        }
        text += length + (text[length] == ' ');
    }
    return made;
}
