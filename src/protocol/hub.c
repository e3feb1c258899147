/* The Hub protocol: what each line does. Every `go` gets one `done`. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hra/version.h"
#include "hub.h"
#include "players/time_control.h"
#include "rules/rules_complete.h"

void hra_hub_complain(const hub *h, const char *text) {
    char words[sizeof h->why.text];
    (void)hra_snprintf(words, sizeof words, "%s", text);
    for (char *c = words; *c; c++)
        if (*c == '"' || (unsigned char)*c < ' ')
            *c = '\'';
    hra_protocol_say(h->dialogue, "error message=\"%s\"", words);
}

/* ---- the search -----------------------------------------------------------------------------*/

/* Where there is a search it ends with its move. */
static void end_search(hub *h) {
    if (h->moment != HUB_SEARCHING && h->moment != HUB_HOLDING)
        return;
    hra_protocol_halt(h->dialogue);
    h->moment = HUB_IDLE;
    hra_hub_tell_choice(h);
}

/* The search has ended. */
static void found(hub *h) {
    if (h->open_ended) {
        h->moment = HUB_HOLDING;
        return;
    }
    h->moment = HUB_IDLE;
    hra_hub_tell_choice(h);
}

/* Goes on with what was prepared. */
static void search(hub *h, const hub_level *limits) {
    hra_err err;
    h->moment = HUB_SEARCHING;
    if (!hra_hub_limit(h, limits)) {
        found(h);
    } else if ((err = hra_protocol_begin(h->dialogue)) != 0) {
        hra_hub_complain(h, hra_err_text(err));
        found(h);
    }
}

static hra_protocol_answer go(hub *h, const hra_hub_line *line) {
    double start = hra_clock();
    bool think = hra_hub_value(line, "think"), ponder = hra_hub_value(line, "ponder");
    end_search(h);
    if (!h->agent || !h->placed) {
        hra_hub_complain(h, h->agent ? "there is no position yet" : "init comes before go");
    } else if (h->game->rules->to_move(h->game, h->state) == HRA_OVER) {
        hra_hub_complain(h, "the game is over in this position");
    } else {
        h->pondering = !think && ponder;
        h->open_ended = !think && (ponder || hra_hub_value(line, "analyze"));
        hra_hub_prepare(h, start);
        search(h, h->open_ended ? &(hub_level){0} : &h->limits);
    }
    return HRA_PROTOCOL_DONE;
}

/* The expected move was made: what was thought about it counts, and so does the time that it took. */
static hra_protocol_answer ponder_hit(hub *h, const hra_hub_line *line) {
    if (!h->open_ended || !h->pondering || h->moment == HUB_IDLE) {
        hra_hub_complain(h, "ponder-hit comes while go ponder thinks");
        return HRA_PROTOCOL_DONE;
    }
    bool more = h->moment == HUB_SEARCHING;
    hra_protocol_halt(h->dialogue);
    h->open_ended = false;
    if (more)
        search(h, &h->limits);
    else
        found(h);
    return HRA_PROTOCOL_DONE;
}

static hra_protocol_answer stop(hub *h, const hra_hub_line *line) {
    if (h->moment == HUB_OPENING)
        hra_protocol_stop(h->dialogue); /* the end of a build is reported when it happens */
    else
        end_search(h);
    return HRA_PROTOCOL_DONE;
}

/* ---- what a program says --------------------------------------------------------------------*/

static hra_protocol_answer introduce(hub *h, const hra_hub_line *line) {
    const char *variant = h->words.variant;
    hra_protocol_say(h->dialogue, "id name=hra version=%s author=\"the hra project\"", hra_version());
    hra_protocol_say(h->dialogue, "param name=variant value=%s type=enum values=\"%s\"", variant, variant);
    const hra_hub_parameter *known = h->words.parameters;
    for (int i = 0; known && known[i].name; i++)
        hra_protocol_say(h->dialogue, "param name=%s value=%d type=int min=%d max=%d", known[i].name,
                         h->parameters[i], known[i].min, known[i].max);
    hra_protocol_say(h->dialogue, "wait");
    return HRA_PROTOCOL_DONE;
}

static void set_number(hub *h, int i, const char *text) {
    const hra_hub_parameter *p = &h->words.parameters[i];
    hra_error why;
    double number;
    if (hra_number_read(text, NULL, &number) && number >= p->min && number <= p->max &&
        floor(number) == number) {
        h->parameters[i] = (int)number;
    } else {
        hra_fail(&why, HRA_EINPUT, -1, "%s: expected a whole number in %d..%d, found '%.40s'", p->name,
                 p->min, p->max, text);
        hra_hub_complain(h, why.text);
    }
}

