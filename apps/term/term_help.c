/* Help at the table: only what works here and now. */
#include <string.h>

#include "speech/print.h"
#include "table_commands.h"
#include "term_help.h"
#include "term_table.h"

enum { INDENT = 2, GAP = 3 };

bool help_can_turn(const hra_play *play) {
    const hra_game *game = hra_play_snapshot(play)->game;
    const void *state = hra_play_at(play, HRA_NOW).state;
    hra_text side[2];
    bool differs = false;
    if (game->seats != 2 || game->rules->conduct->observation)
        return false;
    for (int seat = 0; seat < 2; seat++) {
        hra_text_init(&side[seat]);
        table_add_board(game, NULL, state, seat, 0, &side[seat]);
    }
    differs = strcmp(hra_text_string(&side[0]), hra_text_string(&side[1])) != 0;
    for (int seat = 0; seat < 2; seat++)
        hra_text_release(&side[seat]);
    return differs;
}

/* Whether the last decision was a person's, and is not final; what was rolled by hand can be taken back too.
 */
static bool can_undo(const sitting *s, const hra_play *play) {
    const hra_game *game = hra_play_snapshot(play)->game;
    for (int ply = hra_play_plies(play) - 1; ply >= 0; ply--) {
        int mover = hra_play_at(play, ply).mover;
        if (mover >= 0 && game->rules->conduct->irrevocable &&
            game->rules->conduct->irrevocable(game, hra_play_at(play, ply).state,
                                              hra_play_at(play, ply).move))
            return false;
        if (mover >= 0 ? hra_player_info_of(hra_play_snapshot(play)->players[mover])->human
                       : s->waits == HRA_SESSION_ROLL)
            return true;
    }
    return false;
}

/* A word and what it does, one a line. */
static void add_items(const sitting *s, int seat, hra_text *out) {
    const hra_play *play = hra_session_play(s->session);
    if (s->waits == HRA_SESSION_ASK)
        hra_text_add(out, _("a advice (aa: full advice)\nm moves (#2 plays the second)\n"));
    if (s->waits == HRA_SESSION_REVIEW)
        hra_text_add(out, _("Enter accept the move\n"));
    if (s->waits == HRA_SESSION_REVIEW || can_undo(s, play))
        hra_text_add(out, _("u undo\n"));
    hra_text_add(out, _("b board\n"));
    if (help_can_turn(play))
        hra_text_add(out, _("f flip the board\n"));
    hra_text_add(out, _("p position (or id)\nq save and quit\n? this help\n"));
    if (print_terminal())
        hra_text_add(out, _("Tab completes a move or lists matching moves\n"));
    words_add_help(s->session, s->waits == HRA_SESSION_ASK ? seat : -1, out);
}

/* As many items a line as fit. */
static void add_laid_out(const char *items, hra_text *out) {
    int width = print_style(-1).width - 1, column = 0;
    for (; *items; items += strcspn(items, "\n") + 1) {
        hra_text item;
        hra_text_init(&item);
        hra_text_addf(&item, "%.*s", (int)strcspn(items, "\n"), items);
        int columns = hra_text_columns(print_string(&item));
        bool fits = column > 0 && column + GAP + columns <= width;
        hra_text_addf(out, "%s%*s%s", column && !fits ? "\n" : "", fits ? GAP : INDENT, "",
                      hra_text_string(&item));
        column = fits ? column + GAP + columns : INDENT + columns;
        hra_text_release(&item);
    }
    hra_text_add(out, "\n");
}

void help_show(const sitting *s, int seat) {
    const hra_game *game = hra_play_snapshot(hra_session_play(s->session))->game;
    const char *how = game->rules->text->move_help;
    hra_text items, text;
    hra_text_init(&items);
    hra_text_init(&text);
    print_wrapped(INDENT, how ? _(how) : _("Type a listed move."), &text);
    add_items(s, seat, &items);
    add_laid_out(print_string(&items), &text);
    hra_text_addf(&text, _("  The rules: hra rules %s\n"), game->rules->name);
    (void)print_text(&text);
    hra_text_release(&items);
}
