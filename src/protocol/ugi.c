/* UGI, by which arenas play any game of two seats without chance (K. Miller, cutegames, ugi.md as of commit
 * 0c6206e): ugi, isready, setoption, uginewgame, position, go, stop, query, quit. Moves and positions are
 * written as the game writes them. Every `go` gets one `bestmove`. What went wrong is said behind `info
 * string`. */
#include <stdlib.h>
#include <string.h>

#include "game/whole.h"
#include "pace.h"
#include "ugi.h"

enum { MOVES = 4096 /* of `position ... moves` */ };

typedef enum ugi_moment {
    UGI_IDLE,
    UGI_OPENING, /* the player, and what it builds */
    UGI_THINKING,
    UGI_HOLDING, /* after `go infinite` nothing more is to be found, but the move is not asked for yet */
} ugi_moment;

typedef struct ugi {
    hra_protocol *dialogue;
    const hra_game *game;
    char spec[HRA_SPEC_LENGTH]; /* of the player */
    double seed;                /* of its random numbers, a whole number */
    uint64_t games;             /* that were begun */
    hra_player *player;
    hra_agent *agent;
    hra_err failed; /* of the opening, and in words */
    hra_error why;
    void *state, *next; /* the position; and where moves are tried, by the work while there is any */
    hra_move *moves;    /* room for those of one state */
    uint64_t history[MOVES];
    int history_length;
    ugi_moment moment;
    bool infinite;
    hra_question question;
    hra_move choice;
    int told; /* the depth that was told last; -1: none */
} ugi;

bool hra_ugi_fits(const hra_game *game) {
    return game->seats == 2 && game->max_chances == 0;
}

static void complain(const ugi *u, const char *text) {
    hra_protocol_say(u->dialogue, "info string %s", text);
}

/* ---- the search -----------------------------------------------------------------------------*/

/* Where a search is over its move is said. */
static void say_move(ugi *u) {
    hra_text move;
    hra_text_init(&move);
    u->moment = UGI_IDLE;
    u->game->rules->text->show_move(u->game, u->state, u->choice, &move);
    if (move.err)
        complain(u, hra_err_text(move.err));
    else
        hra_protocol_say(u->dialogue, "bestmove %s", hra_text_string(&move));
    hra_text_release(&move);
}

/* A search that goes on ends with its move. */
static void end_search(ugi *u) {
    if (u->moment != UGI_THINKING && u->moment != UGI_HOLDING)
        return;
    hra_protocol_halt(u->dialogue);
    say_move(u);
}

/* What is known by now. */
static void tell(ugi *u, int depth, uint64_t nodes, double seconds, const hra_move *line, int length) {
    hra_text text;
    hra_text_init(&text);
    if (depth > 0)
        hra_text_addf(&text, " depth %d", depth);
    hra_text_addf(&text, " time %.0f", 1000 * seconds);
    if (nodes > 0)
        hra_text_addf(&text, " nodes %llu", (unsigned long long)nodes);
    memcpy(u->next, u->state, u->game->state_size);
    for (int i = 0; i < length; i++) {
        hra_text_add(&text, i ? " " : " pv ");
        u->game->rules->text->show_move(u->game, u->next, line[i], &text);
        u->game->rules->apply(u->game, u->next, line[i]);
    }
    if (!text.err)
        hra_protocol_say(u->dialogue, "info%s", hra_text_string(&text));
    hra_text_release(&text);
    u->told = depth;
}

static void found(void *self, const hra_result *so_far) {
    tell(self, so_far->depth, so_far->nodes, so_far->seconds, so_far->pv, so_far->pv_length);
}

/* In the job. A search that fails leaves the first move that there is. */
static void think(ugi *u) {
    hra_thought thought;
    double began = hra_clock();
    u->question.stop = hra_protocol_stopping(u->dialogue);
    hra_move move;
    hra_err err = hra_agent_choose(u->agent, &u->question, &move);
    if (err && err != HRA_ESTOPPED)
        complain(u, hra_err_text(err));
    if (err)
        return;
    u->choice = move;
    if (hra_agent_recall(u->agent, &thought) == 0 && thought.length > 0 && thought.depth != u->told)
        tell(u, thought.depth, thought.nodes, hra_clock() - began, thought.line, thought.length);
}

/* ---- the player -----------------------------------------------------------------------------*/

static void close_player(ugi *u) {
    hra_agent_close(u->agent);
    hra_player_close(u->player);
    u->agent = NULL;
    u->player = NULL;
    u->failed = HRA_OK;
}

/* Begins to open it where that was not tried yet; true: it has to be waited for. */
static bool opens(ugi *u) {
    if (u->agent || u->failed)
        return false;
    u->moment = UGI_OPENING;
    if (hra_protocol_begin(u->dialogue) == 0)
        return true;
    u->moment = UGI_IDLE;
    u->failed = hra_no_memory(&u->why);
    return false;
}

