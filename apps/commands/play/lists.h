/* Entries of lists of games, methods and players. */
#ifndef HRA_COMMANDS_LISTS_H
#define HRA_COMMANDS_LISTS_H

#include <hra/hra.h>

/* "mcts  Monte Carlo tree search: what it is"; the title is left out if it is NULL or the name. */
void lists_print_title(const char *name, const char *title, const char *summary);
/* The options of a table, each with its values, default and help. */
void lists_print_options(const hra_option *table);

#endif
