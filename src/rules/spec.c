/* Reading specs: name[:key=value,...] into values of a table of options. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/messages.h"
#include "core/utf8.h"
#include "hra/spec.h"
#include "rules/options.h"
#include "rules/rename.h"

static bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/* The index of the first separator outside quotes and parentheses from `from` on, or length.
 * Negative: -1 - the index of a parenthesis or quote that has no partner. */
static int value_end(const char *text, int length, int from) {
    int depth = 0, open = from;
    for (int i = from; i < length; i++) {
        if (text[i] == '"') {
            int quote = i;
            for (i++; i < length && text[i] != '"'; i++)
                continue;
            if (i == length)
                return -1 - quote;
        } else if (text[i] == '(') {
            if (depth++ == 0)
                open = i;
        } else if (text[i] == ')') {
            if (depth-- == 0)
                return -1 - i;
        } else if (text[i] == ',' && depth == 0) {
            return i;
        }
    }
    return depth ? -1 - open : length;
}

hra_err hra_spec_split(const char *spec, char name[HRA_NAME_LENGTH], const char **options, size_t *length,
                       hra_error *why) {
    size_t total = strlen(spec), n = 0;
    if (total >= HRA_SPEC_LENGTH)
        return hra_fail(why, HRA_EINPUT, HRA_SPEC_LENGTH, "a spec has at most %d characters, not %zu",
                        HRA_SPEC_LENGTH - 1, total);
    for (size_t i = 0; i < total; i++) /* a spec is a line of a record */
        if (hra_is_control(spec[i]))
            return hra_fail(why, HRA_EINPUT, (int)i, "a spec holds no control character, found '%.40s'",
                            spec);
    while (is_name_char(spec[n]))
        n++;
    if (n == 0)
        return hra_fail(why, HRA_EINPUT, 0, "a name is missing: expected name:key=value,..., found '%.40s'",
                        spec);
    if (n >= HRA_NAME_LENGTH)
        return hra_fail(why, HRA_EINPUT, 0, "the name '%.40s...' is longer than %d characters", spec,
                        HRA_NAME_LENGTH - 1);
    const char *from = spec + n, *to = spec + total;
    if (*from == ':') {
        from++;
    } else if (*from == '(') {
        int end = value_end(spec, (int)total, (int)n);
        if (end != (int)total || spec[total - 1] != ')')
            return hra_fail(why, HRA_EINPUT, (int)n, "the '(' after '%.*s' is not closed at the end", (int)n,
                            spec);
        from++, to--;
    } else if (*from) {
        return hra_fail(why, HRA_EINPUT, (int)n, "expected ':' after '%.*s', found '%.20s'", (int)n, spec,
                        from);
    }
    memcpy(name, spec, n);
    name[n] = '\0';
    *options = from;
    *length = (size_t)(to - from);
    return HRA_OK;
}

/* ---- one value ------------------------------------------------------------------------------*/

