/* The tag GameType of PDN 3.0 ("The GameType tag" of its documentation), and moves of other games. */
#include "game_type.h"

#include <ctype.h>

#include "core/lines.h"
#include "core/messages.h"

/* ---- the tag --------------------------------------------------------------------------------*/

enum { ENGLISH = 21 };

/* The name of a type in English, "Russian draughts"; NULL: unknown. */
static const char *name_of_type(int type) {
    static const struct {
        int type;
        const char *name;
    } names[] = {
        {0, N_("chess")},
        {1, N_("Chinese chess")},
        {20, N_("international draughts")},
        {ENGLISH, N_("English checkers")},
        {22, N_("Italian draughts")},
        {23, N_("pool checkers")},
        {24, N_("Spanish draughts")},
        {25, N_("Russian draughts")},
        {26, N_("Brazilian draughts")},
        {27, N_("Canadian draughts")},
        {28, N_("Portuguese draughts")},
        {29, N_("Czech draughts")},
        {30, N_("Turkish draughts")},
        {31, N_("Thai draughts")},
        {40, N_("Frisian draughts")},
        {41, N_("Spantsiretti draughts")},
        {50, N_("Othello")},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].type == type)
            return names[i].name;
    return NULL;
}

static hra_err fail(hra_lines *l, hra_error *why, const char *expected) {
    return hra_fail(why, HRA_EINPUT, hra_lines_offset(l), "expected %s, found '%.20s'", _(expected),
                    *l->at ? l->at : _("the end"));
}

/* Passes over a comma and blanks. False: the tag ends here. */
static bool has_field(hra_lines *l) {
    hra_lines_blanks(l);
    const bool comma = hra_lines_take(l, ",");
    hra_lines_blanks(l);
    return comma && *l->at;
}

/* "N1", "A0"; a tag from before PDN 3.0 has the letter alone. */
static hra_err read_notation(hra_lines *l, ck_game_type *out, hra_error *why) {
    const int letter = toupper((unsigned char)*l->at);
    if (letter != 'N' && letter != 'A' && letter != 'S')
        return fail(l, why, N_("the notation, such as N1 or A0"));
    l->at++;
    out->letters = letter != 'N';
    if (*l->at >= '0' && *l->at <= '3')
        out->corner = (ck_corner)(*l->at++ - '0');
    else if (out->letters)
        out->corner = CK_BOTTOM_LEFT; /* as on a board of chess */
    return HRA_OK;
}

/* What follows the number. */
static hra_err read_fields(hra_lines *l, ck_game_type *out, hra_error *why) {
    if (!has_field(l))
        return HRA_OK;
    const int colour = toupper((unsigned char)*l->at);
    if (colour != 'B' && colour != 'W')
        return fail(l, why, N_("B or W, the colour that moves first"));
    out->first = colour == 'B' ? CK_BLACK : CK_WHITE;
    l->at++;
    for (int i = 0; i < 2; i++) {
        if (!has_field(l))
            return HRA_OK;
        const char *from = l->at;
        if (hra_lines_digits(l, 2) != 8) {
            l->at = from;
            return fail(l, why, N_("8, the width and the height of the board"));
        }
    }
    if (!has_field(l))
        return HRA_OK;
    hra_err err = read_notation(l, out, why);
    if (!err && has_field(l) && hra_lines_digits(l, 1) > 1) {
        l->at--;
        return fail(l, why, N_("0 or 1, whether the corner is a playing square"));
    }
    return err;
}

hra_err ck_read_game_type(const char *value, ck_game_type *out, hra_error *why) {
    hra_lines l;
    *out = (ck_game_type){.first = CK_BLACK, .corner = CK_BOTTOM_RIGHT};
    hra_lines_string(&l, value, why);
    hra_lines_blanks(&l);
    if (!isdigit((unsigned char)*l.at))
        return HRA_OK;
    const int type = hra_lines_digits(&l, 4);
    const char *name = name_of_type(type);
    if (type != ENGLISH && name)
        return hra_fail(why, HRA_EINPUT, 0, "GameType %d is %s; expected GameType 21, English checkers", type,
                        _(name));
    if (type != ENGLISH)
        return hra_fail(why, HRA_EINPUT, 0, "expected GameType 21, English checkers, found '%.20s'", value);
    hra_err err = read_fields(&l, out, why);
    if (err)
        return err;
    hra_lines_blanks(&l);
    return *l.at ? fail(&l, why, N_("the end of the GameType")) : HRA_OK;
}

bool ck_translate_fen(const char *fen, const ck_game_type *type, hra_text *out) {
    const ck_fen_board board = {type->first, type->letters, type->corner};
    ck_state s;
    if (ck_read_fen(fen, &board, &s, NULL) != 0)
        return false;
    ck_write_position(NULL, &s, out);
    return true;
}

/* ---- moves of other games -------------------------------------------------------------------*/

/* What a search for a move may use that English checkers lacks. */
enum { FLYING = 1, BACKWARDS = 2, CROWNED = 4 };

