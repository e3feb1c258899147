/* Dialogues told as scripts. */
#include "dialogue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void hear(void *self, const char *line, size_t length) {
    assert_int_equal(strcspn(line, "\n") + 1, length); /* one line, whole */
    hra_text_add_bytes(&((other *)self)->heard, line, length);
}

void other_meet(other *o, hra_protocol_setup setup) {
    hra_error why;
    *o = (other){0};
    setup.size = sizeof setup;
    setup.sink = hear;
    setup.self = o;
    if (hra_protocol_open(&o->dialogue, &setup, &why) != 0)
        fail_msg("%s", why.text);
}

void other_part(other *o) {
    hra_protocol_close(o->dialogue);
    hra_text_release(&o->heard);
}

void other_tell(other *o, const char *line) {
    assert_int_equal(hra_protocol_line(o->dialogue, line, strlen(line)), 0);
}

bool other_take(other *o, char line[512]) {
    const char *text = hra_text_string(&o->heard) + o->at;
    size_t length = strcspn(text, "\n");
    if (*text == '\0')
        return false;
    assert_true(length < 512);
    memcpy(line, text, length);
    line[length] = '\0';
    o->at += length + 1;
    return true;
}

bool other_await(other *o, char line[512]) {
    for (;;) {
        while (other_take(o, line))
            if (strncmp(line, "info ", 5) != 0 || strncmp(line, "info string", 11) == 0)
                return true;
        if (!hra_protocol_status(o->dialogue).working && !hra_protocol_status(o->dialogue).due)
            return false;
        (void)hra_protocol_wait(o->dialogue, 0.01);
        assert_int_equal(hra_protocol_step(o->dialogue), 0);
    }
}

void other_lead(other *o, const char *const *script) {
    char line[512];
    for (; *script; script++) {
        const char *text = *script + 2;
        if (**script == '>') {
            other_tell(o, text);
        } else if (**script == '.') {
            if (other_await(o, line))
                fail_msg("nothing was to come, but '%s' did", line);
        } else {
            if (!other_await(o, line))
                fail_msg("'%s' does not come", text);
            if (strncmp(line, text, strlen(text)) != 0)
                fail_msg("expected '%s', heard '%s'", text, line);
        }
    }
}

void other_lead_both(hra_protocol_setup setup, const char *const *script) {
    for (int background = 0; background < 2; background++) {
        other o;
        setup.background = background;
        other_meet(&o, setup);
        other_lead(&o, script);
        other_part(&o);
    }
}