/* Values of which some stand for others: "a|thesis|FILE". Words in capitals are translated as in the help of commands. */
static void add_values(const char *values, hra_text *out) {
    const char *whole = _(values);
    char word[32];
    if (strcmp(whole, values) != 0) {
        hra_text_add(out, whole);
        return;
    }
    for (size_t n; *values; values += n) {
        n = strspn(values, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        if (n > 1 && n < sizeof word) {
            memcpy(word, values, n);
            word[n] = '\0';
            hra_text_add(out, _(word));
        } else {
            n = n ? n : 1;
            hra_text_addf(out, "%.*s", (int)n, values);
        }
    }
}

void hra_option_describe(const hra_option *o, hra_text *out) {
    bool bounded = o->min < o->max;
    switch (o->type) {
    case HRA_OPTION_FLAG:
        hra_text_add(out, "yes|no");
        break;
    case HRA_OPTION_CHOICE:
        hra_text_add(out, o->choices);
        break;
    case HRA_OPTION_TEXT:
    case HRA_OPTION_BARE:
        add_values(o->choices ? o->choices : N_("text"), out);
        break;
    case HRA_OPTION_FILE:
        add_values(o->choices ? o->choices : N_("file"), out);
        break;
    case HRA_OPTION_SPEC:
        hra_text_add(out, _("name(key=value,...)"));
        break;
    case HRA_OPTION_INT:
    case HRA_OPTION_REAL:
    case HRA_OPTION_THREADS:
        if (bounded)
            hra_text_addf(out, "%.10g..%.10g", o->min, o->max);
        else
            hra_text_add(out, o->type == HRA_OPTION_REAL ? _("number") : _("whole number"));
        break;
    case HRA_OPTION_DURATION:
        hra_text_add(out, _("duration such as 2s or 200ms"));
        break;
    case HRA_OPTION_SIZE:
        hra_text_add(out, _("size such as 64M"));
        break;
    }
}

/* "1us", "365 days": the largest unit of which it is a whole number. */
static void add_duration(double seconds, hra_text *out) {
    static const struct {
        double seconds;
        const char *unit;
    } units[] = {{3600, "h"}, {60, "m"}, {1, "s"}, {1e-3, "ms"}, {1e-6, "us"}};
    size_t i = 0;
    while (i < sizeof units / sizeof *units - 1 &&
           (seconds < units[i].seconds || fabs(fmod(seconds, units[i].seconds)) > 1e-9))
        i++;
    hra_text_addf(out, "%.10g%s", seconds / units[i].seconds, units[i].unit);
}

/* The least and the most of a duration. */
static void bounds_of(const hra_option *o, double *least, double *most) {
    bool own = o->min < o->max;
    *least = own ? o->min : HRA_DURATION_LEAST;
    *most = own ? o->max : HRA_DURATION_MOST;
}

/* Appends what a duration of this option may be: "a duration from 1us to 8760h, such as ...". */
static void describe_duration(const hra_option *o, hra_text *out) {
    hra_text least, most;
    double from, to;
    bounds_of(o, &from, &to);
    hra_text_init(&least);
    hra_text_init(&most);
    add_duration(from, &least);
    add_duration(to, &most);
    hra_text_addf(out, _("a duration from %s to %s, such as 2s or 200ms"), hra_text_string(&least),
                  hra_text_string(&most));
    hra_text_release(&least);
    hra_text_release(&most);
}

static hra_err wrong_value(const hra_option *o, const char *what, const char *value, int at, hra_error *why) {
    hra_text expected;
    char choices[256];
    const char *names[32] = {NULL};
    hra_text_init(&expected);
    if (o->type == HRA_OPTION_DURATION)
        describe_duration(o, &expected);
    else
        hra_option_describe(o, &expected);
    if (o->type == HRA_OPTION_CHOICE && strlen(o->choices) < sizeof choices) {
        int n = 0;
        memcpy(choices, o->choices, strlen(o->choices) + 1);
        for (char *p = choices; p && n < 31;) {
            char *bar = strchr(p, '|');
            if (bar)
                *bar++ = '\0';
            names[n++] = p;
            p = bar;
        }
        names[n] = NULL;
    }
    hra_err err = hra_fail_guess(why, at, value, names, "%s: option '%s' takes %.120s, not '%.40s'", what,
                                 o->name, hra_text_string(&expected), value);
    hra_text_release(&expected);
    return err;
}

static int choice_index(const char *choices, const char *value) {
    size_t length = strlen(value);
    int index = 0;
    for (const char *p = choices; *p; index++) {
        size_t n = strcspn(p, "|");
        if (n == length && strncmp(p, value, n) == 0)
            return index;
        p += n;
        p += *p == '|';
    }
    return -1;
}

static int flag_value(const char *value) {
    static const char *const no[] = {"no", "off", "false", "0"}, *const yes[] = {"yes", "on", "true", "1"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(value, no[i]) == 0)
            return 0;
        if (strcmp(value, yes[i]) == 0)
            return 1;
    }
    return -1;
}

/* A number with the suffixes that the type knows; false if the text is not one. */
static bool read_number(const hra_option *o, const char *value, double *out) {
    const char *end;
    double x;
    if (!hra_number_read(value, &end, &x))
        return false;
    if (o->type == HRA_OPTION_DURATION) {
        static const struct {
            const char *suffix;
            double factor;
        } unit[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"m", 60}, {"min", 60}, {"h", 3600}};
        size_t i = 0, n = sizeof unit / sizeof *unit;
        while (i < n && strcmp(end, unit[i].suffix) != 0)
            i++;
        if (i == n)
            return false;
        x *= unit[i].factor;
    } else if (o->type == HRA_OPTION_SIZE) {
        static const char letters[] = "KMGT";
        const char *letter = *end ? strchr(letters, toupper((unsigned char)*end)) : NULL;
        if (*end && (!letter || (end[1] && strcmp(end + 1, "B") != 0 && strcmp(end + 1, "iB") != 0)))
            return false;
        for (const char *l = letters; letter && l <= letter; l++)
            x *= 1024;
        if (x != floor(x))
            return false;
    } else if (*end || (o->type != HRA_OPTION_REAL && (x != floor(x) || fabs(x) > 9007199254740992.0))) {
        return false;
    }
    bool natural = o->type == HRA_OPTION_DURATION || o->type == HRA_OPTION_SIZE;
    if (o->min < o->max ? (x < o->min || x > o->max) : (natural && (x < 0 || x > 1e15)))
        return false;
    *out = x;
    return true;
}

