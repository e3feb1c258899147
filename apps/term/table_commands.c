/* Names, giving up, draws, the tutor: what people say besides moves. */
#include <string.h>
#include <strings.h>

#include "ask_back.h"
#include "hra/scene.h"
#include "speech/print.h"
#include "table_commands.h"
#include "term_resign.h"
#include "term_table.h"

void words_add_who(const hra_play *play, int seat, hra_text *out) {
    const char *name = hra_play_snapshot(play)->names[seat];
    if (*name)
        hra_text_addf(out, "%s (", name);
    hra_text_add(out, hra_game_seat_name(hra_play_snapshot(play)->game, seat));
    hra_text_add(out, *name ? ")" : "");
}

void words_print_offer(const hra_play *play, int seat) {
    int offers = hra_play_snapshot(play)->offer;
    hra_text text;
    if (offers < 0 || offers == seat)
        return;
    hra_text_init(&text);
    words_add_who(play, offers, &text);
    print(_("  %s offers a draw: accept, refuse, or move\n"), print_string(&text));
    hra_text_release(&text);
}

void words_add_throw(const hra_play *play, hra_text *out) {
    const hra_play_info *info = hra_play_snapshot(play);
    const hra_rules_scene *scene = info->game->rules->scene;
    const size_t from = out->length;
    if (scene->chance_prompt)
        scene->chance_prompt(info->game, hra_play_at(play, HRA_NOW).state, out);
    else
        hra_text_add(out, _("dice"));
    hra_text prompt;
    hra_text_init(&prompt);
    hra_text_add(&prompt, hra_text_string(out) + from);
    for (int seat = 0; seat < info->game->seats && !prompt.err && !out->err; seat++) {
        const char *who = hra_game_seat_name(info->game, seat), *at = strstr(hra_text_string(&prompt), who);
        if (!*info->names[seat] || !at || (at[strlen(who)] && at[strlen(who)] != ' '))
            continue;
        out->length = from + (size_t)(at - prompt.data);
        words_add_who(play, seat, out);
        hra_text_add(out, at + strlen(who));
        break;
    }
    hra_text_release(&prompt);
}

/* Where one wins what the other loses, one may give up or agree. */
static bool can_be_settled(const hra_play *play) {
    const hra_game *game = hra_play_snapshot(play)->game;
    return game->seats == 2 && game->zero_sum;
}

/* ---- names ----------------------------------------------------------------------------------*/

/* Asks until the name will do; Enter leaves the seat without. */
static input_kind ask_name(sitting *s, input *in, int seat) {
    hra_text prompt;
    const char *name;
    hra_text_init(&prompt);
    hra_text_add(&prompt, hra_game_seat_name(hra_play_snapshot(hra_session_play(s->session))->game, seat));
    hra_text_add(&prompt, _(", your name (Enter: none)> "));
    input_kind status;
    while ((status = input_read(in, print_string(&prompt), &name)) == INPUT_LINE && *name)
        if (sitting_tellf(s, "name %d %s", seat, name) == HRA_OK)
            break;
        else
            print_lines(s->why.text);
    hra_text_release(&prompt);
    return status;
}

input_kind words_introduce(sitting *s, input *in) {
    const hra_play *play = hra_session_play(s->session);
    input_kind status = INPUT_LINE;
    int people = 0, seats = hra_play_snapshot(play)->game->seats;
    for (int seat = 0; seat < seats; seat++)
        people += hra_player_info_of(hra_play_snapshot(play)->players[seat])->human;
    if (!print_terminal() || people < 2 || hra_play_snapshot(play)->outcome != HRA_OUTCOME_NONE)
        return INPUT_LINE;
    for (int seat = 0; status == INPUT_LINE && seat < seats; seat++)
        if (hra_player_info_of(hra_play_snapshot(play)->players[seat])->human)
            status = ask_name(s, in, seat);
    input_forget(in); /* names do not belong to the history of typed moves */
    return status;
}

/* ---- words ----------------------------------------------------------------------------------*/

/* For translators: words that are typed, all for the same, as many as your language has, divided by '|'. */
/* Words of ours, and the line of a session that they stand for. */
static const struct {
    const char *words, *line;
    const char *said; /* where the session itself has nothing to say */
} words[] = {
    {N_("draw|draw offer|offer draw|offer a draw"), "draw offer", N_("Draw offered.")},
    {N_("accept|draw accept|accept draw"), "draw accept", ""},
    {N_("refuse|draw refuse|refuse draw|decline"), "draw refuse", N_("Draw refused.")},
    {N_("tutor|tutor on"), "tutor on", N_("Warns before a costly move.")},
    {N_("tutor inaccuracies|tutor inaccuracy"), "tutor on inaccuracy",
     N_("Warns before inaccuracies, errors and blunders.")},
    {N_("tutor errors|tutor error"), "tutor on error", N_("Warns before errors and blunders.")},
    {N_("tutor blunders|tutor blunder"), "tutor on blunder", N_("Warns before blunders.")},
    {N_("tutor off|no tutor"), "tutor off", N_("No warnings before costly moves.")},
    {N_("save|save game"), "", ""}, /* it is saved anyway */
    {N_("explain|explain on"), "explain on", N_("Programs explain their moves.")},
    {N_("explain off"), "explain off", N_("Programs do not explain their moves.")},
};

