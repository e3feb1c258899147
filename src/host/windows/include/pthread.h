/* winpthreads waits by the time of day only: clock.c turns a deadline of the steady clock into one. */
#ifndef HRA_WINDOWS_PTHREAD_H
#define HRA_WINDOWS_PTHREAD_H

#include_next <pthread.h>

#define pthread_condattr_setclock(attributes, clock) ((void)(attributes), (void)(clock), 0)
int posix_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *until);
#define pthread_cond_timedwait posix_cond_timedwait

#endif
