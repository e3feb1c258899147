/* Reading the moves of a turn. Nothing is made unless all of them can be. */
#include <stdlib.h>
#include <string.h>

#include "session/multi_move.h"

enum {
    PART = 80,    /* bytes of one move as it is typed */
    TRIES = 2000, /* orders that are tried */
};

typedef struct several {
    const hra_game *game;
    unsigned char *states; /* one a move made, the first is the table's */
    int seat, count, tries;
    bool lacking; /* memory ran out meanwhile */
    char parts[SEVERAL_MOST][PART];
    hra_move moves[SEVERAL_MOST];
} several;

static void *state_at(const several *s, int depth) {
    return s->states + (size_t)depth * s->game->state_size;
}

/* ---- cutting the line -------------------------------------------------------------------------*/

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* One more part: `head` and a word; false where that is too much. Empty ones are left out. */
static bool add_part(several *s, const char *head, int head_length, const char *word, int length) {
    while (length > 0 && is_blank(word[length - 1]))
        length--;
    if (length == 0)
        return true;
    if (s->count == SEVERAL_MOST || head_length + length + 2 > PART)
        return false;
    (void)hra_snprintf(s->parts[s->count++], PART, "%.*s%s%.*s", head_length, head, head_length ? " " : "",
                       length, word);
    return true;
}

/* "place 5 7 7" is three parts, and so is "5 7 7"; false: it is one. */
static bool add_numbers(several *s, const char *part) {
    int before = s->count, head = is_digit(*part) ? 0 : (int)strcspn(part, " \t");
    for (const char *at = part + head; *at;) {
        int length;
        while (is_blank(*at))
            at++;
        length = (int)strcspn(at, " \t");
        if (!length)
            break;
        if (!is_digit(*at) || !add_part(s, part, head, at, length)) {
            s->count = before;
            return false;
        }
        at += length;
    }
    return s->count > before;
}

/* Splits at the commas and semicolons outside brackets; false: too many or too long parts. */
static bool cut(several *s, const char *line, bool numbers) {
    s->count = 0;
    while (*line) {
        int length = 0, deep = 0;
        char part[PART];
        while (is_blank(*line))
            line++;
        for (; line[length] && (deep > 0 || (line[length] != ',' && line[length] != ';')); length++)
            deep += (line[length] == '(') - (line[length] == ')' && deep > 0);
        if (length >= PART)
            return false;
        (void)hra_snprintf(part, sizeof part, "%.*s", length, line);
        if (!(numbers && add_numbers(s, part)) && !add_part(s, "", 0, part, length))
            return false;
        line += length + (line[length] != '\0');
    }
    return s->count > 1;
}

/* ---- trying -----------------------------------------------------------------------------------*/

static bool make(several *s, int depth, int part, hra_error *why) {
    hra_move *move = &s->moves[depth];
    hra_err err = hra_game_parse_move(s->game, state_at(s, depth), s->parts[part], move, why);
    if (!err && (err = hra_game_check_move(s->game, state_at(s, depth), *move)) != 0)
        hra_fail(why, err, 0, "'%s' is not allowed here", s->parts[part]);
    s->lacking = s->lacking || err == HRA_ENOMEM;
    if (err)
        return false;
    memcpy(state_at(s, depth + 1), state_at(s, depth), s->game->state_size);
    s->game->rules->apply(s->game, state_at(s, depth + 1), *move);
    return true;
}

/* Makes all parts of the set, in their order where that can be. */
static bool make_all(several *s, int depth, uint32_t left) {
    for (int i = 0; i < s->count && left; i++) {
        bool same = false;
        for (int k = 0; k < i; k++) /* was tried at this place */
            same = same || (left >> k & 1 && strcmp(s->parts[k], s->parts[i]) == 0);
        if (!(left >> i & 1) || same || ++s->tries > TRIES)
            continue;
        uint32_t rest = left & ~(UINT32_C(1) << i);
        hra_error none;
        if (make(s, depth, i, &none) &&
            (!rest || (s->game->rules->to_move(s->game, state_at(s, depth + 1)) == s->seat &&
                       make_all(s, depth + 1, rest))))
            return true;
    }
    return false;
}

/* Which part cannot be made, as they stand. */
static void find_fault(several *s, hra_error *why) {
    hra_error fault = {0};
    for (int i = 0; i < s->count; i++) {
        if (i > 0 && s->game->rules->to_move(s->game, state_at(s, i)) != s->seat) {
            hra_fail(why, HRA_EINPUT, 0, "after '%s' it is no longer your move; no move was made",
                     s->parts[i - 1]);
            return;
        }
        if (!make(s, i, i, &fault)) {
            if (i == 0)
                (void)hra_fail_as(why, &fault);
            else
                hra_fail(why, HRA_EINPUT, 0, "after '%s': %s; no move was made", s->parts[i - 1], fault.text);
            return;
        }
    }
}

static int read_line(const hra_game *game, const void *state, const char *line, hra_move out[SEVERAL_MOST],
                     hra_error *why) {
    several *s = calloc(1, sizeof *s);
    int seat = game->rules->to_move(game, state), count = 0;
    if (s)
        *s = (several){.game = game, .seat = seat, .states = malloc((SEVERAL_MOST + 1) * game->state_size)};
    if (!s || !s->states || seat < 0) {
        bool whole = s && s->states;
        free(s ? s->states : NULL);
        free(s);
        return whole ? 0 : hra_no_memory(why);
    }
    memcpy(s->states, state, game->state_size);
    bool listed = cut(s, line, false);
    if (listed && make_all(s, 0, (UINT32_C(1) << s->count) - 1))
        count = s->count;
    if (!count && cut(s, line, true) && make_all(s, 0, (UINT32_C(1) << s->count) - 1))
        count = s->count;
    hra_error none; /* numbers that follow no move are no list: what reads a single move says what is wrong */
    if (!count &&
        (listed ? cut(s, line, true) || cut(s, line, false) : cut(s, line, true) && make(s, 0, 0, &none)))
        find_fault(s, why);
    if (!count && s->lacking)
        count = hra_no_memory(why);
    memcpy(out, s->moves, sizeof s->moves);
    free(s->states);
    free(s);
    return count;
}

int hra_several_read(const hra_game *game, const void *state, const char *line, hra_move out[SEVERAL_MOST],
                     hra_error *why) {
    const hra_rules_text *words = game->rules->text;
    hra_text meant;
    hra_text_init(&meant);
    if (words->mean_moves && words->mean_moves(game, state, line, &meant) && !meant.err)
        line = hra_text_string(&meant);
    int count = meant.err ? hra_no_memory(why) : read_line(game, state, line, out, why);
    hra_text_release(&meant);
    return count;
}
