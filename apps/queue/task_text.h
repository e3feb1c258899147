/* Texts of units of work: a word and whole numbers; how long one should last; and the array of those that
 * were handed out. */
#ifndef HRA_QUEUE_TASK_TEXT_H
#define HRA_QUEUE_TASK_TEXT_H

#include "queue.h"

/* Reads "word 1 2 3"; false: it is something else, of more or fewer numbers. */
bool units_read(const char *text, const char *word, uint64_t *number, int count);
/* How many of what a unit is made of the next one should have, after one of `done` took so long: units then
 * last much longer than the transactions that they cost, whatever a game takes. */
uint64_t units_fit(const queue *q, uint64_t done, double seconds, uint64_t most);
/* The array with room for one more behind `count` of them, of `each` bytes; *room: for how many there is. It
 * may have moved, as by realloc; NULL: there is no memory, and it stays. */
void *units_room(void *units, size_t count, size_t *room, size_t each);

#endif
