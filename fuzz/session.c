/* A session: lines of two clients, the first one at the table, the second one (whose lines begin with '>')
 * at a place that it chooses. At a line '!' a worker runs the first task that was handed out, which the
 * session may have dropped. If the first line is '~', no task is handed out: the session thinks in a
 * thread, and '!' waits for it. On any input each line is closed exactly once and each event is JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hra/session.h"
#include "hra/store.h"
#include "target.h"

enum { MOST_LINES = 60, MOST_WORK = 16, CLIENTS = 2, WAITS = 2 /* a hundredth of a second each */ };

typedef struct dialogue {
    hra_session *session;
    hra_worker *worker;
    uint64_t n[CLIENTS];
    int lines, closed[MOST_LINES + 1];
    bool here[CLIENTS];
    char *work
        [MOST_WORK]; /* the newest ones: whole lines without the result, `task-result ID TEXT`; `done` in version 1 */
    int works;
    bool thinks; /* itself, in a thread */
} dialogue;

static void forget_work(dialogue *r, int i) {
    free(r->work[i]);
    r->works--;
    memmove(r->work + i, r->work + i + 1, (size_t)(r->works - i) * sizeof *r->work);
}

static int number_at(const char *text) {
    int number = 0;
    while (*text >= '0' && *text <= '9' && number < 1000000)
        number = 10 * number + (*text++ - '0');
    return number;
}

static void take_work(dialogue *r, const hra_session_event *event) {
    const char *id = strstr(event->json, "\"id\":");
    hra_text text;
    if (!event->text)
        return; /* the session has dropped it */
    fuzz_expect(id != NULL, "work has a number", event->json);
    if (r->works == MOST_WORK)
        forget_work(r, 0);
    hra_text_init(&text);
    const bool second = strncmp(event->json, "{\"event\":\"task\"", 15) == 0;
    hra_text_addf(&text, "%s %d ", second ? "task-result" : "done", number_at(id + 5));
    hra_text_add(&text, event->text);
    r->work[r->works++] = text.data;
}

static void look_at(void *self, const hra_session_event *event) {
    dialogue *r = self;
    int client = event->client;
    fuzz_expect(client >= 0 && client < CLIENTS, "events go to clients that are there", event->json);
    fuzz_expect(hra_json_valid(event->json, strlen(event->json)), "an event is JSON", event->json);
    fuzz_expect(strpbrk(event->json, "\n\r\t\x1b") == NULL, "an event is one line", event->json);
    if (event->again) {
        fuzz_expect(event->seq <= r->n[client], "an event that is sent again was sent before", event->json);
        return;
    }
    fuzz_expect(event->seq == ++r->n[client], "events are numbered", event->json);
    if (event->kind == HRA_SESSION_TASK)
        take_work(r, event);
    if (event->kind == HRA_SESSION_BYE)
        r->here[client] = false;
    if (event->kind == HRA_SESSION_ERROR)
        fuzz_expect_words(event->why->code, event->why, event->about ? strlen(event->about) : 0);
    bool closes = event->kind == HRA_SESSION_OK || event->kind == HRA_SESSION_ERROR;
    if (closes && event->reply_to && event->reply_to[0] == 'f' && event->reply_to[1] == '-') {
        int line = number_at(event->reply_to + 2);
        fuzz_expect(line >= 1 && line <= r->lines && ++r->closed[line] == 1, "a line is closed once",
                    event->json);
    }
}

/* Games and players that may take long are stopped at once, which each of them must survive. */
static bool is_small(const char *work) {
    static const char *const small[] = {"\ngame tictactoe", "\ngame nim\n", "\ngame matches", NULL};
    for (int i = 0; small[i]; i++)
        if (strstr(work, small[i]))
            return true;
    return false;
}

