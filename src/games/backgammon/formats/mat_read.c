/* Reading match files: the text of a match becomes records.
 *
 * Whose move a cell is follows from the game, so columns are looked at only where the first one begins and to
 * refuse a file in which one is missing. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/lines.h"
#include "core/messages.h"
#include "core/utf8.h"
#include "games/backgammon/rules/position.h"
#include "games/backgammon/rules/text.h"
#include "mat.h"

enum {
    MAX_LINE = 2048,
    MAX_RULES = 200,
    MAX_PLIES = 100000, /* of a match */
    MAX_SPEC = 400,
    MAX_GAME = 1 << 15, /* bytes of one that are looked through */
    LOOKED = 80,        /* bytes of a line by which another match is known */
    RIGHT = 12,         /* blanks in front of a cell in the right column, where nothing is in the left one */
};

typedef struct reader {
    hra_lines l;
    const char *looked;  /* up to there no other match begins */
    char line[MAX_LINE]; /* that was read last, without blanks at its end */
    char rules[MAX_RULES], position[MAX_LINE], date[16];
    int match;
    bool crawford_over; /* in the match as far as it was read: a side had come to one point less */
    bool said_over;     /* the same, by the rules in the file */
    hra_game *game;     /* of the record that is being written; NULL: none */
    bg_state s;
    int plies;
    bool ended;   /* the game at hand, by the rules or by a line */
    bool pending; /* dice are there without a word of how they were played */
    hra_text *out;
} reader;

/* Puts the cursor to `found` in r->line. */
static void go_to(reader *r, const char *found) {
    size_t at = (size_t)(found - r->line), length = (size_t)(r->l.end - r->l.start);
    r->l.at = r->l.start + (at < length ? at : length);
}

static hra_err fail(reader *r, const char *expected, const char *found) {
    go_to(r, found);
    return hra_lines_expected(&r->l, _(expected));
}

/* The text is at its end. */
static hra_err fail_at_end(reader *r, const char *expected) {
    r->l.at = r->l.end;
    return hra_lines_expected(&r->l, _(expected));
}

/* An error in the rules or the position is reported at the line where the game begins. */
static hra_err fail_at_game(reader *r, hra_err err, hra_error told) {
    r->l.at = r->l.start;
    told.at = -1;
    return hra_lines_fail_as(&r->l, err, &told);
}

static hra_err fail_as(reader *r, hra_err err, const hra_error *told, const char *found) {
    go_to(r, found);
    return hra_lines_fail_as(&r->l, err, told);
}

/* ---- lines ------------------------------------------------------------------------------------*/

/* The next line without what ends it, blanks of any kind as blanks; false: there is none. */
static bool get_line(reader *r, hra_err *err) {
    bool there = hra_lines_next(&r->l) && hra_lines_rest(&r->l, r->line, sizeof r->line);
    *err = r->l.err;
    if (!there)
        return false;
    size_t n = 0, length = 0;
    for (; r->line[n]; n++) {
        r->line[n] = hra_is_control(r->line[n]) ? ' ' : r->line[n];
        length = r->line[n] != ' ' ? n + 1 : length;
    }
    r->line[length] = '\0';
    return true;
}

/* "7 point match"; -1: it is none. */
static int match_length(const char *line) {
    hra_lines l;
    hra_lines_string(&l, line, NULL);
    int n = hra_lines_digits(&l, 4);
    return n >= 0 && hra_lines_match(&l, "point") && hra_lines_match(&l, "match") ? n : -1;
}

static bool is_game_line(const char *line) {
    hra_lines l;
    hra_lines_string(&l, line, NULL);
    return hra_lines_match(&l, "Game") && hra_lines_digits(&l, 9) >= 0;
}

/* ---- the head ---------------------------------------------------------------------------------*/

/* What stands between quotes behind "; [Name "; false: it is another remark, or too long. */
static bool take_tag(const char *line, const char *name, char *out, size_t capacity) {
    hra_lines l;
    hra_lines_string(&l, line, NULL);
    if (!hra_lines_match(&l, ";") || !hra_lines_match(&l, "[") || !hra_lines_match(&l, name))
        return false;
    hra_lines_blanks(&l);
    const char *from = l.at + 1, *end = *l.at == '"' ? strchr(from, '"') : NULL;
    if (!end || (size_t)(end - from) >= capacity)
        return false;
    memcpy(out, from, (size_t)(end - from));
    out[end - from] = '\0';
    return true;
}

