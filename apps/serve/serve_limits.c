/* What one address, or one guest, may take of a server that others use too. */
#include "serve.h"

#include <arpa/inet.h>
#include <string.h>

/* ---- budgets --------------------------------------------------------------------------------*/

/* Takes an amount of a budget that holds `most` and fills up in time; false: too little is left. */
static bool spend(serve_budget *b, double amount, double most, double a_second, double now) {
    double left = b->since > 0 ? b->left + a_second * (now - b->since) : most;
    b->left = left < most ? left : most;
    b->since = now;
    if (b->left < amount)
        return false;
    b->left -= amount;
    return true;
}

/* What was used is known only afterwards: the budget may become less than nothing. */
static void charge(serve_budget *b, double amount, double most, double a_second, double now) {
    (void)spend(b, 0, most, a_second, now);
    b->left -= amount;
}

bool serve_spend_guest(serve_budget *b) {
    return spend(b, 1, SERVE_GUEST_REQUESTS, SERVE_GUEST_REQUESTS / 6.0, hra_clock());
}

/* ---- addresses ------------------------------------------------------------------------------*/

/* A home has a whole network of IPv6 addresses, of 64 bits: they count as one. */
static void write_network(const char *address, char out[REQUEST_ADDRESS]) {
    unsigned char six[16];
    hra_snprintf(out, REQUEST_ADDRESS, "%s", address);
    if (inet_pton(AF_INET6, address, six) != 1)
        return;
    memset(six + 8, 0, 8);
    (void)inet_ntop(AF_INET6, six, out, REQUEST_ADDRESS);
}

serve_address *serve_find_address(serve *s, const char *address) {
    char name[REQUEST_ADDRESS];
    serve_address *oldest = NULL;
    if (!s->url[0])
        return NULL;
    write_network(address, name);
    for (int i = 0; i < SERVE_ADDRESSES; i++) {
        serve_address *a = &s->addresses[i];
        if (strcmp(a->name, name) == 0) {
            a->seen = hra_clock();
            return a;
        }
        if (!oldest || a->seen < oldest->seen)
            oldest = a;
    }
    *oldest = (serve_address){.seen = hra_clock()};
    hra_snprintf(oldest->name, sizeof oldest->name, "%s", name);
    return oldest;
}

int serve_admit_address(serve_address *a, uint64_t bytes, bool stranger, const char **why) {
    double now = hra_clock();
    if (!a)
        return 0;
    *why = _("too many requests from this address; try again in a minute");
    if (!spend(&a->requests, 1, SERVE_REQUESTS, SERVE_REQUESTS / 10.0, now))
        return 429;
    if (stranger && !spend(&a->wrong, 1, SERVE_WRONG, SERVE_WRONG / 60.0, now))
        return 429;
    *why = _("too many bytes from this address; try again in a minute");
    return spend(&a->bytes, (double)bytes, SERVE_BYTES, SERVE_BYTES / 60.0, now) ? 0 : 429;
}

typedef struct address_count {
    const char *name;
    int tables, tasks;
} address_count;

static void count_table(serve_table *t, void *to) {
    address_count *count = to;
    if (strcmp(t->from, count->name) != 0)
        return;
    count->tables++;
    for (int i = 0; i < SERVE_RUNNING; i++)
        count->tasks += t->running[i].id != 0;
}

bool serve_may_open(serve *s, const serve_address *a) {
    address_count count = {.name = a ? a->name : ""};
    if (a)
        serve_each_table(s, count_table, &count);
    return count.tables < SERVE_ADDRESS_TABLES;
}

bool serve_may_stream(const serve *s, const serve_address *a) {
    int streams = 0;
    for (int i = 0; i < SERVE_BROWSERS && a; i++)
        streams += s->browsers[i].stream && strcmp(s->browsers[i].from, a->name) == 0;
    return streams < SERVE_ADDRESS_STREAMS;
}

/* ---- thought --------------------------------------------------------------------------------*/

static double most_thought(const serve *s) {
    return SERVE_THOUGHT * s->sessions.caps.seconds;
}

/* Whether the address of a table has used up its share of the threads. */
static bool is_spent(serve_table *t) {
    serve *s = t->serve;
    serve_address *a = t->from[0] ? serve_find_address(s, t->from) : NULL;
    address_count count = {.name = t->from};
    if (!a || most_thought(s) <= 0)
        return false;
    charge(&a->thought, 0, most_thought(s), SERVE_THOUGHT_BACK, hra_clock());
    serve_each_table(s, count_table, &count);
    return a->thought.left <= 0 || count.tasks >= SERVE_ADDRESS_TASKS;
}

bool serve_begin_task(serve_table *t, uint64_t id) {
    serve_running *free = NULL;
    for (int i = 0; i < SERVE_RUNNING && t->from[0]; i++)
        if (!t->running[i].id)
            free = &t->running[i];
    if (!free)
        return true; /* without limits, or more than are counted */
    if (!is_spent(t)) {
        *free = (serve_running){.id = id, .began = hra_clock()};
        return true;
    }
    if (t->refusals == SERVE_RUNNING)
        return true;
    t->refused_tasks[t->refusals++] = id;
    return false;
}

void serve_end_task(serve_table *t, uint64_t id) {
    double now = hra_clock(), most = t->serve->sessions.caps.seconds;
    for (int i = 0; i < SERVE_RUNNING; i++) {
        serve_running *running = &t->running[i];
        serve_address *a = running->id == id && t->from[0] ? serve_find_address(t->serve, t->from) : NULL;
        if (a) /* it may have waited for a thread longer than it thought */
            charge(&a->thought, now - running->began < most ? now - running->began : most,
                   most_thought(t->serve), SERVE_THOUGHT_BACK, now);
        if (running->id == id)
            *running = (serve_running){0};
    }
}