static hra_protocol_answer set_parameter(hub *h, const hra_hub_line *line) {
    const char *name = hra_hub_value(line, "name"), *value = hra_hub_value(line, "value");
    const char *names[HRA_HUB_PARAMETERS + 2] = {"variant"};
    hra_error why;
    int count = 0, found = -1;
    for (const hra_hub_parameter *p = h->words.parameters; p && p->name; p++) {
        found = name && strcmp(name, p->name) == 0 ? count : found;
        names[++count] = p->name;
    }
    if (!name || !value) {
        hra_hub_complain(h, "set-param needs name= and value=");
    } else if (found >= 0) {
        set_number(h, found, value);
    } else if (strcmp(name, "variant") != 0) {
        hra_fail_unknown(&why, -1, name, names, "unknown parameter '%.40s'; choose one of", name);
        hra_hub_complain(h, why.text);
    } else if (strcmp(value, h->words.variant) != 0) {
        hra_fail(&why, HRA_EINPUT, -1, "the only variant is %s", h->words.variant);
        hra_hub_complain(h, why.text);
    }
    return HRA_PROTOCOL_DONE;
}

static hra_protocol_answer initialise(hub *h, const hra_hub_line *line) {
    end_search(h);
    hra_agent_close(h->agent);
    hra_player_close(h->player);
    h->agent = NULL;
    h->player = NULL;
    h->moment = HUB_OPENING;
    hra_err err = hra_protocol_begin(h->dialogue);
    if (err) {
        h->moment = HUB_IDLE;
        hra_hub_complain(h, hra_err_text(err));
    }
    return HRA_PROTOCOL_DONE;
}

/* In the job: the player with its parameters. */
static void open_player(hub *h) {
    hra_text spec;
    hra_text_init(&spec);
    hra_text_add(&spec, h->words.player);
    const hra_hub_parameter *p = h->words.parameters;
    for (int i = 0; p && p[i].name; i++)
        hra_text_addf(&spec, "%c%s=%d%s", i == 0 ? ':' : ',', p[i].option, h->parameters[i], p[i].unit);
    const hra_progress progress = {.stop = hra_protocol_context_of(h->dialogue)->stop};
    h->failed = spec.err ? hra_no_memory(&h->why)
                         : hra_player_open(&h->player, h->game, hra_text_string(&spec),
                                           hra_protocol_context_of(h->dialogue)->data, &progress, &h->why);
    hra_text_release(&spec);
    if (!h->failed && (h->failed = hra_agent_open(&h->agent, h->player)) != 0)
        hra_fail(&h->why, h->failed, -1, "to begin with: %s", hra_err_text(h->failed));
}

static hra_protocol_answer set_position(hub *h, const hra_hub_line *line) {
    hra_error why;
    const char *position = hra_hub_value(line, "pos"), *moves = hra_hub_value(line, "moves");
    end_search(h);
    h->placed = false;
    if (!position)
        hra_hub_complain(h, "pos needs pos=");
    else if (hra_hub_position(&h->words, h->game, position, h->next, &why) != 0)
        hra_hub_complain(h, why.text);
    else if ((h->history_length = hra_hub_make_moves(&h->words, h->game, moves ? moves : "", h->next,
                                                     h->moves, h->history, HRA_HUB_MOVES)) < 0)
        hra_hub_complain(h, "there is an illegal move, or too many of them");
    else {
        memcpy(h->state, h->next, h->game->state_size);
        h->placed = true;
    }
    return HRA_PROTOCOL_DONE;
}

static hra_protocol_answer set_level(hub *h, const hra_hub_line *line) {
    double depth = 0, nodes = 0, move_time = -1, time = -1, inc = 0, moves = HRA_TIME_MOVES;
    const struct {
        const char *name;
        double *value;
    } numbers[] = {
        {"depth", &depth}, {"nodes", &nodes}, {"move-time", &move_time},
        {"time", &time},   {"inc", &inc},     {"moves", &moves},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!hra_hub_number(line, numbers[i].name, numbers[i].value)) {
            hra_error why;
            hra_fail(&why, HRA_EINPUT, -1, "level: %s is a number from 0 on, not '%.40s'", numbers[i].name,
                     hra_hub_value(line, numbers[i].name));
            hra_hub_complain(h, why.text);
            return HRA_PROTOCOL_DONE;
        }
    h->limits = (hub_level){.depth = (int)fmin(depth, h->words.depth), .nodes = nodes};
    h->limits.to_spend = time < 0;
    if (time >= 0) {
        h->limits.seconds = hra_time_share(time, inc, moves);
        h->limits.most = hra_time_most(time, inc, moves);
    } else if (move_time >= 0) {
        h->limits.seconds = fmax(move_time, 0.001);
    }
    return HRA_PROTOCOL_DONE;
}

