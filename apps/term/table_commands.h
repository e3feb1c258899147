/* What people at a table in the terminal say besides moves: names, giving up, draws, the tutor. */
#ifndef HRA_TERM_TABLE_COMMANDS_H
#define HRA_TERM_TABLE_COMMANDS_H

#include "session_client.h"
#include "speech/input.h"

/* Appends who sits there: "Anna (X)", "X", "player 1". */
void words_add_who(const hra_play *play, int seat, hra_text *out);
/* Prints that the other one has offered `seat` a draw, if it is so. */
void words_print_offer(const hra_play *play, int seat);

/* Appends what chance is waited for, with the name of who throws: "Anna (player 1) throws". */
void words_add_throw(const hra_play *play, hra_text *out);

/* What a line says to the table. */
typedef enum verb {
    VERB_NONE, /* it is a move, or nothing */
    VERB_HELP,
    VERB_ADVICE,
    VERB_ALL_ADVICE,
    VERB_MOVES,
    VERB_BOARD,
    VERB_TURN,
    VERB_POSITION,
    VERB_UNDO,
    VERB_QUIT,
    VERB_RESIGN, /* with or without what */
    VERB_WORD,   /* a word that words_obey knows */
} verb;

typedef struct spoken {
    verb verb;
    int word;         /* the number of a VERB_WORD */
    bool local;       /* in the person's language, and not in English */
    const char *rest; /* of the line: what a VERB_RESIGN names */
} spoken;

spoken words_find(const char *line);
/* Does what a line says, which is or begins with this VERB_WORD, for a seat, and prints the result; asks back before a
 * draw is offered. `saved`: words that name the saved game to a command. */
input_kind words_obey(sitting *s, input *in, int seat, int word, const char *line, const char *saved);
/* These words, for a help text, a line each; only those that mean something now to the seat that is asked
 * (-1: it is not asked for a move). */
void words_add_help(hra_session *session, int seat, hra_text *out);

/* Asks people who sit down together at a terminal for their names. INPUT_LINE: done, else how it ended. */
input_kind words_introduce(sitting *s, input *in);

/* Of a move or advice: that the usual limit (NULL: it did not) ended it. Told once of each player. */
void words_hear_usual(const hra_limits *usual);

/* Appends that a game has no tutor; false: it has one. */
bool words_add_untutored(const hra_game *game, hra_text *out);
/* Appends what a move cost, by the tutor. */
void words_add_warning(const hra_game *game, const hra_session_event *event, hra_text *out);

#endif
