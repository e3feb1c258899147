/* Faults made to order. A program that is linked with fault_plan.c and the --wrap options of
 * tests/meson.build comes through here whenever it asks for memory or a thread, and whenever it reads or
 * changes a file. Its clock stands still, so that two runs of it say the same. */
#ifndef FAULT_PLAN_H
#define FAULT_PLAN_H

#include <stdbool.h>

typedef enum fault_kind {
    FAULT_NONE,
    FAULT_MEMORY, /* an allocation finds no memory */
    FAULT_READ,   /* a call that opens, reads or asks about a file, or lists a folder, fails */
    FAULT_FILE,   /* a call that makes, writes, syncs, cuts, renames or removes a file fails */
    FAULT_KILL,   /* the program ends before such a call, as by kill -9 */
    FAULT_THREAD, /* no thread can be started */
    FAULT_KINDS
} fault_kind;

typedef struct fault {
    fault_kind kind;
    long at;     /* the call that fails, from 1 */
    bool lasts;  /* and all behind it; of those that change files, the ones that need room on the disk */
    bool part;   /* a write does half of its work before */
    int number;  /* errno of a call for a file */
    bool traced; /* where the first of them was made is written to standard output */
} fault;

/* What a run came to: calls by the kind of fault that strikes them, and how many failed. */
typedef struct fault_counts {
    long calls[FAULT_KINDS], failed, unsynced; /* unsynced: of these, what was to be safe from a power cut */
} fault_counts;

enum { FAULT_KILLED = 137 }; /* the exit status of FAULT_KILL */

/* From now on calls are counted, and fail as planned. The counts may lie in memory that is shared with
 * another process. */
void fault_begin(const fault *plan, fault_counts *counts);

#endif
