/* Completion of command lines, for the shells in docs/completion. */
#ifndef HRA_COMMANDS_COMPLETE_H
#define HRA_COMMANDS_COMPLETE_H

/* Says what the last of the words behind "hra" may go on as, a line each; it may be empty. Returns an exit
 * status. */
int complete(int count, char *const *words);

#endif
