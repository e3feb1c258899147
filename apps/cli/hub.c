/* hra hub: the engine of checkers for programs that speak the Hub protocol.
 *
 * Lines are read here while a search runs in a job of its own. The job says what it found; each
 * line is written in one go, so that an answer to `ping` never falls into the middle of one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "hub_words.h"
#include "store.h"

enum {
    DEPTH = 99,      /* plies at most */
    MOVES = 1024,    /* of `pos moves=...` */
    MOVES_LEFT = 25, /* that the rest of the time must do for where nobody says */
};

static const args_option options[] = {
    {.name = "data",              .value = "DIR", .help = "folder of tables"},
    {0},
};

/* What a search may take; 0: no limit. */
typedef struct hub_level {
    int depth;
    double nodes, seconds;
} hub_level;

typedef struct hub {
    hra_game *game;
    hra_player *player;
    hra_agent *agent;
    char data[STORE_PATH];
    int level, tables, memory; /* parameters; memory in MiB */
    void *state, *next;
    hra_move *moves;
    uint64_t history[MOVES];
    int history_length;
    bool placed; /* a position was given */
    hub_level limits, search;
    hra_job *job;
    hra_stop stop, hush; /* hush: nobody wants to know the result */
} hub;

static void complain(const char *text) {
    hra_text line;
    hra_text_init(&line);
    hra_text_add(&line, "error message=\"");
    for (; *text; text++)
        hra_text_add_char(&line, *text == '"' || (unsigned char)*text < ' ' ? '\'' : *text);
    say("%s\"\n", hra_text_string(&line));
    fflush(stdout);
    hra_text_release(&line);
}

/* ---- the search: in the job -----------------------------------------------------------------*/

/* A value of the engine in men, as far as a chance can be told in men. */
static double in_men(double value) {
    double p = 0.5 + 0.5 * fmin(fmax(value, -0.999999), 0.999999);
    return log(p / (1 - p));
}

/* Appends the moves of a line, one behind the other. */
static void add_line(hub *h, const hra_thought *thought, hra_text *out) {
    memcpy(h->next, h->state, h->game->state_size);
    for (int i = 0; i < thought->length; i++) {
        hra_text_add(out, i ? " " : "");
        hub_show_move(h->game, h->next, thought->line[i], out);
        h->game->rules->apply(h->game, h->next, thought->line[i]);
    }
}

/* What the search has seen by now: `nodes` of all its rounds, speed in millions a second. */
static void tell(hub *h, const hra_thought *thought, int depth, double nodes, double seconds) {
    hra_text line;
    hra_text_init(&line);
    add_line(h, thought, &line);
    int seat = h->game->rules->to_move(h->game, h->state);
    say("info depth=%d score=%.2f nodes=%.0f time=%.3f nps=%.1f pv=\"%s\"\n", depth,
        in_men(thought->value[seat]), nodes, seconds, nodes / 1e6 / fmax(seconds, 1e-6),
        hra_text_string(&line));
    fflush(stdout);
    hra_text_release(&line);
}

/* The move, and the answer that is expected. */
static void tell_choice(hub *h, const hra_thought *thought) {
    hra_text line;
    hra_thought two = *thought;
    two.length = two.length > 2 ? 2 : two.length;
    hra_text_init(&line);
    add_line(h, &two, &line);
    const char *text = hra_text_string(&line), *answer = strchr(text, ' ');
    say("done move=%.*s%s%s\n", (int)strcspn(text, " "), text, answer ? " ponder=" : "",
        answer ? answer + 1 : "");
    fflush(stdout);
    hra_text_release(&line);
}

/* Deeper and deeper, so that there is something to tell on the way; what the table keeps makes
 * looking again at what was seen before cost next to nothing. */
