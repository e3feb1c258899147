/* What all processes below this one use. */
#ifndef HRA_COMMANDS_GRADE_PROCESSES_H
#define HRA_COMMANDS_GRADE_PROCESSES_H

typedef struct processes_use {
    double seconds; /* of a processor, of those that have ended too */
    double bytes;   /* of memory that is in use */
} processes_use;

/* The children of this process, at most `most` of them; returns how many. */
int processes_children(long *out, int most);

/* Looks what each of these children uses, with all processes below it; 0: all that are below this one. Without /proc the
 * clock stands for the processor, and memory is 0. */
void processes_look(const long *tops, processes_use *uses, int count);

/* Kills this child and all processes below it, and waits for none. */
void processes_kill(long top);

/* From now on processes whose parents end belong to this one, where the system can do that. */
void processes_inherit(void);
/* Ends all processes below this one, and waits for them. Only while nothing else waits for a process. */
void processes_end(void);

#endif
