/* The rows of a game in a match file: dice, moves and the cube.
 *
 * The game decides whose move a cell is; columns count only for a cell that is alone in its row. */
#include <string.h>
#include <strings.h>

#include "core/messages.h"
#include "games/backgammon/rules/position.h"
#include "games/backgammon/rules/text.h"
#include "mat_reader.h"

enum {
    MAX_PLIES = 100000, /* of a match */
    LEFT_ENDS = 12,     /* columns that are the left one's in any file */
};

/* ---- moves ------------------------------------------------------------------------------------*/

hra_err bg_mat_make_move(bg_mat_reader *r, hra_move m, const char *spelling) {
    bool opened = r->s.phase == BG_OPENING;
    if (r->plies++ == MAX_PLIES)
        return bg_mat_fail(r, N_("a match of at most 100000 moves"), r->line);
    char number[32] = "";
    if (r->row)
        (void)hra_snprintf(number, sizeof number, "%d:%d)", r->number, r->row);
    r->node = hra_annotated_add(r->out, r->node, m);
    if (!r->node || hra_annotated_spell(r->out, r->node, number, spelling))
        return hra_lines_no_memory(&r->l);
    r->s = *(const bg_state *)hra_annotated_state(r->out, r->node);
    r->ruled = bg_is_over(&r->s) || (r->s.phase == BG_OPENING && !opened);
    r->ended = r->ended || r->ruled;
    r->bare = false;
    return HRA_OK;
}

bool bg_mat_is_pass(const bg_mat_reader *r) {
    hra_move list[BG_MAX_PLAYS];
    return r->s.high && r->game->rules->moves(r->game, &r->s, list) == 1 && list[0] == 0;
}

static hra_err settle(bg_mat_reader *r) {
    if (!r->pending)
        return HRA_OK;
    r->pending = false;
    return bg_mat_is_pass(r) ? bg_mat_make_move(r, 0, " ")
                             : bg_mat_fail(r, N_("the play of the dice before"), r->line);
}

static hra_err answer(bg_mat_reader *r, hra_move m, const char *spelling) {
    hra_move list[BG_ANSWERS];
    int n = bg_is_asked(&r->s) ? r->game->rules->moves(r->game, &r->s, list) : 0, i = 0;
    while (i < n && list[i] != m)
        i++;
    if (i == n)
        return bg_mat_fail(r, N_("a cube action that is legal here"), r->line);
    return bg_mat_make_move(r, m, spelling);
}

/* The throw of `seat`. */
static hra_err throw_dice(bg_mat_reader *r, int seat, const char *text) {
    hra_err err = HRA_OK;
    char dice[] = {text[0], text[1], ':', '\0'};
    int a = text[0] - '0', b = text[1] - '0', high = a > b ? a : b, low = a > b ? b : a;
    if (r->s.phase == BG_OPENING) {
        if (a == b)
            return bg_mat_fail(r, N_("two different dice in the first roll"), r->line);
        return bg_mat_make_move(r, seat == BG_WHITE ? bg_roll(high, low) : bg_roll(low, high), dice);
    }
    if (r->s.phase == BG_BEAVERED)
        err = answer(r, BG_TAKE, "");
    else if (r->s.phase == BG_DOUBLING)
        err = answer(r, BG_ROLL, "");
    if (err)
        return err;
    if (r->s.phase != BG_PLAYING || r->s.high || r->s.turn != seat)
        return bg_mat_fail(r, N_("no roll of this player here"), r->line);
    return bg_mat_make_move(r, bg_roll(high, low), dice);
}

/* Removes dice whose play cannot be read: they may be wrong too. */
static void take_back_dice(bg_mat_reader *r) {
    if (!r->node || r->out->nodes[r->node].mover != HRA_CHANCE)
        return;
    int before = r->out->nodes[r->node].parent;
    (void)hra_annotated_remove(r->out, r->node);
    r->node = before;
    r->plies--;
    r->s = *(const bg_state *)hra_annotated_state(r->out, before);
}

/* Reads how dice were played. A play that a program calls illegal may be legal. */
static hra_err read_play(bg_mat_reader *r, const char *text) {
    static const char *const none[] = {"Cannot Move", "Can't Move", "????", "No Move"};
    static const char illegal[] = "Illegal play (";
    char copy[BG_MAT_LINE];
    hra_error inner = {0};
    hra_move m;
    (void)hra_snprintf(copy, sizeof copy, "%s", text);
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (strcasecmp(text, none[i]) == 0)
            (void)hra_snprintf(copy, sizeof copy, "pass");
    if (strncasecmp(text, illegal, sizeof illegal - 1) == 0) {
        (void)hra_snprintf(copy, sizeof copy, "%s", text + sizeof illegal - 1);
        copy[strcspn(copy, ")")] = '\0';
    }
    hra_err err = bg_parse_move(r->game, &r->s, copy, &m, &inner);
    if (!err && bg_is_concession(m))
        err = hra_fail(&inner, HRA_EINPUT, -1, "illegal move '%.40s'", text);
    if (!err)
        return bg_mat_make_move(r, m, text);
    if (!hra_is_lack(err))
        take_back_dice(r);
    return bg_mat_fail_as(r, err, &inner, text);
}