/* The rules without the score, which the games say, and what they say of the Crawford game. Files have the names that options
 * had when the format was made. */
static hra_err take_rules(reader *r) {
    static const char over[] = ",crawford=over";
    char *said = strstr(r->rules, over);
    if (said && !said[sizeof over - 1]) {
        *said = '\0';
        r->said_over = true;
    }
    if (strstr(r->rules, "match=") || strstr(r->rules, "match-length=") || strstr(r->rules, "score="))
        return fail(r, N_("rules without match and score"), r->rules);
    return HRA_OK;
}

static hra_err take_remark(reader *r) {
    char day[sizeof r->date];
    if (take_tag(r->line, "Rules", r->rules, sizeof r->rules))
        return take_rules(r);
    (void)take_tag(r->line, "Position", r->position, sizeof r->position);
    if (take_tag(r->line, "EventDate", day, sizeof day))
        memcpy(r->date, day, sizeof day);
    return HRA_OK;
}

/* The remarks, the length of the match, and the line of the first game; the length may be missing in a file
 * of games for points. */
static hra_err read_head(reader *r) {
    hra_err err = HRA_OK;
    bool said = false;
    while (!err && get_line(r, &err)) {
        int n = match_length(r->line);
        if (*r->line == ';') {
            err = take_remark(r);
        } else if (n >= 0 && !said) {
            said = true;
            if (n > BG_MOST_MATCH)
                err = hra_lines_fail(&r->l, HRA_EINPUT, "a match of %d points; the maximum is %d", n,
                                     BG_MOST_MATCH);
            r->match = n;
        } else if (is_game_line(r->line)) {
            return HRA_OK;
        } else if (*r->line) {
            return fail(r, N_("'7 point match' or 'Game 1'"), r->line);
        }
    }
    return err ? err : fail_at_end(r, N_("'Game 1'"));
}

/* ---- records ----------------------------------------------------------------------------------*/

static void end_record(reader *r) {
    double value[2];
    if (!r->game)
        return;
    if (bg_is_over(&r->s)) {
        r->game->rules->returns(r->game, &r->s, value);
        hra_text_addf(r->out, "result %g %g\n", value[0] + 0.0, value[1] + 0.0);
    }
    hra_game_close(r->game);
    r->game = NULL;
}

/* Whether a word is in the game that begins here; a game has at most MAX_GAME bytes. */
static bool game_holds(const reader *r, const char *word) {
    size_t n = strlen(word), left = (size_t)(r->l.last - r->l.next);
    const char *at = r->l.next, *end = at + (left > MAX_GAME ? MAX_GAME : left);
    for (; at + n <= end; at++) {
        if (strncasecmp(at, word, n) == 0)
            return true;
        if (r->l.last - at >= 6 && *at == r->l.newline && strncasecmp(at + 1, " Game", 5) == 0)
            return false;
    }
    return false;
}

/* The spec of what is played from this score on. Rules that are not said are those of most matches, and of
 * games for points with the cube. */
static void make_spec(const reader *r, const int *score, char spec[MAX_SPEC]) {
    bool close = r->match && (score[0] == r->match - 1) != (score[1] == r->match - 1);
    bool over = close && !strstr(r->rules, "crawford=") && !strstr(r->rules, "cube=no") &&
                (r->crawford_over || r->said_over || (!*r->rules && game_holds(r, "Doubles")));
    char from[60] = "";
    if (r->match)
        (void)hra_snprintf(from, sizeof from, "match-length=%d,score=%d-%d,", r->match, score[0], score[1]);
    (void)hra_snprintf(
        spec, MAX_SPEC, "backgammon:%s%s%s%s", from, *r->rules ? r->rules : "cube=yes,max-cube=1024",
        !*r->rules && !r->match && game_holds(r, "Beavers") ? ",beavers" : "", over ? ",crawford=post" : "");
}