static void do_work(dialogue *r) {
    hra_stop stop = {0};
    hra_text line;
    if (!r->works || !r->here[0])
        return;
    const char *work = strchr(r->work[0], 'h'); /* hra-work, behind "done 17 " */
    fuzz_expect(work != NULL, "work begins with its name", r->work[0]);
    if (!is_small(work))
        hra_stop_set(&stop);
    hra_text_init(&line);
    hra_text_add_bytes(&line, r->work[0], (size_t)(work - r->work[0]));
    fuzz_expect(hra_worker_run(r->worker, work, &stop, &line) == 0, "a worker says what was wrong", NULL);
    fuzz_expect(strchr(line.data, '\n') == NULL, "a result is one line", line.data);
    forget_work(r, 0);
    hra_session_line(r->session, 0, line.data, line.length);
    hra_text_release(&line);
}

/* Who thinks longer than that is stopped, so that an input ends. */
static void wait_for_thinking(dialogue *r) {
    int i = 0;
    while (i++ < WAITS && hra_session_step(r->session))
        (void)hra_session_wait(r->session, 0.01);
    if (i > WAITS && r->here[0])
        hra_session_line(r->session, 0, "stop", 4);
}

static void send(dialogue *r, int client, const char *text, size_t length) {
    hra_text line;
    hra_text_init(&line);
    if (length && text[0] != '@' && r->here[client])
        hra_text_addf(&line, "@f-%d ", ++r->lines);
    hra_text_add_bytes(&line, text, length);
    bool begins = length > 4 && memcmp(text, "new ", 4) == 0;
    if (begins && !strstr(hra_text_string(&line), "seed=")) /* so that each run is the same */
        hra_text_add(&line, " seed=1");
    hra_session_line(r->session, client, hra_text_string(&line), line.length);
    hra_text_release(&line);
}

static void play(dialogue *r, const char *text, size_t size) {
    for (int i = 0; i < MOST_LINES && size > 0; i++) {
        const char *end = memchr(text, '\n', size);
        size_t length = end ? (size_t)(end - text) : size, used = length + (end != NULL);
        if (length == 1 && *text == '!' && r->thinks)
            wait_for_thinking(r);
        else if (length == 1 && *text == '!')
            do_work(r);
        else if (length && *text == '>')
            send(r, 1, text + 1, length - 1);
        else
            send(r, 0, text, length);
        text += used;
        size -= used;
    }
    if (r->thinks)
        wait_for_thinking(r);
    for (int i = 0; i < MOST_WORK; i++)
        do_work(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char map[] = "hra-map 1\n";
    hra_store *store;
    dialogue r = {.thinks = size > 1 && memcmp(data, "~\n", 2) == 0};
    fuzz_file file = {(const uint8_t *)map, sizeof map - 1};
    hra_host host = fuzz_host(&file);
    host.caps.threads = 1;
    host.caps.memory = 1 << 22;
    const hra_store_memory memory = {.size = sizeof memory, .most = 1 << 16};
    if (hra_store_open_memory(&store, &memory, NULL) != 0)
        exit(1);
    hra_session_setup setup = {.size = sizeof setup,
                               .host = &host,
                               .store = store,
                               .event = look_at,
                               .self = &r,
                               .hand_out = !r.thinks,
                               .threads = 1,
                               .caps = {.depth = 3, .nodes = 200, .playouts = 10}};
    if (hra_session_open(&r.session, &setup, NULL) != 0 || hra_worker_open(&r.worker, &host, NULL, NULL) != 0)
        exit(1);
    for (int i = 0; i < CLIENTS; i++)
        r.here[i] = hra_session_attach(r.session, i ? HRA_VIEW_WATCH : HRA_VIEW_TABLE) == i;
    play(&r, (const char *)data + 2 * r.thinks, size - 2 * r.thinks);
    hra_session_close(r.session);
    for (int line = 1; line <= r.lines; line++)
        fuzz_expect(r.closed[line] == 1, "a line is closed", NULL);
    while (r.works)
        forget_work(&r, 0);
    hra_worker_close(r.worker);
    hra_store_close(store);
    return 0;
}
