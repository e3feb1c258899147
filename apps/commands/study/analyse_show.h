/* An analysis by one player, for people: the best moves first, with numbers for the seat that moves. */
#ifndef HRA_COMMANDS_ANALYSE_SHOW_H
#define HRA_COMMANDS_ANALYSE_SHOW_H

#include <hra/hra.h>

typedef struct analyse_view {
    const hra_game *game;
    const void *state;
    const hra_player_kind *kind;
    const hra_analysis *result;
    const hra_analysis *advice; /* of the same player, with columns; NULL: none */
    int most;                   /* moves that are shown; 0: all */
    bool percent;               /* set by analyse_view_begin: values are chances to win */
    int first, last;            /* seats whose values are shown, set there */
} analyse_view;

/* Decides how numbers are shown; the members before it are set. */
void analyse_view_begin(analyse_view *v);
/* Decimals of a value: two of what an evaluation counts, such as pawns, three of other numbers that are not whole. */
int analyse_decimals(const hra_analysis *result, double value);
/* Returns what the values are, for people: "win probability". */
const char *analyse_label(const analyse_view *v);
/* Appends the values of a position or move, such as "~52.7%" or "mate in 5", with `between` in front of each but the first; `distance`: in
 * plies to the end, -1: unknown. */
void analyse_add_values(const analyse_view *v, const double *value, hra_value_kind kind, int distance,
                        const char *between, hra_text *out);
/* Whether analyse_add_values says that the end is so far away, so that nothing else need. */
bool analyse_says_end(const analyse_view *v, const double *value, int distance);
/* Appends " +- 1.2%", the standard error of a mean, if it is known. */
void analyse_add_error(const analyse_view *v, const hra_analysis_move *m, hra_text *out);
/* Appends the moves of a line that fit into these columns, with a blank between. Lines leave out moves of chance, so the text
 * ends where one is due: it is not known to which states the later moves belong. */
void analyse_add_line(const analyse_view *v, const hra_move *line, int from, int length, int columns,
                      hra_text *out);
/* Appends the table of moves, or of outcomes of chance. */
void analyse_add_moves(const analyse_view *v, hra_text *out);
/* Appends a line with the moves that are as good as the best, as far as estimates can tell. */
void analyse_add_equals(const analyse_view *v, hra_text *out);
/* Appends "wins in 3 plies". */
void analyse_add_distance(const analyse_view *v, const double *value, hra_value_kind kind, int plies,
                          hra_text *out);
void analyse_add_range(const hra_range *range, hra_text *out);

#endif