static hra_err begin_record(reader *r, const int *score, const hra_text *names) {
    char spec[MAX_SPEC];
    hra_error inner = {0};
    end_record(r);
    make_spec(r, score, spec);
    hra_err err = hra_game_open(&r->game, NULL, spec, &inner);
    if (err) {
        r->game = NULL;
        return fail_at_game(r, err, inner);
    }
    r->game->rules->init(r->game, &r->s);
    r->plies = 0;
    hra_text_addf(r->out, "hra-record 1\ngame %s\n", spec);
    if (*r->position) {
        if (hra_game_read_position(r->game, r->position, &r->s, &inner) != 0)
            return fail_at_game(r, HRA_EINPUT, inner);
        hra_text_add(r->out, "position ");
        bg_write_position(r->game, &r->s, r->out);
        hra_text_add_char(r->out, '\n');
        *r->position = '\0';
    }
    for (int seat = 0; seat < 2; seat++)
        hra_text_addf(r->out, "seat %d %s\n", seat, hra_text_string(&names[seat]));
    if (*r->date)
        hra_text_addf(r->out, "# Date: %s\n", r->date);
    return HRA_OK;
}

/* ---- a game's head ----------------------------------------------------------------------------*/

/* The points at the end of a text, " : 3", and where that begins; -1: there are none. */
static int points_at(const char *text, const char **end) {
    hra_lines l;
    hra_lines_string(&l, text, NULL);
    if (!hra_lines_take(&l, ":"))
        return -1;
    int points = hra_lines_digits(&l, 9);
    *end = l.at;
    return points;
}

/* "Anna : 3      Ben : 2" */
static hra_err read_names(reader *r, int score[2], hra_text names[2]) {
    const char *from = r->line, *colon, *end = from;
    for (int seat = 0; seat < 2; seat++) {
        colon = seat == 0 ? strchr(from, ':') : strrchr(from, ':');
        while (seat == 0 && colon && (points_at(colon, &end) < 0 || (*end && *end != ' ')))
            colon = strchr(colon + 1, ':');
        score[seat] = colon ? points_at(colon, &end) : -1;
        if (score[seat] < 0 || (seat == 1 && *end))
            return fail(r, N_("names and points, as in 'Anna : 3   Ben : 2'"), r->line);
        bg_mat_name(from, (size_t)(colon - from), &names[seat]);
        from = end;
    }
    return HRA_OK;
}

/* The game goes on with the play where it ends as this one begins. */
static hra_err begin_game(reader *r) {
    hra_text names[2];
    int score[2];
    hra_err err = HRA_OK;
    bool there = get_line(r, &err);
    if (!there)
        return err ? err : fail_at_end(r, N_("the names of the players"));
    for (int seat = 0; seat < 2; seat++)
        hra_text_init(&names[seat]);
    err = read_names(r, score, names);
    bool follows = r->game && r->match && r->s.phase == BG_OPENING && score[0] == r->s.score[0] &&
                   score[1] == r->s.score[1];
    if (!err && !follows)
        err = begin_record(r, score, names);
    r->crawford_over = r->crawford_over || score[0] == r->match - 1 || score[1] == r->match - 1;
    r->ended = r->pending = false;
    for (int seat = 0; seat < 2; seat++) {
        if (names[seat].err && !err)
            err = hra_lines_no_memory(&r->l);
        hra_text_release(&names[seat]);
    }
    return err;
}

/* ---- moves ------------------------------------------------------------------------------------*/

static hra_err make_move(reader *r, hra_move m) {
    int mover = r->game->rules->to_move(r->game, &r->s);
    bool opened = r->s.phase == BG_OPENING;
    if (r->plies++ == MAX_PLIES)
        return fail(r, N_("a match of at most 100000 moves"), r->line);
    hra_text_addf(r->out, mover == HRA_CHANCE ? "* " : "%d ", mover);
    bg_show_move(r->game, &r->s, m, r->out);
    hra_text_add_char(r->out, '\n');
    r->game->rules->apply(r->game, &r->s, m);
    r->ended = bg_is_over(&r->s) || (r->s.phase == BG_OPENING && !opened);
    return HRA_OK;
}

