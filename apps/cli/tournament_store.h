/* A file that keeps a tournament: what is played, and every block of groups that was. A database of SQLite,
 * written so that a kill at any moment loses only what was under way. */
#ifndef HRA_CLI_TOURNAMENT_STORE_H
#define HRA_CLI_TOURNAMENT_STORE_H

#include <hra/hra.h>

typedef struct tournament_store tournament_store;

/* Opens the file. Where there is none it is made, with `spec`, a text that says what is played, or where spec
 * is NULL refused; where there is one, spec must be the same, or NULL. `writes`: to add to it, which one
 * program does at a time. HRA_EMISSING, HRA_ESTATE: it keeps something else, or another program adds to it;
 * HRA_EDAMAGED, HRA_EVERSION, HRA_EIO, HRA_ENOMEM. */
hra_err tournament_store_open(tournament_store **out, const char *path, const char *spec, bool writes,
                              hra_error *why);
void tournament_store_close(tournament_store *s); /* NULL is allowed */
const char *tournament_store_spec(const tournament_store *s);
/* For hra_tournament_setup.keep: adds a block in a transaction of its own. HRA_EIO. */
hra_err tournament_store_keep(void *self, const hra_tournament_block *block, hra_error *why);
/* Gives a tournament back what was kept. HRA_EDAMAGED, HRA_EIO, HRA_ENOMEM. */
hra_err tournament_store_restore(tournament_store *s, hra_tournament *t, hra_error *why);
/* Hands out the records that were kept, in the order of pairings and groups. */
hra_err tournament_store_records(tournament_store *s, hra_record_sink sink, void *self, hra_error *why);

#endif