static hra_err read_value(const hra_option *o, const char *what, const char *value, int at, double *number,
                          hra_error *why) {
    bool good = true;
    switch (o->type) {
    case HRA_OPTION_TEXT:
    case HRA_OPTION_BARE:
    case HRA_OPTION_SPEC:
        break;
    case HRA_OPTION_FILE:
        good = *value != '\0';
        break;
    case HRA_OPTION_CHOICE:
        *number = choice_index(o->choices, value);
        good = *number >= 0;
        break;
    case HRA_OPTION_FLAG:
        *number = flag_value(value);
        good = *number >= 0;
        break;
    default:
        good = read_number(o, value, number);
    }
    return good ? HRA_OK : wrong_value(o, what, value, at, why);
}

/* The cap of an option, 0: none. */
static double cap_of(const hra_option *o, const hra_caps *caps) {
    return !caps                           ? 0
           : o->type == HRA_OPTION_SIZE    ? (double)caps->memory
           : o->type == HRA_OPTION_THREADS ? caps->threads
                                           : 0;
}

static hra_err over_cap(const hra_option *o, const char *what, const char *value, double cap, int at,
                        hra_error *why) {
    static const char letters[] = " KMGT";
    int unit = 0;
    for (; o->type == HRA_OPTION_SIZE && letters[unit + 1] && fmod(cap, 1024) == 0; unit++)
        cap /= 1024;
    return hra_fail(why, HRA_ELIMIT, at, "%s: %s=%.40s is over the cap of %.0f%.*s that this program sets",
                    what, o->name, value, cap, unit > 0, letters + unit);
}

/* ---- all options ----------------------------------------------------------------------------*/

static int find_option(const hra_options *options, const char *name) {
    for (int i = 0; i < options->count; i++)
        if (hra_same_name(options->known[i].name, name))
            return i;
    return -1;
}

/* What is read, by whom and for whom. */
typedef struct reading {
    hra_options *out;
    const hra_caps *caps;
    const char *what, *text;
    int offset;
    size_t pooled;
    const hra_rename_listener *listener; /* NULL: old names are not reported */
    bool lenient;                        /* any value will do */
} reading;

static const char *owner_of(const char *what) {
    const char *last = strrchr(what, ' ');
    return last ? last + 1 : what;
}

static void tell(const reading *r, const hra_rename *row) {
    if (r->listener)
        r->listener->tell(r->listener->self, row);
}

/* The option that had this name before, -1: none. */
static int find_renamed(const reading *r, const char *key) {
    static const hra_name_kind kinds[] = {HRA_NAME_OPTION, HRA_NAME_SUB_KEY};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (const hra_rename *row = NULL;
             (row = hra_rename_find(kinds[k], owner_of(r->what), key, row)) != NULL;) {
            int i = find_option(r->out, row->now);
            if (i < 0)
                continue;
            tell(r, row);
            return i;
        }
    return -1;
}

/* What a choice is called today: `value`, where that is one, or was none. */
static const char *value_now(const reading *r, const hra_option *o, const char *value) {
    char owner[2 * HRA_NAME_LENGTH + 32];
    if (o->type != HRA_OPTION_CHOICE || choice_index(o->choices, value) >= 0)
        return value;
    (void)hra_snprintf(owner, sizeof owner, "%s.%s", owner_of(r->what), o->name);
    for (const hra_rename *row = NULL; (row = hra_rename_find(HRA_NAME_VALUE, owner, value, row)) != NULL;)
        if (choice_index(o->choices, row->now) >= 0) {
            tell(r, row);
            return row->now;
        }
    return value;
}

static hra_err unknown_option(const hra_options *options, const char *what, const char *key, int at,
                              hra_error *why) {
    const char *names[HRA_MAX_OPTIONS + 1];
    if (options->count == 0)
        return hra_fail(why, HRA_EINPUT, at, "%s takes no options, found '%.40s'", what, key);
    for (int i = 0; i < options->count; i++)
        names[i] = options->known[i].name;
    names[options->count] = NULL;
    return hra_fail_unknown(why, at, key, names, "%s has no option '%.40s'; it takes", what, key);
}