/* The dice that nothing was said about cannot be played. */
static hra_err settle(reader *r) {
    hra_move list[BG_MAX_PLAYS];
    if (!r->pending)
        return HRA_OK;
    r->pending = false;
    int n = r->game->rules->moves(r->game, &r->s, list);
    if (n != 1 || list[0] != 0)
        return fail(r, N_("the play of the dice before"), r->line);
    return make_move(r, 0);
}

static hra_err answer(reader *r, hra_move m) {
    hra_move list[BG_ANSWERS];
    int n = bg_is_asked(&r->s) ? r->game->rules->moves(r->game, &r->s, list) : 0, i = 0;
    while (i < n && list[i] != m)
        i++;
    if (i == n)
        return fail(r, N_("a cube action that is legal here"), r->line);
    return make_move(r, m);
}

/* The throw of `seat`. */
static hra_err throw_dice(reader *r, int seat, int a, int b) {
    hra_err err = HRA_OK;
    int high = a > b ? a : b, low = a > b ? b : a;
    if (r->s.phase == BG_OPENING) {
        if (a == b)
            return fail(r, N_("two different dice in the first roll"), r->line);
        return make_move(r, seat == BG_WHITE ? bg_roll(high, low) : bg_roll(low, high));
    }
    if (r->s.phase == BG_BEAVERED)
        err = answer(r, BG_TAKE);
    else if (r->s.phase == BG_DOUBLING)
        err = answer(r, BG_ROLL);
    if (err)
        return err;
    if (r->s.phase != BG_PLAYING || r->s.high || r->s.turn != seat)
        return fail(r, N_("no roll of this player here"), r->line);
    return make_move(r, bg_roll(high, low));
}

/* "31: 8/5 6/5"; `text` ends where the cell does. */
static hra_err read_throw(reader *r, int seat, const char *text) {
    static const char *const none[] = {"Cannot Move", "Can't Move", "????", "No Move"};
    hra_error inner = {0};
    hra_move m;
    bool given = r->s.high && !r->plies; /* the play begins with these dice */
    if (given && bg_roll(text[0] - '0', text[1] - '0') != bg_roll(r->s.high, r->s.low) &&
        bg_roll(text[1] - '0', text[0] - '0') != bg_roll(r->s.high, r->s.low))
        return fail(r, N_("the dice of the position"), text);
    hra_err err = given ? HRA_OK : throw_dice(r, seat, text[0] - '0', text[1] - '0');
    if (err)
        return err;
    text += 3;
    text += strspn(text, " ");
    const char *given_at = text;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (strcasecmp(text, none[i]) == 0)
            text = "pass";
    if (!*text) {
        r->pending = true;
        return HRA_OK;
    }
    err = bg_parse_move(r->game, &r->s, text, &m, &inner);
    return err ? fail_as(r, err, &inner, given_at) : make_move(r, m);
}

/* ---- rows -------------------------------------------------------------------------------------*/

static bool is_throw(const char *text) {
    return text[0] >= '1' && text[0] <= '6' && text[1] >= '1' && text[1] <= '6' && text[2] == ':';
}

static const struct {
    const char *word;
    hra_move move; /* 0: the game ends */
} words[] = {
    {"Doubles", BG_DOUBLE}, {"Takes", BG_TAKE}, {"Drops", BG_DROP}, {"Beavers", BG_BEAVER}, {"Wins", 0},
    {"Resigns", 0},         {"Loses", 0},
};
enum { WORDS = sizeof words / sizeof *words };

static int find_word(const char *text) {
    int i = 0;
    while (i < WORDS && strncasecmp(text, words[i].word, strlen(words[i].word)) != 0)
        i++;
    return i;
}

/* Where the next cell begins behind this one; the end of the line: there is none. */
static char *next_cell(char *text) {
    for (char *at = text + 1; *at; at++)
        if (at[-1] == ' ' && (is_throw(at) || find_word(at) < WORDS))
            return at;
    return text + strlen(text);
}

static int seat_to_speak(const reader *r) {
    return r->s.phase == BG_DOUBLED ? !r->s.turn : r->s.turn;
}

