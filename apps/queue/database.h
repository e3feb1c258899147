/* A database that has a queue of work: SQLite in a file, PostgreSQL anywhere. One interface; a driver has
 * what differs between the two, queue.c all other SQL. */
#ifndef HRA_QUEUE_DATABASE_H
#define HRA_QUEUE_DATABASE_H

#include <hra/hra.h>

typedef enum database_type {
    DATABASE_NULL,
    DATABASE_NUMBER,
    DATABASE_REAL,
    DATABASE_TEXT,
    DATABASE_BYTES
} database_type;

/* A value of a statement, $1 and up, or of a row. It does not own text and bytes, of `length`; in a
 * row they are valid until the call returns, and are not trusted. */
typedef struct database_value {
    database_type type;
    int64_t number;
    double real;
    const char *data;
    size_t length;
} database_value;

static inline database_value database_number(int64_t n) {
    return (database_value){.type = DATABASE_NUMBER, .number = n};
}

static inline database_value database_real(double x) {
    return (database_value){.type = DATABASE_REAL, .real = x};
}

/* data NULL: no value. */
static inline database_value database_bytes(database_type type, const char *data, size_t length) {
    return (database_value){.type = data ? type : DATABASE_NULL, .data = data, .length = length};
}

enum { DATABASE_COLUMNS = 8 };

typedef struct database_row {
    int count;
    database_value value[DATABASE_COLUMNS];
} database_row;

typedef hra_err database_reader(void *self, const database_row *row, hra_error *why);

typedef struct database database;

typedef struct database_driver {
    bool (*knows)(const char *name);
    const char *(*version)(
        void); /* NULL: this hra was built without it; of the library: "3.40.1"; NULL: it is not installed */
    const char *now;    /* seconds since 1970, by the one clock that all workers share */
    const char *begin;  /* a transaction that will write */
    const char *alone;  /* after that: only this process makes tables; NULL: that holds anyway */
    const char *tables; /* a number: 1 there is a queue, in tables that do nothing by themselves, 0 there is
                           nothing, -1 there is something else */
    const char *hold;   /* after a SELECT: locks the rows until the end of the transaction */
    const char *skip;   /* the same, but rows that others hold are passed over */
    /* Looks at the name, which may hold a password that no error says; `make`: where there is no file it is
     * made. HRA_EINPUT, HRA_EMISSING, HRA_EIO, HRA_EDAMAGED, HRA_ENOMEM. */
    hra_err (*open)(database **out, const char *name, bool make, hra_error *why);
    /* Once, before all other calls. Lost (see below) where it is refused, timed out, starting up or locked;
     * what waiting does not mend is not. HRA_EIO, HRA_EDAMAGED, HRA_ENOMEM. */
    hra_err (*connect)(database *db, hra_error *why);
    /* Once, before anything is written. NULL: nothing is needed. Errors of `run`. */
    hra_err (*prepare)(database *db, hra_error *why);
    void (*close)(database *db);
    /* Runs one statement; `row` (NULL: none) is called for each row, and its error ends the call; *changed
     * (may be NULL): number of rows changed. HRA_EIO; HRA_EDAMAGED; HRA_ENOMEM; HRA_ESTOPPED: it took
     * longer than DATABASE_GRACE, and `progress` is stopped. */
    hra_err (*run)(database *db, const char *sql, const database_value *value, int count,
                   database_reader *row, void *self, int64_t *changed, hra_error *why);
    /* After a call that was lost: gets the connection back, in a second or so. HRA_EIO. */
    hra_err (*again)(database *db, hra_error *why);
} database_driver;

#define DATABASE_GRACE 1.0 /* seconds that a statement has when it is to stop: what is done is written */

/* What every driver's database begins with. */
struct database {
    const database_driver *driver;
    char *shown;                  /* the name as it is shown: without a password */
    const hra_progress *progress; /* only stops; NULL: nothing does */
    double patience;              /* seconds that a statement waits for who locks it */
    bool lost; /* the last call failed because the database could not be reached or wants it tried again; what
                  was under way may have been done or not */
};

extern const database_driver database_postgresql, database_sqlite;

/* Whether a name is one of PostgreSQL: a URL in any spelling, or words such as "host=db user=me". */
bool database_is_address(const char *name);

#endif
