/* The dialogue of a check, and the report of a broken rule. */
#include "check.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "known.h"
#include "rules/host.h"
#include "ugi.h"

enum { SHOWN = 1500 /* bytes of a dialogue that are reported */, LINE = 160 /* and of one line */ };

#define FAREWELL 0.5

/* ---- what is reported -----------------------------------------------------------------------*/

/* Cuts lines from the front, so that what is left can be read. */
static void shorten(hra_text *text) {
    if (text->length <= SHOWN)
        return;
    const char *cut = strchr(text->data + text->length - SHOWN, '\n');
    size_t from = cut ? (size_t)(cut + 1 - text->data) : text->length - SHOWN;
    memmove(text->data, text->data + from, text->length - from + 1);
    text->length -= from;
}

/* One line, without what would act on a terminal. */
static void note(hra_text *to, const char *line) {
    size_t length = strlen(line), cut = hra_text_cut(line, SIZE_MAX, LINE);
    for (size_t steering, at = 0; at < cut; at += steering) {
        size_t n = hra_text_harmless(line + at, cut - at, &steering);
        hra_text_add_bytes(to, line + at, n);
        hra_text_add(to, steering ? "?" : "");
        at += n;
    }
    hra_text_add(to, cut < length ? " ...\n" : "\n");
    shorten(to);
}

bool hra_check_break(hra_checker *c, const char *advice, const char *format, ...) {
    va_list list;
    if (c->verdict == HRA_RULE_BROKEN)
        return false;
    c->verdict = HRA_RULE_BROKEN;
    c->advice = advice;
    hra_text_clear(&c->expected);
    va_start(list, format);
    hra_text_addv(&c->expected, _(format), list);
    va_end(list);
    return false;
}

void hra_check_hint(hra_checker *c, const char *advice, const char *expected) {
    c->verdict = HRA_RULE_HINT;
    c->advice = advice;
    hra_text_clear(&c->expected);
    hra_text_add(&c->expected, _(expected));
}

/* The program's end of the channel is gone, or unusable. */
static bool fail(hra_checker *c, hra_err err, const hra_error *what, const char *word, double seconds,
                 const char *advice) {
    if (err == HRA_ENOMEM || err == HRA_ESTOPPED || err == HRA_EIO) {
        c->fatal = err;
        c->why = *what;
        return false;
    }
    hra_text line;
    hra_text_init(&line);
    if (err == HRA_EHUNG)
        hra_text_addf(&line, c->heard ? _("(nothing else in %.3G s)") : _("(nothing in %.3G s)"), seconds);
    else
        hra_text_addf(&line, "(%s)", what->text);
    note(&c->came, hra_text_string(&line));
    hra_text_release(&line);
    if (err == HRA_EENDED)
        advice = N_("read lines until 'quit' or the end of standard input; the program's standard error, if "
                    "any, says why it ended");
    else if (err == HRA_EPROTOCOL)
        advice = N_("end each line with a newline; lines are text, shorter than 65536 bytes");
    else if (!c->heard)
        advice = N_("answer at once, and flush standard output after each line: print(..., flush=True) in "
                    "Python, fflush(stdout) in C");
    hra_check_break(c, advice, N_("a line that begins with '%s'"), word);
    hra_check_end(c);
    return false;
}

/* ---- lines ----------------------------------------------------------------------------------*/

static void take_errors(hra_checker *c) {
    if (c->channel && c->channel->size > offsetof(hra_channel, errors) && c->channel->errors)
        c->channel->errors(c->channel, &c->errors);
}

void hra_check_end(hra_checker *c) {
    take_errors(c);
    if (c->channel)
        c->channel->close(c->channel, 0);
    c->channel = NULL;
    c->greeted = c->asked = false;
}

