/* Writing PDN. */
#include <string.h>

#include "games/checkers/rules/opening_names.h"
#include "pdn.h"

enum { WIDTH = 79 };

const hra_format ck_formats[] = {
    {.name = "PDN", .suffix = ".pdn", .write = ck_pdn_write, .read = ck_pdn_read},
    {0},
};

static void add_tag(const char *name, const char *value, hra_text *out) {
    hra_text_addf(out, "[%s \"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            hra_text_add_char(out, '\\');
        hra_text_add_char(out, *value);
    }
    hra_text_add(out, "\"]\n");
}

static const char *result_of(const hra_transcript *play) {
    if (!play->over)
        return "*";
    return play->result[0] > 0 ? "1-0" : play->result[0] < 0 ? "0-1" : "1/2-1/2";
}

/* The last position on the way that has a name. PDN itself has no tag for it; PGN, of which it was made, has. */
static void add_opening(const hra_transcript *play, hra_text *out) {
    ck_state s = *(const ck_state *)play->start;
    const ck_opening *last = ck_find_opening(&s);
    for (int ply = 0; ply < play->plies; ply++) {
        play->game->rules->apply(play->game, &s, play->moves[ply]);
        const ck_opening *found = ck_find_opening(&s);
        last = found ? found : last;
    }
    if (!last)
        return;
    hra_text name;
    hra_text_init(&name);
    ck_write_opening(last, &name);
    add_tag("Opening", hra_text_string(&name), out);
    out->err = out->err ? out->err : name.err;
    hra_text_release(&name);
}

static void add_tags(const hra_transcript *play, hra_text *out) {
    hra_text position, round;
    hra_text_init(&position);
    hra_text_init(&round);
    hra_text_addf(&round, "%llu", (unsigned long long)play->number + 1);
    add_tag("Event", "?", out);
    add_tag("Site", "?", out);
    add_tag("Date", play->date && *play->date ? play->date : "????.??.??", out);
    add_tag("Round", hra_text_string(&round), out);
    add_tag("Black", *play->players[CK_BLACK] ? play->players[CK_BLACK] : "?", out);
    add_tag("White", *play->players[CK_WHITE] ? play->players[CK_WHITE] : "?", out);
    add_tag("Result", result_of(play), out);
    add_tag("GameType", "21", out);
    ck_write_position(play->game, play->start, &position);
    if (strcmp(hra_text_string(&position), CK_PDN_START) != 0) {
        add_tag("SetUp", "1", out);
        add_tag("FEN", hra_text_string(&position), out);
    }
    add_opening(play, out);
    hra_text_add_char(out, '\n');
    if (position.err || round.err)
        out->err = HRA_ENOMEM;
    hra_text_release(&position);
    hra_text_release(&round);
}

/* A capture is written by its ends where these tell which one it is. */
static void add_move(const ck_state *s, hra_move m, hra_text *out) {
    hra_move moves[CK_MAX_MOVES];
    int path[CK_MAX_JUMPS + 1], other[CK_MAX_JUMPS + 1], n = ck_moves(&s->board, s->side, moves), alike = 0;
    int last = ck_move_path(m, path) - 1;
    for (int i = 0; i < n; i++) {
        int end = ck_move_path(moves[i], other) - 1;
        alike += path[0] == other[0] && path[last] == other[end];
    }
    if (alike > 1)
        ck_show_move(NULL, s, m, out);
    else
        hra_text_addf(out, "%d%c%d", path[0] + 1, ck_move_jumps(m) ? 'x' : '-', path[last] + 1);
}

/* Adds a word of the movetext, on a new line where it has no room. */
static void add_word(const hra_text *text, size_t *column, hra_text *out) {
    const char *word = hra_text_string(text);
    size_t n = strlen(word);
    if (text->err)
        out->err = text->err;
    if (*column && *column + 1 + n > WIDTH) {
        hra_text_add_char(out, '\n');
        *column = 0;
    }
    hra_text_addf(out, "%s%s", *column ? " " : "", word);
    *column += n + (*column > 0);
}

void ck_pdn_write(const hra_transcript *play, hra_text *out) {
    ck_state s = *(const ck_state *)play->start;
    size_t column = 0;
    int first = s.side;
    hra_text word;
    hra_text_init(&word);
    add_tags(play, out);
    for (int ply = 0; ply < play->plies; ply++) {
        hra_text_clear(&word);
        if (s.side == CK_BLACK || ply == 0) {
            hra_text_addf(&word, "%d.%s", (ply + first) / 2 + 1, s.side == CK_BLACK ? "" : "..");
            add_word(&word, &column, out);
            hra_text_clear(&word);
        }
        add_move(&s, play->moves[ply], &word);
        add_word(&word, &column, out);
        play->game->rules->apply(play->game, &s, play->moves[ply]);
    }
    hra_text_clear(&word);
    hra_text_add(&word, result_of(play));
    add_word(&word, &column, out);
    hra_text_add(out, "\n\n");
    hra_text_release(&word);
}
