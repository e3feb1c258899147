/* libpq, loaded when the first store in PostgreSQL is opened: it brings two dozen libraries along, for security and
 * directories, which took most of the start of every command. */
#ifndef HRA_QUEUE_LIBPQ_H
#define HRA_QUEUE_LIBPQ_H

#include <hra/hra.h>
#include <libpq-fe.h>

#define LIBPQ_FUNCTIONS(DO)                                                                                  \
    DO(PQcancel)                                                                                             \
    DO(PQclear)                                                                                              \
    DO(PQcmdTuples)                                                                                          \
    DO(PQconnectStartParams)                                                                                 \
    DO(PQconninfo)                                                                                           \
    DO(PQconninfoFree)                                                                                       \
    DO(PQconninfoParse)                                                                                      \
    DO(PQconsumeInput)                                                                                       \
    DO(PQerrorMessage)                                                                                       \
    DO(PQfinish)                                                                                             \
    DO(PQfreeCancel)                                                                                         \
    DO(PQftype)                                                                                              \
    DO(PQgetCancel)                                                                                          \
    DO(PQgetResult)                                                                                          \
    DO(PQgetisnull)                                                                                          \
    DO(PQgetlength)                                                                                          \
    DO(PQgetvalue)                                                                                           \
    DO(PQisBusy)                                                                                             \
    DO(PQlibVersion)                                                                                         \
    DO(PQnfields)                                                                                            \
    DO(PQntuples)                                                                                            \
    DO(PQpingParams)                                                                                         \
    DO(PQresetPoll)                                                                                          \
    DO(PQresetStart)                                                                                         \
    DO(PQresultErrorField)                                                                                   \
    DO(PQresultErrorMessage)                                                                                 \
    DO(PQresultStatus)                                                                                       \
    DO(PQsendQueryParams)                                                                                    \
    DO(PQsetNoticeProcessor)                                                                                 \
    DO(PQsocket)                                                                                             \
    DO(PQstatus)                                                                                             \
    DO(PQtransactionStatus)

/* Its functions, with their own names and types. */
typedef struct libpq {
#define LIBPQ_FIELD(name) __typeof__(name) *name;
    LIBPQ_FUNCTIONS(LIBPQ_FIELD)
#undef LIBPQ_FIELD
} libpq;

extern const libpq *const pq; /* once libpq_load has returned 0 */

/* Loads it, once in a process, for any thread. HRA_EIO: it is not installed, or is damaged. */
hra_err libpq_load(hra_error *why);

#endif