bool hra_check_say(hra_checker *c, const char *format, ...) {
    hra_error what = {0};
    va_list list;
    va_start(list, format);
    hra_text_clear(&c->line);
    hra_text_addv(&c->line, format, list);
    va_end(list);
    note(&c->sent, hra_text_string(&c->line));
    hra_text_add_char(&c->line, '\n');
    c->heard = 0;
    if (c->line.err || c->sent.err) {
        c->fatal = hra_no_memory(&c->why);
        return false;
    }
    hra_err err = c->channel->write(c->channel, c->line.data, c->line.length, hra_clock() + c->how->timeout,
                                    c->how->stop, &what);
    return err ? fail(c, err, &what, "readyok", c->how->timeout, N_("read standard input while you think"))
               : true;
}

hra_err hra_check_read(hra_checker *c, double seconds, hra_error *what) {
    hra_err err = c->channel->read(c->channel, &c->line, hra_clock() + seconds, c->how->stop, what);
    if (err)
        return err;
    c->heard++;
    note(&c->came, hra_text_string(&c->line));
    return c->came.err ? hra_no_memory(what) : HRA_OK;
}

const char *hra_check_after(const hra_checker *c, const char *word) {
    const char *line = hra_text_string(&c->line) + strspn(hra_text_string(&c->line), " \t");
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' ' && line[length] != '\t'))
        return NULL;
    return line + length + strspn(line + length, " \t");
}

/* How a protocol begins. */
typedef struct hello {
    const char *say, *answer, *advice;
} hello;

static const hello *greeting(const hra_checker *c) {
    static const hello all[] = {{"ugi", "ugiok", N_("answer 'ugi' with 'id name NAME', then 'ugiok'")},
                                {"ubgi", "ubgiok", N_("answer 'ubgi' with 'id name NAME', then 'ubgiok'")},
                                {"uci", "uciok", N_("answer 'uci' with 'id name NAME', then 'uciok'")}};
    return &all[c->uci ? 2 : c->ubgi ? 1 : 0];
}

/* "name UCI_Variant type combo default chess var chess var losalamos" */
static void note_option(hra_checker *c) {
    const char *option = hra_check_after(c, "option"), *wanted = c->uci ? c->chess.variant(c->game) : "";
    if (!c->uci || !option)
        return;
    c->has_960 = c->has_960 || strncmp(option, "name UCI_Chess960 ", strlen("name UCI_Chess960 ")) == 0;
    const char *at = strncmp(option, "name UCI_Variant ", strlen("name UCI_Variant ")) == 0 ? option : "";
    for (const size_t n = strlen(wanted); (at = strstr(at, " var ")) != NULL;) {
        at += strlen(" var ");
        c->has_variant = c->has_variant || (strncmp(at, wanted, n) == 0 && (!at[n] || at[n] == ' '));
    }
}

/* Whether the protocol knows this line. */
static bool is_known(const hra_checker *c) {
    static const char *const known[] = {"id", "option", "info", "bestmove", "readyok", NULL};
    static const char *const chess[] = {"copyprotection", "registration", NULL};
    for (int i = 0; known[i]; i++)
        if (hra_check_after(c, known[i]))
            return true;
    for (int i = 0; c->uci && chess[i]; i++)
        if (hra_check_after(c, chess[i]))
            return true;
    return hra_check_after(c, greeting(c)->answer) || (c->ubgi && hra_check_after(c, "error")) ||
           (!c->uci && hra_check_after(c, "response")) ||
           hra_text_string(&c->line)[strspn(hra_text_string(&c->line), " \t")] == '\0';
}

bool hra_check_wait(hra_checker *c, const char *word, double seconds, const char *advice) {
    hra_error what = {0};
    double until = hra_clock() + seconds;
    for (;;) {
        double left = until - hra_clock();
        hra_err err = hra_check_read(c, left > 0 ? left : 0, &what);
        if (err)
            return fail(c, err, &what, word, seconds, advice);
        if (hra_check_after(c, "id") && strncmp(hra_check_after(c, "id"), "name ", 5) == 0)
            c->named = true;
        note_option(c);
        if (!is_known(c) && !c->stray.length)
            hra_text_add(&c->stray, hra_text_string(&c->line));
        if (hra_check_after(c, word))
            return true;
        if (hra_check_after(c, "bestmove"))
            return hra_check_break(c,
                                   N_("answer each 'go' once; a 'stop' after the answer gets no second one"),
                                   N_("'%s', and no move that was not asked for"), word);
    }
}

