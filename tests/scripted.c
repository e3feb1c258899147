#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hra/hra.h"
#include "scripted.h"

/* A program: its lines in order. The last one says what it does at their end. */
typedef struct program {
    hra_channel channel;
    const char *const *at;
    hra_stop *stop; /* is set by the line "stop" */
    int *running;
} program;

static hra_err tell(hra_channel *self, const char *text, size_t length, double deadline, const hra_stop *stop,
                    hra_error *why) {
    program *p = (program *)self;
    assert_non_null(*p->at);
    assert_int_equal(text[length - 1], '\n');
    char line[300] = "> ";
    strncat(line, text, length - 1);
    assert_string_equal(line, *p->at);
    p->at++;
    return HRA_OK;
}

static hra_err hear(hra_channel *self, hra_text *line, double deadline, const hra_stop *stop,
                    hra_error *why) {
    program *p = (program *)self;
    const char *now = *p->at;
    assert_non_null(now);
    p->at += strcmp(now, "hang") != 0;
    if (strcmp(now, "stop") == 0)
        hra_stop_set(p->stop);
    if (hra_stop_is_set(stop))
        return hra_fail(why, HRA_ESTOPPED, -1, "stopped");
    if (strcmp(now, "hang") == 0)
        return hra_fail(why, HRA_EHUNG, -1, "hung");
    if (strcmp(now, "end") == 0)
        return hra_fail(why, HRA_EENDED, -1, "ended with status 7");
    assert_int_equal(now[0], '<');
    hra_text_clear(line);
    hra_text_add(line, now + 2);
    return line->err;
}

static void finish(hra_channel *self, double patience) {
    program *p = (program *)self;
    assert_true(!*p->at || strcmp(*p->at, "hang") == 0);
    --*p->running;
    free(p);
}

hra_err scripts_start(void *self, const char *command, const char *log, hra_channel **out, hra_error *why) {
    scripts *s = self;
    program *p = malloc(sizeof *p);
    assert_non_null(p);
    assert_string_equal(command, s->command);
    assert_non_null(s->script[s->started]);
    *p = (program){.channel = {.size = sizeof p->channel, .write = tell, .read = hear, .close = finish},
                   .at = s->script[s->started++],
                   .stop = &s->stop,
                   .running = &s->running};
    s->running++;
    *out = &p->channel;
    return HRA_OK;
}