static hra_err think(void *self) {
    hub *h = self;
    double start = hra_clock(), left = h->search.seconds, nodes = 0;
    int last = h->search.depth ? h->search.depth : DEPTH;
    hra_thought best = {.length = 1}, now;
    hra_move move;
    int choices = hra_game_moves(h->game, h->state, h->moves);
    best.line[0] = h->moves[0];
    for (int depth = h->search.nodes > 0 ? last : 1; depth <= last; depth++) {
        hra_question q = {.state = h->state, .history = h->history, .history_length = h->history_length};
        q.limits = (hra_limits){.depth = depth, .nodes = (uint64_t)h->search.nodes, .seconds = left};
        q.stop = &h->stop;
        if (hra_agent_choose(h->agent, &q, &move) != 0 || hra_agent_recall(h->agent, &now) != 0)
            break;
        best = now;
        nodes += (double)now.nodes;
        double passed = hra_clock() - start;
        left = h->search.seconds - passed;
        bool known = now.depth == 0, ended = hra_stop_is_set(&h->stop) || known;
        ended = ended || (h->search.seconds > 0 && left <= 0);
        if (!hra_stop_is_set(&h->hush))
            tell(h, &now, known ? now.length : now.depth, nodes, passed);
        if (ended || (h->search.seconds > 0 && (left < 0.4 * h->search.seconds || choices == 1)))
            break;
    }
    if (!hra_stop_is_set(&h->hush))
        tell_choice(h, &best);
    return HRA_OK;
}

static void end_search(hub *h, bool silent) {
    if (!h->job)
        return;
    if (silent)
        hra_stop_set(&h->hush);
    hra_stop_set(&h->stop);
    (void)hra_job_join(h->job); /* what it had to say it has said */
    h->job = NULL;
}

static void begin_search(hub *h, bool clock) {
    end_search(h, true);
    hra_stop_clear(&h->stop);
    hra_stop_clear(&h->hush);
    h->search = h->limits;
    if (!clock)
        h->search = (hub_level){0};
    if (!h->agent || !h->placed)
        complain(h->agent ? "there is no position yet" : "init comes before go");
    else if (h->game->rules->to_move(h->game, h->state) == HRA_OVER)
        complain("the game is over in this position");
    else if (hra_job_start(&h->job, think, h) != 0)
        complain("there is no memory to search with");
}

/* ---- what a program says --------------------------------------------------------------------*/

static void introduce(const hub *h) {
    say("id name=hra version=%s author=\"the hra project\"\n", HRA_VERSION);
    say("param name=variant value=english type=enum values=\"english\"\n");
    say("param name=level value=%d type=int min=1 max=10\n", h->level);
    say("param name=tables value=%d type=int min=0 max=6\n", h->tables);
    say("param name=tt-size value=%d type=int min=1 max=65536\n", h->memory);
    say("wait\n");
}

static void set_parameter(hub *h, const hub_line *line) {
    static const struct {
        const char *name;
        int min, max;
    } known[] = {
        {"level",   1, 10   },
        {"tables",  0, 6    },
        {"tt-size", 1, 65536}
    };
    int *const place[] = {&h->level, &h->tables, &h->memory};
    const char *name = hub_value(line, "name"), *value = hub_value(line, "value");
    if (name && value && strcmp(name, "variant") == 0 && strcmp(value, "english") != 0)
        complain("the only variant is english");
    for (int i = 0; name && i < 3; i++)
        if (strcmp(name, known[i].name) == 0) {
            double number = hub_number(line, "value", -1);
            if (number < known[i].min || number > known[i].max)
                complain("a parameter is out of its bounds");
            else
                *place[i] = (int)number;
        }
}

static void initialise(hub *h) {
    char spec[128];
    hra_error why;
    end_search(h, true);
    hra_agent_close(h->agent);
    hra_player_close(h->player);
    h->agent = NULL;
    h->player = NULL;
    (void)hra_snprintf(spec, sizeof spec, "expert:level=%d,tables=%d,tt=%dM", h->level, h->tables, h->memory);
    const hra_progress progress = {.stop = say_progress()->stop}; /* Ctrl-C ends the building of tables */
    if (hra_player_open(&h->player, h->game, spec, h->data[0] ? h->data : NULL, &progress, &why) != 0)
        complain(why.text);
    else if (hra_agent_open(&h->agent, h->player) != 0)
        complain("there is not so much memory");
    else
        say("ready\n");
}

static void set_position(hub *h, const hub_line *line) {
    hra_error why;
    const char *position = hub_value(line, "pos"), *moves = hub_value(line, "moves");
    end_search(h, true);
    h->placed = false;
    if (!position)
        complain("pos needs pos=");
    else if (hub_position(h->game, position, h->next, &why) != 0)
        complain(why.text);
    else if ((h->history_length =
                  hub_make_moves(h->game, moves ? moves : "", h->next, h->moves, h->history, MOVES)) < 0)
        complain("there is an illegal move, or too many of them");
    else {
        memcpy(h->state, h->next, h->game->state_size);
        h->placed = true;
    }
}