bool hra_check_ready(hra_checker *c) {
    return hra_check_say(c, "isready") &&
           hra_check_wait(c, "readyok", c->how->timeout, N_("answer 'isready' with 'readyok'"));
}

/* ---- beginning and end ----------------------------------------------------------------------*/

bool hra_check_start(hra_checker *c, const char *command) {
    hra_check_end(c);
    c->heard = 0;
    c->fatal = hra_game_run(c->game, command, NULL, &c->channel, &c->why);
    return c->fatal == HRA_OK;
}

/* Tells a program of several kinds of chess which one is played. */
static bool choose_chess(hra_checker *c) {
    const char *variant = c->chess.variant(c->game);
    const bool usual = strcmp(variant, "chess") == 0;
    if (!usual && !c->has_variant)
        return hra_check_break(c, N_("offer the option of the game that it is to play"),
                               N_("an option UCI_Variant with %s"), variant);
    if (c->rook && !c->has_960)
        return hra_check_break(c, N_("offer the option of the game that it is to play"),
                               N_("option name UCI_Chess960 type check default %s"), "false");
    return (usual || hra_check_say(c, "setoption name UCI_Variant value %s", variant)) &&
           (!c->rook || hra_check_say(c, "setoption name UCI_Chess960 value %s", "true"));
}

bool hra_check_running(hra_checker *c) {
    const hello *h = greeting(c);
    if (c->channel && c->greeted)
        return true;
    if (!hra_check_start(c, c->how->command) || !hra_check_say(c, "%s", h->say))
        return false;
    c->greeted = hra_check_wait(c, h->answer, c->how->timeout, h->advice) && (!c->uci || choose_chess(c));
    return c->greeted;
}

static void clear(hra_checker *c) {
    hra_text *const texts[] = {&c->sent, &c->came, &c->expected, &c->errors};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hra_text_clear(texts[i]);
    c->advice = "";
    c->verdict = HRA_RULE_KEPT;
}

static void try_rule(hra_checker *c, const hra_check_rule *rule, int number, bool hopeless) {
    clear(c);
    if (hopeless)
        c->verdict = HRA_RULE_SKIPPED;
    else if (rule->alone || hra_check_running(c))
        (void)rule->of(c);
    if (c->fatal)
        return;
    take_errors(c);
    shorten(&c->errors);
    hra_text errors;
    hra_text_init(&errors);
    for (const char *at = hra_text_string(&c->errors); *at; at += strcspn(at, "\n"), at += *at == '\n') {
        hra_text line;
        hra_text_init(&line);
        hra_text_add_bytes(&line, at, strcspn(at, "\n"));
        note(&errors, hra_text_string(&line));
        hra_text_release(&line);
    }
    c->found.broken += c->verdict == HRA_RULE_BROKEN;
    c->found.hints += c->verdict == HRA_RULE_HINT;
    const hra_rule_report report = {.number = number,
                                    .rule = _(rule->name),
                                    .verdict = c->verdict,
                                    .sent = hra_text_string(&c->sent),
                                    .came = hra_text_string(&c->came),
                                    .expected = hra_text_string(&c->expected),
                                    .advice = *c->advice ? _(c->advice) : "",
                                    .errors = hra_text_string(&errors)};
    c->how->judged(c->how->self, &report);
    hra_text_release(&errors);
    if (c->verdict == HRA_RULE_BROKEN)
        hra_check_end(c);
}