/* "31: 8/5 6/5"; `text` ends where the cell does. */
static hra_err read_throw(bg_mat_reader *r, int seat, const char *text) {
    bool given = r->s.high && !r->plies; /* the play begins with these dice */
    int a = text[0] - '0', b = text[1] - '0';
    if (given && bg_roll(a, b) != bg_roll(r->s.high, r->s.low) &&
        bg_roll(b, a) != bg_roll(r->s.high, r->s.low))
        return bg_mat_fail(r, N_("the dice of the position"), text);
    hra_err err = given ? HRA_OK : throw_dice(r, seat, text);
    text += 3;
    text += strspn(text, " ");
    r->pending = !err && !*text;
    return err || !*text ? err : read_play(r, text);
}

/* ---- rows -------------------------------------------------------------------------------------*/

static int seat_to_speak(const bg_mat_reader *r) {
    return r->s.phase == BG_DOUBLED ? !r->s.turn : r->s.turn;
}

/* The seat in whose column a cell is that is alone in its row. */
static int seat_at(const bg_mat_reader *r, const char *cell) {
    int at = (int)(cell - r->line), middle = (r->column + 5) / 2;
    if (r->tab >= 0)
        return at > r->tab ? BG_BLACK : BG_WHITE;
    return at > (middle > LEFT_ENDS ? middle : LEFT_ENDS) ? BG_BLACK : BG_WHITE;
}

static hra_err read_cell(bg_mat_reader *r, int seat, const char *cell) {
    static const hra_move moves[] = {BG_DOUBLE, BG_TAKE, BG_DROP, BG_BEAVER};
    bg_mat_word word = bg_mat_find_word(cell);
    if (word == BG_MAT_WINS || word == BG_MAT_LOSES) {
        bg_mat_take_ending(r, seat, cell);
        return HRA_OK;
    }
    hra_err err = r->lost ? HRA_OK : settle(r);
    if (err || r->lost)
        return err;
    if (r->ended)
        return bg_mat_fail(r, N_("nothing more: this game is over"), cell);
    if (r->s.phase != BG_OPENING && seat_to_speak(r) != seat) {
        bg_mat_go_to(r, cell);
        return hra_lines_fail(&r->l, HRA_EINPUT, "the move of %s is missing", bg_seat_name(seat_to_speak(r)));
    }
    if (word < BG_MAT_NONE)
        return answer(r, moves[word], cell);
    return bg_mat_is_throw(cell) ? read_throw(r, seat, cell)
                                 : bg_mat_fail(r, N_("a roll such as 31:, Doubles, Takes or Drops"), cell);
}

/* The cells of a row, behind its number. Behind a fault only its end is looked for. */
static hra_err read_row(bg_mat_reader *r, const char *row) {
    char *cell = r->line + (row - r->line) + strspn(row, " ");
    bool alone = !*bg_mat_next_cell(cell);
    int seat = alone ? seat_at(r, cell) : BG_WHITE;
    hra_err err = HRA_OK;
    for (; *cell && !err; seat++) {
        char *next = cell + (bg_mat_next_cell(cell) - cell), *end = next;
        char kept = *next;
        while (end > cell && end[-1] == ' ')
            end--;
        char cut = *end;
        *end = '\0';
        bg_mat_word word = bg_mat_find_word(cell);
        bool ends = word == BG_MAT_WINS || word == BG_MAT_LOSES;
        err = seat > BG_BLACK && !ends && !r->lost
                  ? bg_mat_fail(r, N_("two moves in a line"), cell)
                  : read_cell(r, seat > BG_BLACK ? seat_at(r, cell) : seat, cell);
        if (err) {
            err = bg_mat_pass(r, err, false);
            r->lost = true;
        }
        *end = cut;
        *next = kept;
        cell = next;
    }
    return err;
}

/* "; automatic double 33" */
static hra_err read_automatic(bg_mat_reader *r, hra_lines *l) {
    int first = hra_lines_digits(l, 2), second = first % 10;
    if (first != 11 * second || second < 1 || second > 6 || !bg_opens_with_doubles(r->game->data, &r->s))
        return bg_mat_pass(r, bg_mat_fail(r, N_("no equal dice here"), r->line), false);
    return bg_mat_make_move(r, bg_roll(second, second), "");
}

hra_err bg_mat_read_line(bg_mat_reader *r) {
    hra_lines l;
    hra_lines_string(&l, r->line, NULL);
    const int number = hra_lines_digits(&l, 9);
    if (number >= 0 && *l.at == ')') {
        r->row = number;
        const char *row = r->line + hra_lines_offset(&l) + 1;
        r->tab = r->tab >= 0 && r->line + r->tab < row ? -1 : r->tab;
        return read_row(r, row);
    }
    l.at = l.start;
    if (hra_lines_match(&l, "; automatic double") && !r->lost)
        return read_automatic(r, &l);
    const char *at = r->line + strspn(r->line, " ");
    if (!*at)
        return HRA_OK;
    if (strcmp(at, BG_MAT_DRAWN) == 0) {
        r->drawn = true;
        return HRA_OK;
    }
    if (*at == ';')
        return bg_mat_add_note(
            r, (hra_note){.kind = HRA_NOTE_COMMENT, .form = ';', .value = bg_mat_place(r), .text = at + 1});
    bg_mat_word word = bg_mat_find_word(at);
    if (word == BG_MAT_WINS || word == BG_MAT_LOSES)
        return read_cell(r, seat_at(r, at), at);
    bg_mat_names names; /* of a game whose number is missing */
    if (bg_mat_read_names(r->line, &names) >= 0)
        bg_mat_note_score(r, names.score);
    hra_err err = bg_mat_pass(r, bg_mat_fail(r, N_("a move, the end of a game, or 'Game'"), r->line),
                              r->bare || r->ended || !r->game);
    return err ? err : bg_mat_add_property(r, "Line", at);
}
