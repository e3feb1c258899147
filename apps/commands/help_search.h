/* hra help --search TERM: where a word of the field is explained. */
#ifndef HRA_COMMANDS_HELP_SEARCH_H
#define HRA_COMMANDS_HELP_SEARCH_H

/* Prints all pages, commands, options, players, methods and evaluations that name every one of the words, and chapters of rules with
 * a paragraph that does. Exit status: EXIT_FAILED if there are none. */
int help_search(int count, char *const *words);

#endif