/* Fallbacks over a cap are lowered to it, as far as the option goes down. */
static void start_options(hra_options *out, const hra_option *table, const hra_caps *caps) {
    memset(out, 0, sizeof *out);
    out->known = table;
    while (table && table[out->count].name)
        out->count++;
    assert(out->count <= HRA_MAX_OPTIONS);
    for (int i = 0; i < out->count; i++) {
        out->text[i] = -1;
        bool readable = !table[i].fallback ||
                        read_value(&table[i], "table", table[i].fallback, 0, &out->number[i], NULL) == 0;
        assert(readable); /* else the table of options itself is wrong */
        (void)readable;
        double cap = cap_of(&table[i], caps);
        if (cap > 0 && out->number[i] > cap)
            out->number[i] = fmax(cap, table[i].min);
    }
}

/* A duration without bounds that somebody typed is neither nothing nor longer than anybody waits. */
static bool lasts(const hra_option *o, double number) {
    double least, most;
    bounds_of(o, &least, &most);
    return o->type != HRA_OPTION_DURATION || (number >= least && number <= most);
}

/* Copies the value of an option into the pool; NULL: there is no room, as for long names behind short old ones. */
static char *pool(reading *r, int i, const char *value, int n) {
    char old[HRA_NAME_LENGTH];
    if (n < HRA_NAME_LENGTH) {
        memcpy(old, value, (size_t)n);
        old[n] = '\0';
        const char *now = value_now(r, &r->out->known[i], old);
        if (now != old) {
            value = now;
            n = (int)strlen(now);
        }
    }
    if (r->pooled + (size_t)n + 1 > sizeof r->out->pool)
        return NULL;
    char *copy = r->out->pool + r->pooled;
    memcpy(copy, value, (size_t)n);
    copy[n] = '\0';
    r->out->text[i] = (int16_t)r->pooled;
    r->out->given[i] = true;
    r->pooled += (size_t)n + 1;
    return copy;
}

static hra_err too_long(const char *what, int offset, hra_error *why) {
    return hra_fail(why, HRA_EINPUT, offset, "%s: options have at most %d characters", what,
                    HRA_SPEC_LENGTH - 1);
}

static hra_err needs_value(const hra_option *o, const char *what, const char *key, int at, hra_error *why) {
    hra_text expected;
    hra_text_init(&expected);
    hra_option_describe(o, &expected);
    hra_err err = hra_fail(why, HRA_EINPUT, at, "%s: option '%s' needs a value: %s=%.150s", what, key, key,
                           hra_text_string(&expected));
    hra_text_release(&expected);
    return err;
}

/* Takes `value`, of n bytes, for option i; `at` is its place in the spec. */
static hra_err take_value(reading *r, int i, const char *value, int n, int at, hra_error *why) {
    const hra_option *o = &r->out->known[i];
    if (r->out->given[i])
        return hra_fail(why, HRA_EINPUT, at, "%s: option '%s' is given twice", r->what, o->name);
    const char *copy = pool(r, i, value, n);
    if (!copy)
        return too_long(r->what, r->offset, why);
    double *number = &r->out->number[i], cap = cap_of(o, r->caps);
    hra_err err = read_value(o, r->what, copy, at, number, why);
    if (r->lenient) {
        *number = err ? NAN : *number;
        return HRA_OK;
    }
    if (!err && !lasts(o, *number))
        err = wrong_value(o, r->what, copy, at, why);
    if (!err && cap > 0 && *number > cap)
        err = over_cap(o, r->what, copy, cap, at, why);
    return err;
}

/* The value text[from..to-1] of option i, in quotes or not. */
static hra_err read_option_value(reading *r, int i, int from, int to, hra_error *why) {
    const char *value = r->text + from;
    int n = to - from;
    if (n >= 2 && value[0] == '"' && memchr(value + 1, '"', (size_t)n - 1) == value + n - 1)
        value++, n -= 2;
    return take_value(r, i, value, n, r->offset + from, why);
}

/* The option whose value the item text[from..to-1] is, unless it begins with key= (and not with a == b); or -1. */
static int bare_option(const reading *r, int from, int to) {
    int n = from;
    while (n < to && is_name_char(r->text[n]))
        n++;
    const bool has_key = n > from && n < to && r->text[n] == '=' && !(n + 1 < to && r->text[n + 1] == '=');
    for (int i = 0; i < r->out->count && !has_key; i++)
        if (r->out->known[i].type == HRA_OPTION_BARE)
            return i;
    return -1;
}

