/* Tasks as lines of text, and what is saved of a work as bytes:
 *
 *     spec 71 9f3c1a2b3c4d5e6f      bytes of the spec and their sum (XXH64); the bytes and a newline follow
 *     task games 0 64               was assigned
 *     result 512 0123456789abcdef games 0 64      and came to these bytes, which follow with a newline */
#include "work/text.h"

#include <string.h>
#include <xxhash.h>

#include "core/messages.h"
#include "work/work.h"

enum { SUM = 16 /* digits */, DIGITS = 18 /* of a number in a task */ };

/* ---- tasks ----------------------------------------------------------------------------------*/

/* A blank and a whole number. */
static bool read_number(const char **at, uint64_t *out) {
    int digits = 0;
    if (*(*at)++ != ' ')
        return false;
    for (*out = 0; **at >= '0' && **at <= '9' && digits < DIGITS; digits++)
        *out = 10 * *out + (uint64_t)(*(*at)++ - '0');
    return digits > 0;
}

static bool read_form(const hra_work *w, const hra_task_form *form, const char *text, hra_task *out) {
    size_t length = strlen(form->word);
    if (strncmp(text, form->word, length) != 0)
        return false;
    text += length;
    if (form->numbers == HRA_TASK_NAMED)
        return *text == ' ' && w->kind->find(w->self, text + 1, &out->number[0]);
    for (int i = 0; i < form->numbers; i++)
        if (!read_number(&text, &out->number[i]))
            return false;
    return *text == '\0';
}

bool hra_task_read(const hra_work *w, const char *text, hra_task *out) {
    for (int i = 0; w->kind->forms[i].word; i++) {
        *out = (hra_task){.form = i};
        if (read_form(w, &w->kind->forms[i], text, out))
            return true;
    }
    return false;
}

void hra_task_write(const hra_work *w, const hra_task *task, char out[HRA_WORK_TASK]) {
    const hra_task_form *form = &w->kind->forms[task->form];
    int at = hra_snprintf(out, HRA_WORK_TASK, "%s", form->word);
    if (form->numbers == HRA_TASK_NAMED) {
        hra_snprintf(out + at, (size_t)(HRA_WORK_TASK - at), " %s",
                     w->kind->name_of(w->self, task->number[0]));
        return;
    }
    for (int i = 0; i < form->numbers; i++)
        at += hra_snprintf(out + at, (size_t)(HRA_WORK_TASK - at), " %llu",
                           (unsigned long long)task->number[i]);
}

/* ---- what is saved --------------------------------------------------------------------------*/

static unsigned long long sum_of(const char *bytes, size_t length) {
    return XXH64(length ? bytes : "", length, 0);
}

static void add_bytes(const char *head, const char *task, const char *bytes, size_t length, hra_text *out) {
    hra_text_addf(out, "%s %zu %016llx%s%s\n", head, length, sum_of(bytes, length), task ? " " : "",
                  task ? task : "");
    hra_text_add_bytes(out, bytes, length);
    hra_text_add_char(out, '\n');
}

void hra_log_spec(const char *spec, hra_text *out) {
    add_bytes("spec", NULL, spec, strlen(spec), out);
}

void hra_log_task(const char *task, hra_text *out) {
    hra_text_addf(out, "task %s\n", task);
}

void hra_log_result(const char *task, const char *bytes, size_t length, hra_text *out) {
    add_bytes("result", task, bytes, length, out);
}

/* The sum of bytes, in digits of one form; false: it is something else. */
static bool read_sum(const char **at, unsigned long long *out) {
    *out = 0;
    for (int i = 0; i < SUM; i++, (*at)++) {
        const char *digit = **at ? strchr("0123456789abcdef", **at) : NULL;
        if (!digit)
            return false;
        *out = *out << 4 | (unsigned long long)(digit - "0123456789abcdef");
    }
    return true;
}

/* " LENGTH SUM" and what is left of the line, of a text that ends with a zero. */
static bool read_head(const char *at, hra_log_entry *out, unsigned long long *sum) {
    uint64_t length;
    if (!read_number(&at, &length) || length > SIZE_MAX / 2 || *at++ != ' ' || !read_sum(&at, sum))
        return false;
    if (out->what == HRA_LOG_RESULT && *at++ != ' ')
        return false;
    out->length = (size_t)length;
    hra_snprintf(out->task, sizeof out->task, "%s", at);
    return true;
}

/* Reads the line that an entry begins with. */
static bool read_line(const char *line, hra_log_entry *out, unsigned long long *sum) {
    static const char *const word[] = {"spec", "task", "result"};
    *out = (hra_log_entry){.what = HRA_LOG_SPEC};
    for (int i = 0; i < 3; i++) {
        size_t n = strlen(word[i]);
        if (strncmp(line, word[i], n) != 0 || line[n] != ' ')
            continue;
        out->what = (hra_log_kind)i;
        if (out->what != HRA_LOG_TASK)
            return read_head(line + n, out, sum);
        hra_snprintf(out->task, sizeof out->task, "%s", line + n + 1);
        return true;
    }
    return false;
}

hra_err hra_log_read(const char *bytes, size_t length, hra_log_entry *out, size_t *used, hra_error *why) {
    enum { LINE = HRA_WORK_TASK + 64 };
    char line[LINE];
    unsigned long long sum = 0;
    const char *newline = length ? memchr(bytes, '\n', length < LINE ? length : LINE - 1) : NULL;
    *used = 0;
    if (!newline)
        return length < LINE ? HRA_OK : hra_fail(why, HRA_EDAMAGED, -1, "%s", _("not a saved state of work"));
    size_t head = (size_t)(newline - bytes);
    memcpy(line, bytes, head);
    line[head] = '\0';
    if (memchr(line, '\0', head) || !read_line(line, out, &sum))
        return hra_fail(why, HRA_EDAMAGED, -1, "%s", _("not a saved state of work"));
    out->bytes = newline + 1;
    *used = head + 1;
    if (out->what == HRA_LOG_TASK)
        return HRA_OK;
    if (out->length >= length - *used) { /* a newline follows */
        *used = 0;
        return HRA_OK;
    }
    if (out->bytes[out->length] != '\n' || sum_of(out->bytes, out->length) != sum)
        return hra_fail(why, HRA_EDAMAGED, -1, "%s", _("the saved state of the work is damaged"));
    *used += out->length + 1;
    return HRA_OK;
}
