/* A file to which the records of a stored run are written. A run adds one block, all of it or nothing: the
 * file is written under another name beside it and renamed. Each process that finds the run finished may
 * add the block, any number of times: the file has it once. */
#ifndef HRA_COMMANDS_RECORD_FILE_H
#define HRA_COMMANDS_RECORD_FILE_H

#include "queue/queue.h"
#include "record_store.h"

typedef enum record_use {
    RECORD_RUN,   /* of a run that plays: after the file's content when the run began */
    RECORD_NEW,   /* there is no such file yet */
    RECORD_APPEND /* after its present content */
} record_use;

typedef struct record_file {
    file_store store; /* its path and format */
    record_use use;
    const hra_game *game;
    bool regular;     /* else a pipe or a device, which takes what comes */
    queue_file noted; /* how it was when the run began */
} record_file;

/* Hands out all records of a run in order, whole ones in each call. */
typedef hra_err record_giver(void *self, hra_record_sink sink, void *to, hra_error *why);

/* Before the run: whether the file can be written to. RECORD_RUN: the store keeps how it begins, unless it
 * does already. HRA_EINPUT: it is there already, or takes no plays of this game; HRA_EDAMAGED: it holds
 * something else; HRA_ESTATE: it is open elsewhere; HRA_EIO; HRA_ENOMEM; what the queue says. */
hra_err record_file_open(record_file *f, const char *path, record_use use, const hra_game *game, queue *q,
                         hra_error *why);
/* Adds the block. If the file's beginning has changed, the block goes to FILE.2 (the next free number), and
 * a note is printed. Records are parsed before they are written: HRA_EDAMAGED. HRA_EIO; HRA_ENOMEM; what
 * `give` returns. */
hra_err record_file_add(record_file *f, record_giver *give, void *self, hra_error *why);

#endif
