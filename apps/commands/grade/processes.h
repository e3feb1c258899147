/* What all processes below this one use. */
#ifndef HRA_COMMANDS_GRADE_PROCESSES_H
#define HRA_COMMANDS_GRADE_PROCESSES_H

typedef struct processes_use {
    double seconds; /* of a processor, of those that have ended too */
    double bytes;   /* of memory that is in use */
} processes_use;

/* Looks. Without /proc the clock stands for the processor, and memory is 0. */
void processes_look(processes_use *use);

/* From now on processes whose parents end belong to this one, where the system can do that. */
void processes_inherit(void);
/* Ends all processes below this one, and waits for them. Only while nothing else waits for a process. */
void processes_end(void);

#endif
