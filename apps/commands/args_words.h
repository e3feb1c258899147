/* Words of a command line that are in a wrong place, or that other programs take. */
#ifndef HRA_COMMANDS_ARGS_WORDS_H
#define HRA_COMMANDS_ARGS_WORDS_H

#include "args.h"

/* Bytes of a dash that only print has, which editors put for '-'; 0: the word does not begin with one. */
size_t args_dash_length(const char *word);
/* Says that the command has no such option, and what would be right. Returns false. */
bool args_say_unknown(const args_command *command, const char *word);
/* Whether the only word is 'help', where a game would be. */
bool args_asks_help(const args *a);
/* Whether a word is the name of a file of a tree, NAME.tree, which is a game. */
bool args_is_tree_file(const char *word);
/* Whether each word may be what the synopsis has in its place; if not, says what would be right. */
bool args_words_fit(const args *a);

#endif
