/* Drawing the board of chess in a terminal. */
#include "chess.h"
#include "core/messages.h"

/* White's pieces are capital letters, as in a FEN. */
static void add_square(const ch_state *s, int square, const hra_board_style *look, hra_text *out) {
    const int kind = ch_kind_at(s, square);
    const bool black = s->side[CH_BLACK] >> square & 1, light = (square / 8 + square) % 2 != 0;
    const char *free = light ? (look->unicode ? "·" : ".") : " ";
    if (kind == CH_KINDS)
        hra_text_addf(out, " %s ", free);
    else
        hra_text_addf(out, " %s%c%s ",
                      !look->color ? ""
                      : black      ? "\033[1;31m"
                                   : "\033[1;37m",
                      ch_letters[kind] | (black ? 0x20 : 0), look->color ? "\033[0m" : "");
}

static void add_files(const ch_game *g, bool turned, hra_text *out) {
    hra_text_add(out, "    ");
    for (int i = 0; i < g->size; i++)
        hra_text_addf(out, " %c%s", 'a' + (turned ? g->size - 1 - i : i), i < g->size - 1 ? " " : "\n");
}

enum { TOLD = 20 /* plies: fewer without progress are not shown */ };

static void add_state(const ch_game *g, const ch_state *s, const hra_board_style *look, hra_text *out) {
    const bool over = look->over || s->over != CH_GOES_ON, black = s->turn == CH_BLACK;
    const bool check = ch_checkers(g, s, s->turn) != 0;
    if (over)
        hra_text_add(out, _("  game over"));
    else
        hra_text_add(out, black ? _("  Black to move") : _("  White to move"));
    if (!over && check)
        hra_text_add(out, _(", in check"));
    if (s->quiet >= TOLD)
        hra_text_addf(out,
                      _n("; %d ply without a capture or a pawn move",
                         "; %d plies without a capture or a pawn move", s->quiet),
                      s->quiet);
    hra_text_add(out, "\n");
}

void ch_say_end(const hra_game *game, int plies, bool wins, bool brief, hra_text *out) {
    const int moves = (plies + 1) / 2;
    if (brief)
        hra_text_addf(out, wins ? "#%d" : "#-%d", moves);
    else
        hra_text_addf(out, wins ? _("mate in %d") : _("mated in %d"), moves);
}

void ch_show(const hra_game *game, const void *state, const hra_board_style *look, hra_text *out) {
    const ch_game *g = ch_game_of(game);
    const ch_state *s = state;
    const bool turned = look->seat == CH_BLACK;
    const char *edge = look->unicode ? "───" : "---", *side = look->unicode ? "│" : "|";
    for (int line = -1; line <= g->size; line++) {
        const int rank = turned ? line : g->size - 1 - line;
        const bool edges = line < 0 || line == g->size;
        if (edges)
            hra_text_add(out, !look->unicode ? "   +" : line < 0 ? "   ┌" : "   └");
        else
            hra_text_addf(out, " %d %s", rank + 1, side);
        for (int i = 0; i < g->size; i++)
            if (edges)
                hra_text_add(out, edge);
            else
                add_square(s, 8 * rank + (turned ? g->size - 1 - i : i), look, out);
        hra_text_addf(out, "%s\n", !edges ? side : !look->unicode ? "+" : line < 0 ? "┐" : "┘");
    }
    add_files(g, turned, out);
    add_state(g, s, look, out);
}