/* Reads the item text[from..to-1]: key, key=value, or the value of the bare option. */
static hra_err read_item(reading *r, int from, int to, hra_error *why) {
    char key[HRA_NAME_LENGTH] = "";
    int equals = from, bare = bare_option(r, from, to);
    if (bare >= 0)
        return read_option_value(r, bare, from, to, why);
    while (equals < to && r->text[equals] != '=')
        equals++;
    int length = equals - from;
    if (length == 0 || length >= HRA_NAME_LENGTH)
        return hra_fail(why, HRA_EINPUT, r->offset + from, "%s: expected key=value, found '%.*s'", r->what,
                        to - from < 40 ? to - from : 40, r->text + from);
    memcpy(key, r->text + from, (size_t)length);
    int i = find_option(r->out, key);
    if (i < 0 && (i = find_renamed(r, key)) < 0)
        return unknown_option(r->out, r->what, key, r->offset + from, why);
    const hra_option *o = &r->out->known[i];
    if (r->out->given[i]) /* its place is that of the key */
        return take_value(r, i, NULL, 0, r->offset + from, why);
    if (equals < to)
        return read_option_value(r, i, equals + 1, to, why);
    if (o->type != HRA_OPTION_FLAG)
        return needs_value(o, r->what, key, r->offset + to, why);
    return take_value(r, i, "yes", 3, r->offset + equals + 1, why);
}

static hra_err read_all(reading *r, const hra_option *table, size_t length, hra_error *why) {
    start_options(r->out, table, r->caps);
    if (length >= HRA_SPEC_LENGTH)
        return too_long(r->what, r->offset, why);
    if (length == 0)
        return HRA_OK;
    for (int from = 0;;) {
        int to = value_end(r->text, (int)length, from);
        if (to < 0)
            return hra_fail(why, HRA_EINPUT, r->offset - 1 - to, "%s: '%c' has no partner", r->what,
                            r->text[-1 - to]);
        hra_err err = read_item(r, from, to, why);
        if (err || to == (int)length)
            return err;
        from = to + 1;
    }
}

hra_err hra_options_read(hra_options *out, const hra_option *table, const hra_caps *caps, const char *what,
                         const char *text, size_t length, int offset, hra_error *why) {
    reading r = {.out = out, .caps = caps, .what = what, .text = text, .offset = offset};
    return read_all(&r, table, length, why);
}

hra_err hra_options_listen(hra_options *out, const hra_option *table, const char *what, const char *text,
                           size_t length, const hra_rename_listener *listener) {
    reading r = {.out = out, .what = what, .text = text, .listener = listener, .lenient = true};
    return read_all(&r, table, length, NULL);
}

static int known(const hra_options *options, const char *name) {
    int i = find_option(options, name);
    assert(i >= 0);
    return i;
}

bool hra_options_has(const hra_options *options, const char *name) {
    return find_option(options, name) >= 0;
}

bool hra_options_given(const hra_options *options, const char *name) {
    return options->given[known(options, name)];
}

double hra_options_real(const hra_options *options, const char *name) {
    return options->number[known(options, name)];
}

const char *hra_options_text(const hra_options *options, const char *name) {
    int i = known(options, name);
    return options->given[i] ? options->pool + options->text[i] : options->known[i].fallback;
}

/* By a table of one option, "value". */
static bool read_duration(const hra_option *duration, const char *text, double *seconds) {
    hra_options read;
    char item[80];
    int n = hra_snprintf(item, sizeof item, "value=%s", text);
    if (n < 0 || n >= (int)sizeof item ||
        hra_options_read(&read, duration, NULL, "duration", item, (size_t)n, 0, NULL) != 0)
        return false;
    *seconds = hra_options_real(&read, "value");
    return true;
}

static const hra_option any_duration[] = {
    {.name = "value", .type = HRA_OPTION_DURATION},
    {0},
};

bool hra_duration_read(const char *text, double *seconds) {
    return read_duration(any_duration, text, seconds);
}

hra_err hra_duration_fail(hra_error *why, const char *text) {
    hra_text right;
    hra_text_init(&right);
    describe_duration(any_duration, &right);
    hra_err err = hra_fail(why, HRA_EINPUT, -1, "time is %s, not '%.40s'", hra_text_string(&right), text);
    hra_text_release(&right);
    return err;
}

bool hra_increment_read(const char *text, double *seconds) {
    static const hra_option increment[] = {
        {.name = "value", .type = HRA_OPTION_DURATION, .min = 0, .max = HRA_DURATION_MOST},
        {0},
    };
    return read_duration(increment, text, seconds);
}