static void print_what_came(const sitting *s, hra_err err, const char *said) {
    if (err && err != HRA_ESTOPPED)
        print_lines(s->why.text);
    else if (!err && (*s->said || *said))
        print("  %s\n", *s->said ? s->said : _(said));
}

enum { WORDS = sizeof words / sizeof *words, NAME = WORDS };

/* What else a line may be: a letter, or one of several words, in any case. */
static const struct {
    verb verb;
    const char *letter, *words;
} verbs[] = {
    {VERB_HELP, "?", N_("help|commands")},
    {VERB_HELP, "h", N_("help|commands")},
    {VERB_ADVICE, "a", N_("advice|hint|tip")},
    {VERB_ALL_ADVICE, "aa", N_("all advice|full advice")},
    {VERB_MOVES, "m", N_("moves")},
    {VERB_BOARD, "b", N_("board")},
    {VERB_TURN, "f", N_("turn round|turn|flip")},
    {VERB_POSITION, "p", N_("position|id|ids|xgid|fen")},
    {VERB_UNDO, "u", N_("undo|back|take back|takeback")},
    {VERB_QUIT, "q", N_("quit|exit|leave|bye")},
};

enum { VERBS = sizeof verbs / sizeof *verbs, WORD = 40 };

static const char resigning[] = N_("resign|surrender|give up|concede");

/* Whether `n` bytes of the line are one of these words, in English or, if `local`, in the person's language. */
static bool is_listed(const char *line, size_t n, const char *list, bool local) {
    for (const char *at = local ? _(list) : list; *at; at += strcspn(at, "|"), at += *at == '|') {
        const size_t length = strcspn(at, "|");
        char word[WORD];
        (void)hra_snprintf(word, sizeof word, "%.*s", (int)length, at);
        if (local ? hra_is_word(line, n, word) : n == length && strncasecmp(line, at, n) == 0)
            return true;
    }
    return false;
}

/* Bytes of the line that are one of these words: all of it, or, if it may go on, up to a blank; else 0. */
static size_t match(const char *line, const char *list, bool local, bool goes_on) {
    for (size_t n = strlen(line); n > 0; n--)
        if ((!line[n] || (goes_on && line[n] == ' ')) && is_listed(line, n, list, local))
            return n;
    return 0;
}

static bool is_any(const char *line, const char *list) {
    return match(line, list, false, false) || match(line, list, true, false);
}

static int find_word(const char *line) {
    if (hra_is_word(line, strcspn(line, " "), N_("name")))
        return NAME;
    int i = WORDS - 1;
    while (i >= 0 && !is_any(line, words[i].words))
        i--;
    return i;
}

spoken words_find(const char *line) {
    for (int i = 0; i < VERBS; i++)
        if (strcasecmp(line, verbs[i].letter) == 0 || match(line, verbs[i].words, false, false))
            return (spoken){.verb = verbs[i].verb};
    size_t resigns = match(line, resigning, false, true);
    if (!resigns)
        resigns = match(line, resigning, true, true);
    if (resigns)
        return (spoken){.verb = VERB_RESIGN, .rest = line + resigns + strspn(line + resigns, " ")};
    int word = find_word(line);
    if (word >= 0)
        return (spoken){.verb = VERB_WORD, .word = word};
    for (int i = 0; i < VERBS; i++)
        if (match(line, verbs[i].words, true, false))
            return (spoken){.verb = verbs[i].verb, .local = true};
    return (spoken){.verb = VERB_NONE};
}

static void say_saved(const sitting *s, const char *saved) {
    if (hra_session_snapshot(s->session)->saved)
        print(_("  The game is saved after each move; q leaves it. To continue:\n  hra play --resume %s\n"),
              saved);
    else
        print("  %s\n", _("The game is not saved."));
}

/* A draw that is offered can be agreed at once: at a terminal, whether that is meant. */
static input_kind ask_sure(const sitting *s, input *in, int seat, bool *sure) {
    const hra_play *play = hra_session_play(s->session);
    hra_text question, who;
    *sure = true;
    if (!print_terminal() || seat < 0 || !can_be_settled(play) || hra_play_snapshot(play)->offer == seat)
        return INPUT_LINE; /* else the session says why not */
    hra_text_init(&question);
    hra_text_init(&who);
    words_add_who(play, seat, &who);
    hra_text_addf(&question, _("%s offers a draw: are you sure?"), print_string(&who));
    hra_text_release(&who);
    input_kind status = ask_back(in, print_string(&question), "", sure);
    hra_text_release(&question);
    if (status == INPUT_LINE && !*sure)
        print("  %s\n", _("No draw is offered."));
    return status;
}

