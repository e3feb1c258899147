/* Resigning: what is given up is named, or asked for; another person accepts it or not. */
#include <string.h>

#include "ask_back.h"
#include "speech/print.h"
#include "table_commands.h"
#include "term_resign.h"

/* "single, gammon, backgammon", in the person's language. */
static void add_names(const hra_concession *all, int n, const char *between, hra_text *out) {
    for (int i = 0; i < n; i++)
        hra_text_addf(out, "%s%s", i ? between : "", _(all[i].name));
}

void resign_add_help(hra_session *session, int seat, hra_text *out) {
    hra_concession all[HRA_MAX_CONCESSIONS];
    int n = hra_session_concessions(session, seat, all);
    if (n < 2) {
        hra_text_add(out, _("resign: resign the game\n"));
        return;
    }
    hra_text_addf(out, "%s ", _("resign"));
    add_names(all, n, "|", out);
    hra_text_add(out, _(": resign that much\n"));
}

/* The part of that name; -1: none has it. */
static int find(const hra_concession *all, int n, const char *name) {
    for (int i = 0; i < n; i++)
        if (hra_is_word(name, strlen(name), all[i].name))
            return i;
    return -1;
}

/* Asks until a part is named. *out -1: none, as by Enter. */
static input_kind ask_what(input *in, const hra_concession *all, int n, int *out) {
    hra_text prompt;
    const char *line;
    hra_text_init(&prompt);
    hra_text_add(&prompt, _("resign what: "));
    add_names(all, n, ", ", &prompt);
    hra_text_add(&prompt, _("? (Enter: nothing)> "));
    input_kind status;
    *out = -1;
    while ((status = input_read(in, print_string(&prompt), &line)) == INPUT_LINE && *line &&
           !ask_says_no(line)) {
        if ((*out = find(all, n, line)) >= 0)
            break;
        print("  %s\n", _("Type one of these words."));
    }
    hra_text_release(&prompt);
    return status;
}

/* The person in the other seat answers, where one is asked. */
static input_kind ask_whether(sitting *s, input *in) {
    const hra_session_info *info = hra_session_snapshot(s->session);
    const hra_play *play = hra_session_play(s->session);
    bool accepts;
    if (!info->resigning)
        return INPUT_LINE;
    const int seat = info->resigner;
    hra_text prompt, who;
    hra_text_init(&prompt);
    hra_text_init(&who);
    words_add_who(play, seat, &who);
    hra_text_addf(&prompt, _("%s resigns %s. "), print_string(&who), _(info->resigning->said));
    hra_text_clear(&who);
    words_add_who(play, !seat, &who);
    hra_text_addf(&prompt, _("%s, do you accept? (Enter: yes, n: no)> "), print_string(&who));
    input_kind status = ask_yes_or_no(in, print_string(&prompt), "", true, &accepts);
    hra_text_release(&who);
    hra_text_release(&prompt);
    if (status != INPUT_LINE)
        return status;
    hra_err err = sitting_tellf(s, "resign %s %d", accepts ? "accept" : "refuse", !seat);
    if (err && err != HRA_ESTOPPED)
        print_lines(s->why.text);
    else if (!err && !accepts)
        print("  %s\n", _("The resignation is refused."));
    return INPUT_LINE;
}

static void send(sitting *s, int seat, const char *word) {
    hra_err err = sitting_tellf(s, "resign %s %d", word, seat);
    if (err && err != HRA_ESTOPPED)
        print_lines(s->why.text);
    else if (*s->said)
        print_lines(s->said);
}

/* At a terminal: whether that is meant, before anything is done. `said`: "a gammon". */
static input_kind ask_sure(sitting *s, input *in, int seat, const char *said, bool *sure) {
    const hra_play *play = hra_session_play(s->session);
    hra_text question, who;
    *sure = true;
    if (!print_terminal() || hra_play_snapshot(play)->game->seats != 2 ||
        !hra_play_snapshot(play)->game->zero_sum)
        return INPUT_LINE; /* else the session says why not */
    hra_text_init(&question);
    hra_text_init(&who);
    words_add_who(play, seat, &who);
    hra_text_addf(&question, _("%s resigns %s: are you sure?"), print_string(&who), said);
    hra_text_release(&who);
    input_kind status = ask_back(in, print_string(&question), "", sure);
    hra_text_release(&question);
    if (status == INPUT_LINE && !*sure)
        print("  %s\n", _("Nothing is resigned."));
    return status;
}

input_kind resign_at_table(sitting *s, input *in, int seat, const char *part) {
    hra_concession all[HRA_MAX_CONCESSIONS];
    int n = seat >= 0 ? hra_session_concessions(s->session, seat, all) : 0, which = -1;
    input_kind status = INPUT_LINE;
    bool sure = true;
    if (seat < 0)
        print("  %s\n", _("Resign when you are asked for a move."));
    else if (n == 0 || (*part && (which = find(all, n, part)) < 0)) {
        const bool match = hra_is_word(part, strlen(part), N_("match"));
        if (!*part || match)
            status = ask_sure(s, in, seat, match ? _("the whole match") : _("the game"), &sure);
        if (sure && status == INPUT_LINE)
            send(s, seat, match ? "match" : part); /* it says why not */
    } else {
        if (n == 1)
            which = 0;
        const bool asks = which < 0;
        if (asks)
            status = ask_what(in, all, n, &which);
        else
            status = ask_sure(s, in, seat, _(all[which].said), &sure);
        if (which >= 0 && sure && status == INPUT_LINE)
            send(s, seat, all[which].name);
        else if (asks && which < 0 && status == INPUT_LINE)
            print("  %s\n", _("Nothing is resigned."));
    }
    return status == INPUT_LINE ? ask_whether(s, in) : status;
}