static hra_err read_cell(reader *r, int seat, const char *cell) {
    int word = find_word(cell);
    hra_err err = settle(r);
    if (err)
        return err;
    if (word < WORDS && !words[word].move) { /* who has won by the rules is known; else somebody gave up */
        r->ended = true;
        return HRA_OK;
    }
    if (r->ended)
        return fail(r, N_("nothing more: this game is over"), cell);
    if (r->s.phase != BG_OPENING && seat_to_speak(r) != seat) {
        go_to(r, cell);
        return hra_lines_fail(&r->l, HRA_EINPUT, "the move of %s is missing", bg_seat_name(seat_to_speak(r)));
    }
    if (word < WORDS)
        return answer(r, words[word].move);
    return is_throw(cell) ? read_throw(r, seat, cell)
                          : fail(r, N_("a roll such as 31:, Doubles, Takes or Drops"), cell);
}

/* The cells of a row, behind its number. */
static hra_err read_row(reader *r, char *row) {
    char *cell = row + strspn(row, " ");
    int seat = cell - row < RIGHT ? BG_WHITE : BG_BLACK;
    hra_err err = HRA_OK;
    for (; *cell && !err; seat++) {
        char *end = next_cell(cell), *next = end;
        char kept = *end;
        while (end > cell && end[-1] == ' ')
            end--;
        char cut = *end;
        *end = '\0';
        bool ends = find_word(cell) < WORDS && !words[find_word(cell)].move;
        err = seat > BG_BLACK && !ends ? fail(r, N_("two moves in a line"), cell) : read_cell(r, seat, cell);
        *end = cut;
        *next = kept;
        cell = next;
    }
    return err;
}

static hra_err read_line(reader *r) {
    hra_lines l;
    int first, second;
    hra_lines_string(&l, r->line, NULL);
    if (hra_lines_digits(&l, 9) >= 0 && *l.at == ')')
        return read_row(r, r->line + hra_lines_offset(&l) + 1);
    l.at = l.start;
    if (hra_lines_match(&l, "; automatic double") && (first = hra_lines_digits(&l, 2)) >= 0) {
        second = first % 10;
        if (first != 11 * second || second < 1 || second > 6 || !bg_opens_with_doubles(r->game->data, &r->s))
            return fail(r, N_("no equal dice here"), r->line);
        return make_move(r, bg_roll(second, second));
    }
    size_t at = strspn(r->line, " ");
    if (r->line[at] == ';' || !r->line[at])
        return HRA_OK;
    return find_word(r->line + at) < WORDS ? read_cell(r, 0, r->line + at)
                                           : fail(r, N_("a move, the end of a game, or 'Game'"), r->line);
}

/* Whether the next lines are the head of another match: comments, and its length. Lines that were found to be
 * none are not read again. */
static bool is_next_match(reader *r) {
    char line[4 * LOOKED];
    hra_lines ahead = r->l;
    ahead.why = NULL;
    if (r->l.next < r->looked)
        return false;
    while (hra_lines_next(&ahead)) {
        hra_lines_blanks(&ahead);
        if (hra_lines_peek(&ahead) < 0 || *ahead.at == ';')
            continue;
        r->looked = ahead.next;
        size_t left = hra_lines_left(&ahead);
        (void)hra_utf8_copy(ahead.at, left < LOOKED ? left : LOOKED, line, sizeof line);
        return match_length(line) >= 0;
    }
    return false;
}

/* The rows of all games, up to the next match. */
static hra_err read_games(reader *r) {
    hra_err err = begin_game(r);
    while (!err && !is_next_match(r) && get_line(r, &err))
        err = is_game_line(r->line) ? begin_game(r) : read_line(r);
    return err;
}

hra_err bg_mat_read(const char *text, size_t length, size_t *used, int line, hra_text *record,
                    hra_error *why) {
    reader *r = calloc(1, sizeof *r);
    if (!r)
        return hra_no_memory(why);
    *r = (reader){.out = record, .looked = text};
    hra_lines_open(&r->l, text, length, line, why);
    hra_err err = read_head(r);
    if (!err)
        err = read_games(r);
    if (!err)
        end_record(r);
    hra_game_close(r->game);
    if (!err && record->err)
        err = hra_no_memory(why);
    *used = (size_t)(r->l.next - text);
    free(r);
    return err;
}