static hra_protocol_answer new_game(hub *h, const hra_hub_line *line) {
    end_search(h);
    hra_agent_forget(h->agent);
    return HRA_PROTOCOL_DONE;
}

static hra_protocol_answer pong(hub *h, const hra_hub_line *line) {
    hra_protocol_say(h->dialogue, "pong");
    return HRA_PROTOCOL_DONE;
}

static hra_protocol_answer quit(hub *h, const hra_hub_line *line) {
    return HRA_PROTOCOL_BYE;
}

/* ---- a line ---------------------------------------------------------------------------------*/

typedef struct command {
    const char *name;
    hra_protocol_answer (*obey)(hub *, const hra_hub_line *);
    bool at_once; /* while something opens, too */
} command;

/* Hub asks that commands and arguments that are not known are ignored. */
static const command commands[] = {
    {"hub", introduce, false},
    {"set-param", set_parameter, false},
    {"init", initialise, false},
    {"pos", set_position, false},
    {"level", set_level, false},
    {"go", go, false},
    {"ponder-hit", ponder_hit, false},
    {"new-game", new_game, false},
    {"stop", stop, true},
    {"ping", pong, true},
    {"quit", quit, true},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static const command *find_command(const char *name, size_t length) {
    for (int i = 0; i < COMMANDS; i++)
        if (strlen(commands[i].name) == length && memcmp(commands[i].name, name, length) == 0)
            return &commands[i];
    return NULL;
}

static hra_protocol_answer take_line(void *self, char *text) {
    hub *h = self;
    bool opening = h->moment == HUB_OPENING;
    if (!text)
        return opening ? HRA_PROTOCOL_LATER : HRA_PROTOCOL_BYE;
    const char *word = text + strspn(text, " \t\r\n");
    const command *c = find_command(word, strcspn(word, " \t\r\n"));
    if (opening && !(c && c->at_once))
        return HRA_PROTOCOL_LATER;
    hra_hub_line line;
    hra_hub_split(text, &line);
    return c ? c->obey(h, &line) : HRA_PROTOCOL_DONE;
}

static void refuse(void *self, const char *why) {
    hra_hub_complain(self, why);
}

/* ---- the dialogue ---------------------------------------------------------------------------*/

static bool work(void *self) {
    hub *h = self;
    if (h->moment == HUB_SEARCHING)
        return hra_hub_look(h);
    open_player(h);
    return false;
}

static void worked(void *self) {
    hub *h = self;
    if (h->moment == HUB_SEARCHING) {
        found(h);
        return;
    }
    h->moment = HUB_IDLE;
    if (h->failed)
        hra_hub_complain(h, h->why.text);
    else
        hra_protocol_say(h->dialogue, "ready");
}

static void close_hub(void *self) {
    hub *h = self;
    hra_agent_close(h->agent);
    hra_player_close(h->player);
    free(h->state);
    free(h->next);
    free(h->moves);
    free(h);
}

/* Takes over what the game offers. */
static hra_err take_words(hub *h, hra_error *why) {
    hra_err err = hra_hub_take(&h->words, h->game, hra_protocol_context_of(h->dialogue)->words, why);
    const hra_hub_parameter *p = h->words.parameters;
    for (int i = 0; !err && p && p[i].name; i++)
        h->parameters[i] = p[i].fallback;
    return err;
}

static hra_err open_hub(hra_protocol *dialogue, void **self, hra_error *why) {
    hub *h = calloc(1, sizeof *h);
    if (!h)
        return hra_no_memory(why);
    h->dialogue = dialogue;
    h->game = hra_protocol_context_of(dialogue)->game;
    h->limits.seconds = 1;
    hra_err err = take_words(h, why);
    h->state = calloc(1, h->game->state_size);
    h->next = calloc(1, h->game->state_size);
    h->moves = calloc(hra_game_move_capacity(h->game), sizeof *h->moves);
    if (!err && (!h->state || !h->next || !h->moves))
        err = hra_no_memory(why);
    if (err)
        close_hub(h);
    else
        *self = h;
    return err;
}

const hra_protocol_kind hra_protocol_hub = {
    .size = sizeof(hra_protocol_kind),
    .name = "hub",
    .summary = "draughts engine (Hub protocol)",
    .help = "Speaks Hub protocol version 2 on standard input and output: hub, set-param,\ninit, pos, level, "
            "go, stop, ponder-hit, new-game, ping, quit. A position is W or\nB and a letter for each square "
            "from 1 (w, b: men, W, B: kings, e: empty). Ctrl-C\nends it.\n",
    .open = open_hub,
    .close = close_hub,
    .line = take_line,
    .refuse = refuse,
    .work = work,
    .worked = worked,
};
