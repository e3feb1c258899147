/* The screen of a table that is drawn in place: its parts are made of the play, advice and talk. */
#ifndef HRA_TERM_TABLE_SCREEN_H
#define HRA_TERM_TABLE_SCREEN_H

#include "session_client.h"
#include "speech/input.h"

typedef struct table_screen {
    bool open;
    sitting *sitting;
    const hra_play *play;
    const hra_game *game;
    int seat;            /* whose view it is; -1: of no seat */
    bool turned;         /* the board stands the other way round */
    bool thinks;         /* advice or a judgement is waited for */
    const void *passing; /* a state on the way of a move, shown in place of the present one */
    hra_text talk, past; /* what was said since the last line was typed, and before that */
    size_t drawn;        /* bytes of the talk that have been on the screen */
    int from;            /* the first line of the talk that is shown */
    int asked; /* the ply at which a line was typed; the talk answers it until a move is made. -1: none was */
    hra_text advice;      /* a head, a line for each move, words about them */
    int advised, choices; /* the ply that it is for, -1: none; how many moves it has */
    bool advises;         /* there is advice at every decision of a person */
    bool in_full;         /* all of it was asked for */
    int *secrets;         /* plies of which no move is shown, */
    int secret_count;     /* and how many */
    int first;            /* the first ply that may be shown */
} table_screen;

/* Whether tables are drawn in place here: a person plays, and the terminal can. */
bool table_screen_fits(const hra_play *play);
/* Takes the terminal over, with what is already there scrolled away above. `said` is the first talk; `advises`: advice
 * comes at every decision of a person. From then on all that is
 * printed is talk, and lines are typed in its last row. */
void table_screen_open(table_screen *s, sitting *at, input *in, bool advises, const char *said);
/* Gives the terminal back: `clear` empties it, else the cursor is put in its last row. What was said and is not
 * yet shown is printed. */
void table_screen_close(table_screen *s, input *in, bool clear);
/* Draws it, without a prompt: somebody thinks. */
void table_screen_draw(table_screen *s);
/* Draws it with a note that advice, or a judgement of a move, is worked out. */
void table_screen_show_thinking(table_screen *s);
/* Draws a position on the way of a move. */
void table_screen_show_passing(void *self, const void *state);
/* Takes advice for the present ply; `pending`: words that it is not final. */
void table_screen_hear_advice(table_screen *s, const hra_analysis *advice, bool pending);
/* The move of a ply stays a secret. */
void table_screen_hide(table_screen *s, int ply);
/* Whether the talk leaves no room for the board, or has more lines than are shown. */
bool table_screen_covered(const table_screen *s);
/* The next lines of the talk that was shown; if there are none, it is gone. */
void table_screen_turn_page(table_screen *s);

#endif
