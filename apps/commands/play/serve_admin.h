/* What an operator asks of a server that runs: its tables, and to end one. */
#ifndef HRA_COMMANDS_SERVE_ADMIN_H
#define HRA_COMMANDS_SERVE_ADMIN_H

#include "commands/commands.h"

typedef struct serve_admin {
    const char *address; /* where the server listens */
    int port;
    const char *token;
} serve_admin;

/* Prints the tables, one a line; an exit status. */
int serve_admin_list(const serve_admin *a);
/* Ends a table by its ID; an exit status. */
int serve_admin_end(const serve_admin *a, const char *id);

#endif