static void set_level(hub *h, const hub_line *line) {
    double time = hub_number(line, "time", -1), left = hub_number(line, "moves", MOVES_LEFT);
    double depth = hub_number(line, "depth", 0);
    h->limits =
        (hub_level){.depth = depth > DEPTH ? DEPTH : (int)depth, .nodes = hub_number(line, "nodes", 0)};
    h->limits.seconds = hub_number(line, "move-time", 0);
    if (time >= 0) {
        double share = time / (left < 1 ? 1 : left + 1) + 0.9 * hub_number(line, "inc", 0);
        h->limits.seconds = fmax(fmin(share, 0.8 * time), 0.001);
    }
}

static void go(hub *h, const hub_line *line) {
    begin_search(h, hub_value(line, "think") || (!hub_value(line, "ponder") && !hub_value(line, "analyze")));
}

/* Does what a line says; false: no more of them. */
static bool obey(hub *h, char *text) {
    hub_line line;
    hub_split(text, &line);
    const char *command = line.command;
    if (strcmp(command, "quit") == 0)
        return false;
    if (strcmp(command, "hub") == 0)
        introduce(h);
    else if (strcmp(command, "set-param") == 0)
        set_parameter(h, &line);
    else if (strcmp(command, "init") == 0)
        initialise(h);
    else if (strcmp(command, "ping") == 0)
        say("pong\n");
    else if (strcmp(command, "pos") == 0)
        set_position(h, &line);
    else if (strcmp(command, "level") == 0)
        set_level(h, &line);
    else if (strcmp(command, "go") == 0)
        go(h, &line);
    else if (strcmp(command, "stop") == 0)
        end_search(h, false);
    else if (strcmp(command, "ponder-hit") == 0 && h->job)
        begin_search(h, true); /* with a warm table */
    else if (strcmp(command, "new-game") == 0) {
        end_search(h, true);
        hra_agent_forget(h->agent);
    }
    fflush(stdout);
    return true;
}

/* Reads line by line; one that is too long is not looked at. */
static void listen(hub *h) {
    static char text[HUB_LINE];
    bool whole = true;
    while (!say_interrupted() && fgets(text, sizeof text, stdin)) {
        size_t length = strlen(text);
        bool ended = length > 0 && text[length - 1] == '\n';
        if (whole && !ended && !feof(stdin))
            complain("a line is too long");
        else if (whole && !obey(h, text))
            return;
        whole = ended;
    }
}

static int run(const args *a) {
    static hub h = {.level = 10, .tables = 4, .memory = 64, .limits = {.seconds = 1}};
    hra_error why;
    store_folder(a, h.data);
    if (hra_game_open(&h.game, &cli_host, "checkers", &why) != 0)
        return say_failure(&why, "checkers");
    h.state = calloc(1, h.game->state_size);
    h.next = calloc(1, h.game->state_size);
    h.moves = malloc(hra_game_room(h.game) * sizeof *h.moves);
    if (h.state && h.next && h.moves)
        listen(&h);
    else
        say_error("%s", hra_err_text(HRA_ENOMEM));
    int status = h.state && h.next && h.moves ? EXIT_DONE : EXIT_FAILED;
    end_search(&h, true);
    hra_agent_close(h.agent);
    hra_player_close(h.player);
    free(h.state);
    free(h.next);
    free(h.moves);
    hra_game_close(h.game);
    return status;
}

const args_command command_hub = {
    .name = "hub",
    .synopsis = "",
    .summary = "the engine of checkers for other programs (Hub protocol)",
    .details =
        "Speaks version 2 of the Hub protocol on standard input and output: hub, set-param, init, pos,\n"
        "level, go, stop, ponder-hit, new-game, ping, quit. A position is W or B and 32 signs (w, b:\n"
        "men, W, B: kings, e: empty) from square 1 on; black moves first and to higher numbers.\n",
    .options = options,
    .min_words = 0,
    .max_words = 0,
    .run = run,
};
