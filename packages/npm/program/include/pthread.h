/* Threads where there are none: beginning one fails, and a lock is always free. */
#ifndef HRA_NPM_PTHREAD_H
#define HRA_NPM_PTHREAD_H

#include <errno.h>
#include <time.h>

#define pthread_t int
#define pthread_mutex_t int
#define pthread_cond_t int
#define pthread_condattr_t int
#define pthread_mutex_init(...) 0
#define pthread_mutex_lock(...) 0
#define pthread_mutex_unlock(...) 0
#define pthread_mutex_destroy(...) 0
#define pthread_cond_init(...) 0
#define pthread_cond_wait(...) 0
#define pthread_cond_timedwait(...) 0
#define pthread_cond_signal(...) 0
#define pthread_cond_broadcast(...) 0
#define pthread_cond_destroy(...) 0
#define pthread_condattr_init(...) 0
#define pthread_condattr_destroy(...) 0
#define pthread_condattr_setclock(...) 0
#define pthread_create(...) EAGAIN
#define pthread_join(...) 0
#define pthread_sigmask(...) 0
#define PTHREAD_MUTEX_INITIALIZER 0

#endif