/* The protocol that is named, or the first that the game fits. */
static hra_err choose_protocol(hra_checker *c, hra_error *why) {
    const hra_game *game = c->game;
    const char *name = c->how->protocol;
    if (name && strcmp(name, "ugi") != 0 && strcmp(name, "ubgi") != 0 && strcmp(name, "uci") != 0)
        return hra_fail(why, HRA_EINPUT, -1, "'%.40s' is not checked; the protocols are ugi, ubgi and uci",
                        name);
    c->ubgi = name ? strcmp(name, "ubgi") == 0 : hra_ubgi_fits(game);
    c->uci = name ? strcmp(name, "uci") == 0 : hra_uci_fits(game);
    if (c->ubgi)
        return hra_ubgi_fits(game) ? hra_ubgi_take(&c->words, game, why)
                                   : hra_fail(why, HRA_EFIT, -1, "UBGI does not play %s", game->spec);
    if (!c->uci)
        return hra_ugi_fits(game) ? HRA_OK : hra_fail(why, HRA_EFIT, -1, "UGI does not play %s", game->spec);
    if (!hra_uci_fits(game))
        return hra_fail(why, HRA_EFIT, -1, "UCI does not play %s", game->spec);
    hra_err err = hra_uci_take(&c->chess, game, why);
    c->rook = !err && c->chess.is_960(game);
    return err ? err
           : c->chess.claims(game)
               ? hra_fail(why, HRA_EFIT, -1, "UCI has no claims of draws: leave out draws=claim")
               : HRA_OK;
}

static hra_err open_checker(hra_checker *c, hra_error *why) {
    const hra_program_check *how = c->how;
    hra_err err = choose_protocol(c, why);
    if (err)
        return err;
    if (!(how->seconds > 0) || !(how->margin >= 0) || !(how->timeout > 0) || how->games < 0 || !how->judged)
        return hra_fail(why, HRA_EINPUT, -1, "a check needs times above 0, and a callback");
    const size_t room = hra_game_move_capacity(how->game);
    c->state = calloc(1, how->game->state_size);
    c->begin = calloc(1, how->game->state_size);
    c->list = calloc(room, sizeof *c->list);
    c->probability = calloc(room, sizeof *c->probability);
    hra_rng_init(&c->rng, how->seed);
    return c->state && c->begin && c->list && c->probability ? HRA_OK : hra_no_memory(why);
}

static void close_checker(hra_checker *c) {
    hra_text *const texts[] = {&c->sent, &c->came, &c->expected, &c->errors, &c->line, &c->stray};
    hra_check_end(c);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hra_text_release(texts[i]);
    free(c->state);
    free(c->begin);
    free(c->list);
    free(c->probability);
}

hra_err hra_check_program(const hra_program_check *how, hra_program_checked *out, hra_error *why) {
    hra_checker c = {.how = how, .game = how->game};
    hra_text *const texts[] = {&c.sent, &c.came, &c.expected, &c.errors, &c.line, &c.stray};
    if (how->size < sizeof *how)
        return hra_fail(why, HRA_EVERSION, -1, "the setup of a check does not begin with its size");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        hra_text_init(texts[i]);
    c.fatal = open_checker(&c, &c.why);
    bool hopeless = false;
    for (int i = 0, number = 1; !c.fatal && hra_check_rules[i].name; i++) {
        if (!(hra_check_rules[i].where & (c.uci ? HRA_CHECK_UCI : c.ubgi ? HRA_CHECK_UBGI : HRA_CHECK_UGI)))
            continue;
        try_rule(&c, &hra_check_rules[i], number, hopeless);
        if (how->first && c.verdict == HRA_RULE_BROKEN)
            break;
        hopeless = hopeless || (number == 1 && c.verdict == HRA_RULE_BROKEN);
        number++;
    }
    close_checker(&c);
    *out = c.found;
    return c.fatal ? hra_fail(why, c.fatal, -1, "%s", c.why.text[0] ? c.why.text : hra_err_text(c.fatal))
                   : HRA_OK;
}