/* In the job. */
static void open_player(ugi *u) {
    const hra_progress progress = {.stop = hra_protocol_stopping(u->dialogue)};
    u->failed =
        hra_player_open(&u->player, u->game, u->spec, hra_protocol_data(u->dialogue), &progress, &u->why);
    if (!u->failed && hra_player_human(u->player))
        u->failed = hra_fail(&u->why, HRA_EINPUT, -1, "'human' sits in hra play");
    if (!u->failed && (u->failed = hra_agent_open(&u->agent, u->player)) != 0)
        hra_fail(&u->why, u->failed, -1, "%s", hra_err_text(u->failed));
}

/* ---- what an arena says ---------------------------------------------------------------------*/

static hra_protocol_answer introduce(ugi *u, char *rest) {
    hra_protocol_say(u->dialogue, "id name hra %s", HRA_VERSION);
    hra_protocol_say(u->dialogue, "id author the hra project");
    hra_protocol_say(u->dialogue, "option name player type string default %s", u->spec);
    hra_protocol_say(u->dialogue, "option name seed type spin default %.0f min 0 max 1000000000", u->seed);
    hra_protocol_say(u->dialogue, "ugiok");
    return HRA_PROTOCOL_DONE;
}

static hra_protocol_answer answer_ready(ugi *u, char *rest) {
    if (u->failed)
        complain(u, u->why.text);
    else
        hra_protocol_say(u->dialogue, "readyok");
    return HRA_PROTOCOL_DONE;
}

/* The text behind a word that stands for itself in a line; NULL: it is not there. What comes before it ends
 * there. */