enum { MAX_NODES = 20000, MAX_CAPTURES = 12 };

/* A capture that is looked for: the squares it has to come to, in order. */
typedef struct search {
    const ck_state *s;
    const int *square;
    int count, allowed, nodes;
    ck_set own, other; /* the own pieces without the one that moves */
} search;

/* The next square one way; 0: outside the board. */
static ck_set next_to(ck_set at, int way) {
    return ck_shift(at, way) & CK_BOARD;
}

static bool is_forward(const search *f, int way) {
    return (way < 2) == (f->s->side == CK_BLACK);
}

static bool go_on(search *f, ck_set at, ck_set taken, bool king, int reached);

/* Lands behind a piece, on any square up to the next piece if a king flies. */
static bool land(search *f, ck_set over, int way, ck_set taken, bool king, int reached) {
    const bool far = king && f->allowed & FLYING;
    const ck_set full = f->own | f->other;
    for (ck_set to = next_to(over, way); to && !(to & full); to = far ? next_to(to, way) : 0) {
        const bool there = reached < f->count && to == (ck_set)1 << ck_bit(f->square[reached]);
        const ck_set crown = f->s->side == CK_BLACK ? CK_LAST_ROW : CK_FIRST_ROW;
        const bool crowned = !king && to & crown;
        if (there && reached == f->count - 1)
            return true;
        if (crowned && !(f->allowed & (CROWNED | BACKWARDS)))
            continue;
        if (go_on(f, to, taken | over, king || (crowned && f->allowed & CROWNED), reached + there))
            return true;
    }
    return false;
}

static bool go_on(search *f, ck_set at, ck_set taken, bool king, int reached) {
    if (++f->nodes > MAX_NODES || __builtin_popcountll(taken) >= MAX_CAPTURES)
        return false;
    for (int way = 0; way < 4; way++) {
        if (!king && !is_forward(f, way) && !(f->allowed & BACKWARDS))
            continue;
        ck_set over = next_to(at, way);
        while (king && f->allowed & FLYING && over && !(over & (f->own | f->other)))
            over = next_to(over, way);
        if (over & f->other & ~taken && land(f, over, way, taken, king, reached))
            return true;
    }
    return false;
}

/* Whether a king may slide from a square to another. */
static bool may_slide(const ck_state *s, ck_set from, ck_set to) {
    for (int way = 0; way < 4; way++)
        for (ck_set at = next_to(from, way); at && at & ck_empty(&s->board); at = next_to(at, way))
            if (at == to)
                return true;
    return false;
}

static ck_other_game find_on_board(const ck_state *s, const int *square, int n) {
    static const struct {
        int allowed;
        ck_other_game other;
    } games[] = {
        {0, CK_OTHER_NONE}, /* a capture of English checkers that is not whole */
        {FLYING, CK_OTHER_FLYING},
        {BACKWARDS, CK_OTHER_BACKWARDS},
        {FLYING | BACKWARDS, CK_OTHER_FLYING},
        {FLYING | BACKWARDS | CROWNED, CK_OTHER_CROWNED},
    };
    const ck_set from = (ck_set)1 << ck_bit(square[0]), to = (ck_set)1 << ck_bit(square[n - 1]);
    if (!(s->board.pieces[s->side] & from))
        return CK_OTHER_NONE;
    const bool king = s->board.kings & from;
    if (!ck_jumpers(&s->board, s->side) && n == 2 && king && may_slide(s, from, to))
        return CK_OTHER_FLYING;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        search f = {.s = s, .square = square, .count = n, .allowed = games[i].allowed};
        f.own = s->board.pieces[s->side] & ~from;
        f.other = s->board.pieces[!s->side];
        if (go_on(&f, from, 0, king, 1))
            return games[i].other;
    }
    return CK_OTHER_NONE;
}

ck_other_game ck_find_other_game(const ck_state *s, const ck_spelling *spelling, ck_corner corner) {
    int square[CK_WRITTEN];
    for (int i = 0; i < spelling->count; i++) {
        if (spelling->square[i] > CK_SQUARES && spelling->square[i] < CK_LETTERED)
            return CK_OTHER_BOARD;
        square[i] = ck_written_square(spelling->square[i], corner);
        if (square[i] < 0)
            return CK_OTHER_NONE;
    }
    return spelling->count < 2 ? CK_OTHER_NONE : find_on_board(s, square, spelling->count);
}

const char *ck_other_game_text(ck_other_game other) {
    switch (other) {
    case CK_OTHER_BOARD:
        return _("a board of more than 32 squares: probably international draughts");
    case CK_OTHER_FLYING:
        return _("a king that flies: probably Russian, Brazilian, Czech, Spanish or pool checkers");
    case CK_OTHER_BACKWARDS:
        return _("a man that captures backwards: probably Russian, Brazilian or pool checkers");
    case CK_OTHER_CROWNED:
        return _("a man that goes on as a king: probably Russian draughts");
    case CK_OTHER_NONE:
        break;
    }
    return NULL;
}