static input_kind obey_draw(sitting *s, input *in, int seat, int word) {
    const int offers = hra_play_snapshot(hra_session_play(s->session))->offer;
    const bool agrees = offers >= 0 && offers != seat;
    bool sure = true;
    input_kind status = agrees ? INPUT_LINE : ask_sure(s, in, seat, &sure);
    if (status == INPUT_LINE && sure)
        print_what_came(s, sitting_tell(s, agrees ? "draw accept" : words[word].line),
                        agrees ? "" : words[word].said);
    return status;
}

static void obey_other(sitting *s, int word) {
    hra_text none;
    hra_text_init(&none);
    const bool tutors = strncmp(words[word].line, "tutor on", strlen("tutor on")) == 0;
    const bool untutored =
        tutors && words_add_untutored(hra_play_snapshot(hra_session_play(s->session))->game, &none);
    if (untutored)
        print("  %s\n", print_string(&none));
    hra_text_release(&none);
    if (untutored)
        return;
    if (s->waits == HRA_SESSION_REVIEW && strcmp(words[word].line, "tutor off") == 0)
        s->waits = HRA_SESSION_OK; /* the move of which the tutor has spoken is answered */
    print_what_came(s, sitting_tell(s, words[word].line), words[word].said);
}

input_kind words_obey(sitting *s, input *in, int seat, int word, const char *line, const char *saved) {
    if (word == NAME) {
        const char *name = line + strcspn(line, " ");
        name += *name == ' ';
        hra_err err = sitting_tellf(s, "name %d %s", seat, name);
        print_what_came(s, err, *name ? "" : N_("You have no name; 'name Anna' sets one."));
    } else if (!*words[word].line) {
        say_saved(s, saved);
    } else if (strcmp(words[word].line, "draw offer") == 0) {
        return obey_draw(s, in, seat, word);
    } else {
        obey_other(s, word);
    }
    return INPUT_LINE;
}

void words_add_help(hra_session *session, int seat, hra_text *out) {
    const hra_play *play = hra_session_play(session);
    int offers = hra_play_snapshot(play)->offer;
    if (can_be_settled(play) && seat >= 0) {
        resign_add_help(session, seat, out);
        if (offers != seat)
            hra_text_add(out, offers < 0 ? _("draw: offer a draw\n")
                                         : _("accept: accept the draw\nrefuse: refuse it\n"));
    }
    hra_text_add(out, _("tutor: warn before costly moves (tutor errors, tutor blunders, tutor off)\nname "
                        "NAME: set your name\nexplain: "
                        "programs explain their moves (explain off)\n"));
}

void words_hear_usual(const hra_limits *usual) {
    if (usual)
        print(_("Without a limit the search stopped after %G s with its best move so far; ~ marks estimates. "
                "Set a limit with depth=, nodes= or time= in the player's spec, or with --time.\n"),
              usual->seconds);
}

/* ---- the tutor ------------------------------------------------------------------------------*/

bool words_add_untutored(const hra_game *game, hra_text *out) {
    if (game->rules->conduct->arrow)
        hra_text_addf(out, _("%s has no tutor: the game goes on while you decide."),
                      _(game->rules->text->title));
    return game->rules->conduct->arrow;
}

void words_add_warning(const hra_game *game, const hra_session_event *event, hra_text *out) {
    const hra_move_loss *cost = event->loss;
    bool chance = cost->unit == HRA_UNIT_PROBABILITY;
    const int decimals = chance ? 1 : table_decimals(game);
    double loss = print_rounded(chance ? 100 * cost->loss : cost->loss, decimals);
    hra_text best;
    hra_text_init(&best);
    hra_game_say_move(game, event->state, cost->best, &best);
    if (event->moves > 1) { /* one of a line */
        hra_game_say_move(game, event->state, event->move, out);
        hra_text_add(out, ": ");
    }
    if (chance)
        hra_text_addf(out,
                      cost->bound
                          ? _("That lost at least %.1F %% win probability: %s was better. (u takes it back)")
                          : _("That lost %.1F %% win probability: %s was better. (u takes it back)"),
                      loss, print_string(&best));
    else
        hra_text_addf(out,
                      cost->bound ? _("That lost at least %.*F points: %s was better. (u takes it back)")
                                  : _("That lost %.*F points: %s was better. (u takes it back)"),
                      decimals, loss, print_string(&best));
    hra_text_release(&best);
}