static char *behind(char *text, const char *word) {
    size_t length = strlen(word);
    for (char *at = text; (at = strstr(at, word)) != NULL; at += length)
        if ((at == text || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0')) {
            char *value = at + length + strspn(at + length, " ");
            while (at > text && at[-1] == ' ')
                at--;
            *at = '\0';
            return value;
        }
    return NULL;
}

static hra_protocol_answer set_option(ugi *u, char *rest) {
    static const char *const names[] = {"player", "seed", NULL};
    char *value = behind(rest, "value"), *name = behind(rest, "name");
    double number;
    hra_error why = {0};
    end_search(u);
    if (!name || !value)
        hra_fail(&why, HRA_EINPUT, -1, "setoption needs name and value");
    else if (strcmp(name, "seed") == 0 && hra_number_read(value, NULL, &number) && number >= 0 &&
             number <= 1e9)
        u->seed = number;
    else if (strcmp(name, "seed") == 0)
        hra_fail(&why, HRA_EINPUT, -1, "seed: expected a whole number in 0..1000000000, found '%.40s'",
                 value);
    else if (strcmp(name, "player") != 0)
        hra_fail_unknown(&why, -1, name, names, "there is no option '%.40s'; there are", name);
    else if (strlen(value) >= sizeof u->spec)
        hra_fail(&why, HRA_ELIMIT, -1, "a player is named in less than %d bytes", HRA_SPEC_LENGTH);
    else {
        (void)hra_snprintf(u->spec, sizeof u->spec, "%s", value);
        close_player(u);
    }
    if (why.code)
        complain(u, why.text);
    return HRA_PROTOCOL_DONE;
}

static void begin_game(ugi *u) {
    u->game->rules->init(u->game, u->state);
    u->history_length = 0;
}

static hra_protocol_answer new_game(ugi *u, char *rest) {
    end_search(u);
    if (u->agent)
        hra_agent_forget(u->agent);
    u->games++;
    begin_game(u);
    return HRA_PROTOCOL_DONE;
}

/* Makes the moves of a text with blanks between them in u->next. */
static hra_err make_moves(ugi *u, char *text, hra_error *why) {
    const hra_rules *rules = u->game->rules;
    hra_err err = HRA_OK;
    u->history_length = 0;
    for (size_t length; !err && *text; text += length) {
        hra_move move;
        length = strcspn(text, " ");
        char *end = text + length;
        length += strspn(end, " ");
        *end = '\0';
        if (u->history_length == MOVES)
            return hra_fail(why, HRA_ELIMIT, -1, "more than %d moves", MOVES);
        if (rules->to_move(u->game, u->next) < 0)
            return hra_fail(why, HRA_EINPUT, -1, "the game is over before %.40s", text);
        err = hra_game_parse_move(u->game, u->next, text, &move, why);
        if (!err && (err = hra_game_check_move(u->game, u->next, move)) != 0)
            hra_fail(why, err, -1, "%.40s is no legal move", text);
        if (!err) {
            u->history[u->history_length++] = hra_game_key(u->game, u->next);
            rules->apply(u->game, u->next, move);
        }
    }
    return err;
}

static hra_protocol_answer set_position(ugi *u, char *rest) {
    hra_error why = {0};
    char *moves = behind(rest, "moves"), *fen = behind(rest, "fen");
    hra_err err = HRA_OK;
    end_search(u);
    if (fen && *rest == '\0')
        err = hra_game_read_position(u->game, fen, u->next, &why);
    else if (strcmp(rest, "startpos") == 0)
        u->game->rules->init(u->game, u->next);
    else
        err = hra_fail(&why, HRA_EINPUT, -1, "position needs startpos or fen");
    int before = u->history_length;
    if (!err)
        err = make_moves(u, moves ? moves : rest + strlen(rest), &why);
    if (err) {
        u->history_length = before;
        complain(u, why.text[0] ? why.text : hra_err_text(err));
    } else {
        memcpy(u->state, u->next, u->game->state_size);
    }
    return HRA_PROTOCOL_DONE;
}

bool hra_ugi_number(const char *line, const char *word, double *out) {
    const char *at = line, *end;
    size_t length = strlen(word);
    double x;
    while ((at = strstr(at, word)) != NULL && !((at == line || at[-1] == ' ') && at[length] == ' '))
        at += length;
    if (!at)
        return true;
    at += length + strspn(at + length, " ");
    if (!hra_number_read(at, &end, &x) || (*end != ' ' && *end != '\0') || x < 0 || x > 1e15)
        return false;
    *out = x;
    return true;
}

static bool read_limits(const ugi *u, const char *rest, hra_limits *out) {
    double depth = 0, nodes = 0, move_time = -1, time[2] = {-1, -1}, inc[2] = {0, 0};
    int seat = u->game->rules->to_move(u->game, u->state);
    if (!hra_ugi_number(rest, "depth", &depth) || !hra_ugi_number(rest, "nodes", &nodes) ||
        !hra_ugi_number(rest, "movetime", &move_time) || !hra_ugi_number(rest, "p1time", &time[0]) ||
        !hra_ugi_number(rest, "p2time", &time[1]) || !hra_ugi_number(rest, "p1inc", &inc[0]) ||
        !hra_ugi_number(rest, "p2inc", &inc[1]))
        return false;
    *out = (hra_limits){
        .depth = depth < 1000 ? (int)depth : 1000, .nodes = (uint64_t)nodes, .playouts = (uint64_t)nodes};
    if (time[seat] >= 0)
        out->seconds = hra_pace_share(time[seat] / 1000, inc[seat] / 1000, HRA_PACE_MOVES);
    else if (move_time >= 0)
        out->seconds = move_time < 1 ? 0.001 : move_time / 1000;
    return true;
}

static hra_protocol_answer go(ugi *u, char *rest) {
    hra_limits limits;
    end_search(u);
    const char *why = u->failed ? u->why.text
                      : u->game->rules->to_move(u->game, u->state) == HRA_OVER
                          ? "the game is over in this position"
                      : !read_limits(u, rest, &limits) ? "go: numbers are from 0 on"
                                                       : NULL;
    if (!why) {
        hra_rng rng;
        hra_rng_init_stream(&rng, (uint64_t)u->seed, u->games, (uint64_t)u->history_length, HRA_STREAM_SEAT);
        u->infinite = behind(rest, "infinite") != NULL;
        u->told = -1;
        hra_game_moves(u->game, u->state, u->moves);
        u->choice = u->moves[0];
        u->question = (hra_question){.state = u->state,
                                     .history = u->history,
                                     .history_length = u->history_length,
                                     .limits = u->infinite ? (hra_limits){0} : limits,
                                     .seed = hra_rng_next(&rng),
                                     .found = found,
                                     .found_self = u};
        u->moment = UGI_THINKING;
        if (hra_protocol_begin(u->dialogue) != 0)
            why = "there is no memory to think with";
    }
    if (why) {
        u->moment = UGI_IDLE;
        complain(u, why);
    }
    return HRA_PROTOCOL_DONE;
}

static hra_protocol_answer stop(ugi *u, char *rest) {
    if (u->moment == UGI_OPENING)
        hra_protocol_stop(u->dialogue);
    else
        end_search(u);
    return HRA_PROTOCOL_DONE;
}

static hra_protocol_answer query(ugi *u, char *rest) {
    double returns[HRA_MAX_SEATS] = {0};
    int seat = u->game->rules->to_move(u->game, u->state);
    if (seat == HRA_OVER)
        u->game->rules->returns(u->game, u->state, returns);
    const char *result = seat != HRA_OVER          ? "none"
                         : returns[0] > returns[1] ? "p1win"
                         : returns[1] > returns[0] ? "p2win"
                                                   : "draw";
    if (strcmp(rest, "gameover") == 0)
        hra_protocol_say(u->dialogue, "response %s", seat == HRA_OVER ? "true" : "false");
    else if (strcmp(rest, "p1turn") == 0)
        hra_protocol_say(u->dialogue, "response %s", seat == 0 ? "true" : "false");
    else if (strcmp(rest, "result") == 0)
        hra_protocol_say(u->dialogue, "response %s", result);
    else
        complain(u, "query takes gameover, p1turn or result");
    return HRA_PROTOCOL_DONE;
}

static hra_protocol_answer quit(ugi *u, char *rest) {
    return HRA_PROTOCOL_BYE;
}

/* ---- a line ---------------------------------------------------------------------------------*/

static const struct command {
    const char *name;
    hra_protocol_answer (*obey)(ugi *, char *rest);
    bool at_once; /* while something opens, too */
    bool plays;   /* once the player is open */
} commands[] = {
    {"ugi",        introduce,    false, false},
    {"isready",    answer_ready, false, true },
    {"setoption",  set_option,   false, false},
    {"uginewgame", new_game,     false, false},
    {"position",   set_position, false, false},
    {"go",         go,           false, true },
    {"stop",       stop,         true,  false},
    {"query",      query,        false, false},
    {"quit",       quit,         false, false},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static hra_protocol_answer take_line(void *self, char *text) {
    ugi *u = self;
    bool opening = u->moment == UGI_OPENING;
    if (!text)
        return opening ? HRA_PROTOCOL_LATER : HRA_PROTOCOL_BYE;
    text += strspn(text, " \t");
    size_t length = strcspn(text, " \t");
    const struct command *c = NULL;
    for (int i = 0; i < COMMANDS && !c; i++)
        if (strlen(commands[i].name) == length && memcmp(commands[i].name, text, length) == 0)
            c = &commands[i];
    if ((opening && !(c && c->at_once)) || (c && c->plays && opens(u)))
        return HRA_PROTOCOL_LATER;
    char *rest = text + length, *end = text + strlen(text);
    for (char *at = rest; *at; at++)
        *at = *at == '\t' ? ' ' : *at;
    rest += strspn(rest, " ");
    while (end > rest && end[-1] == ' ')
        *--end = '\0';
    if (c)
        return c->obey(u, rest);
    hra_error why;
    const char *names[COMMANDS + 1] = {NULL};
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    text[length] = '\0';
    hra_fail_unknown(&why, -1, text, names, "there is no command '%.40s'; there are", text);
    if (*text)
        complain(u, why.text);
    return HRA_PROTOCOL_DONE;
}

static void refuse(void *self, const char *why) {
    complain(self, why);
}

/* ---- the dialogue ---------------------------------------------------------------------------*/

static bool work(void *self) {
    ugi *u = self;
    if (u->moment == UGI_THINKING)
        think(u);
    else
        open_player(u);
    return false;
}

static void worked(void *self) {
    ugi *u = self;
    if (u->moment != UGI_THINKING)
        u->moment = UGI_IDLE;
    else if (u->infinite)
        u->moment = UGI_HOLDING;
    else
        say_move(u);
}

static void close_ugi(void *self) {
    ugi *u = self;
    close_player(u);
    free(u->state);
    free(u->next);
    free(u->moves);
    free(u);
}

static hra_err open_ugi(hra_protocol *dialogue, void **self, hra_error *why) {
    ugi *u = calloc(1, sizeof *u);
    if (!u)
        return hra_no_memory(why);
    const char *player = hra_protocol_player(dialogue);
    u->dialogue = dialogue;
    u->game = hra_protocol_game(dialogue);
    u->seed = 1;
    u->state = calloc(1, u->game->state_size);
    u->next = calloc(1, u->game->state_size);
    u->moves = calloc(hra_game_room(u->game), sizeof *u->moves);
    if (!u->state || !u->next || !u->moves) {
        close_ugi(u);
        return hra_no_memory(why);
    }
    (void)hra_snprintf(u->spec, sizeof u->spec, "%s", player ? player : hra_player_best(u->game));
    begin_game(u);
    *self = u;
    return HRA_OK;
}

const hra_protocol_kind hra_protocol_ugi = {
    .size = sizeof(hra_protocol_kind),
    .name = "ugi",
    .summary = "plays a game of two seats without chance for an arena (UGI)",
    .help = "Speaks the Universal Game Interface on standard input and output: ugi, isready, setoption,\n"
            "uginewgame, position, go, stop, query, quit. Moves and positions are those of hra play and\n"
            "hra show. PLAYER is who plays, default the best; an arena may name another by the option\n"
            "player. Ctrl-C ends it.\n",
    .open = open_ugi,
    .close = close_ugi,
    .line = take_line,
    .refuse = refuse,
    .work = work,
    .worked = worked,
    .fits = hra_ugi_fits,
};
