/* Words of the Hub protocol (F. Letouzey's description of version 2, 2019). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hub_words.h"

enum { SQUARES = 32, PATH = 12 };

static bool blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

void hub_split(char *text, hub_line *out) {
    memset(out, 0, sizeof *out);
    while (blank(*text))
        text++;
    out->command = text;
    while (*text && !blank(*text))
        text++;
    while (*text && out->count < HUB_ARGUMENTS) {
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

const char *hub_value(const hub_line *line, const char *name) {
    for (int i = 0; i < line->count; i++)
        if (strcmp(line->name[i], name) == 0)
            return line->value[i];
    return NULL;
}

double hub_number(const hub_line *line, const char *name, double fallback) {
    const char *text = hub_value(line, name);
    double value;
    return !text || !hra_number_read(text, NULL, &value) || value < 0 || value > 1e15 ? fallback : value;
}

/* The squares of one sign as a list of a FEN: "K3,5". */
static void add_side(const char *squares, char man, char king, hra_text *fen) {
    bool first = true;
    for (int i = 0; i < SQUARES; i++)
        if (squares[i] == man || squares[i] == king) {
            hra_text_addf(fen, "%s%s%d", first ? "" : ",", squares[i] == king ? "K" : "", i + 1);
            first = false;
        }
}

hra_err hub_position(const hra_game *game, const char *text, void *state, hra_error *why) {
    hra_text fen;
    if (strlen(text) != SQUARES + 1 || (text[0] != 'W' && text[0] != 'B') ||
        strspn(text + 1, "wbWBe") != SQUARES)
        return hra_fail(why, HRA_EINPUT, -1, "a position is W or B and 32 signs of w, b, W, B and e");
    hra_text_init(&fen);
    hra_text_addf(&fen, "%c:W", text[0]);
    add_side(text + 1, 'w', 'W', &fen);
    hra_text_add(&fen, ":B");
    add_side(text + 1, 'b', 'B', &fen);
    hra_err err = fen.err ? fen.err : hra_game_read_position(game, hra_text_string(&fen), state, why);
    hra_text_release(&fen);
    return err;
}

/* Numbers of a text such as 11-15 or 15x22x31; returns how many, at most PATH. */
static int numbers(const char *text, size_t length, int *out) {
    int n = 0, digits = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] >= '0' && text[i] <= '9' && digits < 2) {
            if (digits == 0) {
                if (n == PATH)
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

/* The square between two that a piece jumps from and to. */
static int between(int from, int to) {
    int row[2] = {(from - 1) / 4, (to - 1) / 4}, column[2];
    column[0] = 2 * ((from - 1) % 4) + (row[0] % 2 == 0);
    column[1] = 2 * ((to - 1) % 4) + (row[1] % 2 == 0);
    return (row[0] + row[1]) / 2 * 4 + (column[0] + column[1]) / 4 + 1;
}

/* A move as from, to and everything taken, in order of the squares; returns how many numbers. */
static int taken(const hra_game *game, const void *state, hra_move move, int *out) {
    hra_text text;
    int path[PATH], n, count = 2;
    hra_text_init(&text);
    game->rules->text->show_move(game, state, move, &text);
    const char *shown = hra_text_string(&text);
    n = numbers(shown, strlen(shown), path);
    bool capture = strchr(shown, 'x') != NULL;
    hra_text_release(&text);
    if (n < 2)
        return 0;
    out[0] = path[0];
    out[1] = path[n - 1];
    for (int i = 1; capture && i < n; i++) {
        int square = between(path[i - 1], path[i]), at = count++;
        for (; at > 2 && out[at - 1] > square; at--)
            out[at] = out[at - 1];
        out[at] = square;
    }
    return count;
}

void hub_show_move(const hra_game *game, const void *state, hra_move move, hra_text *out) {
    int squares[PATH + 2], n = taken(game, state, move, squares);
    for (int i = 0; i < n; i++)
        hra_text_addf(out, "%s%d", i == 0 ? "" : n > 2 ? "x" : "-", squares[i]);
}

static int by_number(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

bool hub_find_move(const hra_game *game, const void *state, const char *text, size_t length, hra_move *moves,
                   hra_move *out) {
    int wanted[PATH], squares[PATH + 2], n = numbers(text, length, wanted);
    if (n < 2)
        return false;
    qsort(wanted + 2, (size_t)n - 2, sizeof *wanted, by_number);
    int count = hra_game_moves(game, state, moves);
    for (int i = 0; i < count; i++)
        if (taken(game, state, moves[i], squares) == n &&
            memcmp(squares, wanted, (size_t)n * sizeof *wanted) == 0) {
            *out = moves[i];
            return true;
        }
    return false;
}

int hub_make_moves(const hra_game *game, const char *text, void *state, hra_move *moves, uint64_t *keys,
                   int room) {
    int made = 0;
    while (*text) {
        size_t length = strcspn(text, " ");
        hra_move move;
        if (length > 0) {
            if (made == room || game->rules->to_move(game, state) < 0 ||
                !hub_find_move(game, state, text, length, moves, &move))
                return -1;
            keys[made++] = hra_game_key(game, state);
            game->rules->apply(game, state, move);
        }
        text += length + (text[length] == ' ');
    }
    return made;
}
