/* A game in a few calls: a play with a person in every seat, who is the caller. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/easy.h"
#include "hra/json.h"
#include "hra/play.h"
#include "rules/defaults.h"

/* One play and its record. A new one is opened beside it, so that an error leaves the old one. */
typedef struct table {
    hra_play *play;
    hra_text record;
    hra_event event; /* ASK or OVER */
} table;

/* A text for each function that returns one, so that a program may use several at a time. */
enum { BOARD, POSITION, MOVES, RECORD, BEST, VALUES, ANALYSIS, TEXTS };

struct hra_easy {
    hra_game *game;
    hra_player *person; /* in each seat */
    table tables[2];
    int current;
    hra_agent *agent; /* that was asked last, or NULL */
    hra_analysis result;
    hra_text texts[TEXTS];
    hra_error why;
};

static hra_err record(void *self, const char *text, size_t length) {
    hra_text *out = self;
    hra_text_add_bytes(out, text, length);
    return out->err;
}

/* Steps until a seat is asked, or the game is over. */
static hra_err advance(table *t, hra_error *why) {
    hra_event event;
    do {
        hra_err err = hra_play_step(t->play, &event);
        if (err != 0)
            return hra_fail_as(why, hra_play_why(t->play));
    } while (event.kind != HRA_EVENT_ASK && event.kind != HRA_EVENT_OVER);
    t->event = event;
    return HRA_OK;
}

static void close_table(table *t) {
    hra_play_close(t->play);
    hra_text_release(&t->record);
    *t = (table){0};
}

static hra_err start(hra_easy *easy, const char *position, uint64_t seed) {
    const hra_player *players[HRA_MAX_SEATS];
    table *t = &easy->tables[!easy->current];
    uint64_t number = 0;
    if (!position && hra_game_number_of(easy->game, seed, &number) != 0)
        return hra_no_memory(&easy->why);
    for (int seat = 0; seat < easy->game->seats; seat++)
        players[seat] = easy->person;
    hra_text_init(&t->record);
    hra_play_setup setup = {.size = sizeof setup,
                            .game = easy->game,
                            .players = players,
                            .count = easy->game->seats,
                            .seed = seed,
                            .number = number,
                            .position = position,
                            .sink = record,
                            .sink_self = &t->record};
    hra_err err = hra_play_open(&t->play, &setup, &easy->why);
    if (err == 0)
        err = advance(t, &easy->why);
    if (err != 0) {
        close_table(t);
        return err;
    }
    close_table(&easy->tables[easy->current]);
    easy->current = !easy->current;
    hra_agent_forget(easy->agent);
    return HRA_OK;
}

hra_err hra_easy_open(hra_easy **out, const char *game) {
    hra_easy *easy = *out = calloc(1, sizeof *easy);
    if (!easy)
        return HRA_ENOMEM;
    for (int i = 0; i < TEXTS; i++)
        hra_text_init(&easy->texts[i]);
    hra_analysis_init(&easy->result);
    if (!game)
        return hra_fail(&easy->why, HRA_EINPUT, -1, "no game is named");
    hra_err err = hra_game_open(&easy->game, NULL, game, &easy->why);
    if (err == 0)
        err = hra_player_open(&easy->person, easy->game, "human", NULL, NULL, &easy->why);
    return err != 0 ? err : start(easy, NULL, 1);
}

void hra_easy_close(hra_easy *easy) {
    if (!easy)
        return;
    hra_agent_close(easy->agent);
    close_table(&easy->tables[0]);
    close_table(&easy->tables[1]);
    hra_player_close(easy->person);
    hra_game_close(easy->game);
    hra_analysis_release(&easy->result);
    for (int i = 0; i < TEXTS; i++)
        hra_text_release(&easy->texts[i]);
    free(easy);
}

const char *hra_easy_error(const hra_easy *easy) {
    return easy ? easy->why.text : hra_err_text(HRA_ENOMEM);
}

/* Begins a call: the play, without an error; NULL: there is none. */
static table *begin(hra_easy *easy) {
    if (!easy)
        return NULL;
    table *t = &easy->tables[easy->current];
    if (!t->play) {
        hra_fail(&easy->why, HRA_ESTATE, -1, "no game is open");
        return NULL;
    }
    easy->why = (hra_error){0};
    return t;
}

/* The same for a function that returns text: *out is empty. */
static table *begin_text(hra_easy *easy, int which, hra_text **out) {
    table *t = begin(easy);
    if (t) {
        *out = &easy->texts[which];
        hra_text_clear(*out);
    }
    return t;
}

/* Ends it: the text, or "" after an error. */
static const char *text(hra_easy *easy, hra_text *out, hra_err err) {
    if (err == 0 && out->err != 0)
        err = hra_no_memory(&easy->why);
    if (err != 0)
        hra_text_clear(out);
    return hra_text_string(out);
}

static const void *state(const table *t) {
    return hra_play_at(t->play, HRA_NOW).state;
}

/* Whether a seat is to move; else that is the error. */
static bool asks(hra_easy *easy, const table *t) {
    if (t->event.kind == HRA_EVENT_ASK)
        return true;
    hra_fail(&easy->why, HRA_ESTATE, -1, "the game is over");
    return false;
}

hra_err hra_easy_start(hra_easy *easy, const char *position, uint64_t seed) {
    return begin(easy) ? start(easy, position, seed) : HRA_ESTATE;
}

const char *hra_easy_board(hra_easy *easy) {
    hra_text *out;
    const table *t = begin_text(easy, BOARD, &out);
    if (!t)
        return "";
    const hra_board_style look = {.width = 80, .seat = -1};
    easy->game->rules->text->show(easy->game, state(t), &look, out);
    return text(easy, out, HRA_OK);
}

const char *hra_easy_position(hra_easy *easy) {
    hra_text *out;
    const table *t = begin_text(easy, POSITION, &out);
    if (!t)
        return "";
    easy->game->rules->text->write_position(easy->game, state(t), out);
    return text(easy, out, HRA_OK);
}

int hra_easy_to_move(hra_easy *easy) {
    const table *t = begin(easy);
    return t && t->event.kind == HRA_EVENT_ASK ? t->event.seat : -1;
}

const char *hra_easy_moves(hra_easy *easy) {
    hra_text *out;
    const table *t = begin_text(easy, MOVES, &out);
    if (!t || t->event.kind != HRA_EVENT_ASK)
        return "";
    hra_move *moves = malloc(hra_game_move_capacity(easy->game) * sizeof *moves);
    if (!moves)
        return text(easy, out, hra_no_memory(&easy->why));
    int count = hra_game_moves(easy->game, state(t), moves);
    for (int i = 0; i < count; i++) {
        easy->game->rules->text->show_move(easy->game, state(t), moves[i], out);
        hra_text_add(out, "\n");
    }
    free(moves);
    return text(easy, out, HRA_OK);
}

double hra_easy_result(hra_easy *easy, int seat) {
    const table *t = begin(easy);
    if (!t || t->event.kind != HRA_EVENT_OVER || seat < 0 || seat >= easy->game->seats)
        return NAN;
    return hra_play_snapshot(t->play)->returns[seat];
}

const char *hra_easy_record(hra_easy *easy) {
    hra_text *out;
    const table *t = begin_text(easy, RECORD, &out);
    if (!t)
        return "";
    hra_text_add(out, hra_text_string(&t->record));
    return text(easy, out, HRA_OK);
}

static hra_err make(hra_easy *easy, table *t, hra_move move) {
    if (hra_play_answer(t->play, move) != 0)
        return hra_fail_as(&easy->why, hra_play_why(t->play));
    return advance(t, &easy->why);
}

hra_err hra_easy_move(hra_easy *easy, const char *move) {
    table *t = begin(easy);
    hra_move m;
    if (!t || !asks(easy, t))
        return HRA_ESTATE;
    if (!move)
        return hra_fail(&easy->why, HRA_EINPUT, -1, "no move is named");
    hra_err err = hra_game_parse_move(easy->game, state(t), move, &m, &easy->why);
    return err != 0 ? err : make(easy, t, m);
}

/* ---- players --------------------------------------------------------------------------------*/

static hra_err open_agent(hra_easy *easy, hra_agent **out, const char *spec) {
    hra_err err = hra_agent_open_spec(out, easy->game, spec, &easy->why);
    if (err != 0)
        return err;
    const hra_limits usual = hra_limits_usual();
    hra_agent_usual(*out, &usual);
    return HRA_OK;
}

/* Keeps the agent of the last question, which may have a table or a solution that took time. */
static hra_err find_agent(hra_easy *easy, const char *spec) {
    if (!spec)
        spec = hra_player_suggest(easy->game).best;
    if (easy->agent && hra_spec_equal(hra_player_info_of(hra_agent_player(easy->agent))->spec, spec,
                                      HRA_NAME_PLAYER, easy->game->rules, NULL))
        return HRA_OK;
    hra_agent_close(easy->agent);
    easy->agent = NULL;
    return open_agent(easy, &easy->agent, spec);
}

const char *hra_easy_best(hra_easy *easy, const char *player) {
    hra_text *out;
    table *t = begin_text(easy, BEST, &out);
    hra_question question;
    if (!t || !asks(easy, t) || find_agent(easy, player) != 0)
        return "";
    hra_play_question(t->play, &question);
    question.want = HRA_WANT_MOVE;
    hra_err err = hra_agent_ask(easy->agent, &question, &easy->result);
    if (err != 0)
        hra_fail_as(&easy->why, hra_agent_why(easy->agent));
    else
        easy->game->rules->text->show_move(easy->game, state(t), easy->result.move, out);
    return text(easy, out, err);
}

/* Asks a player for all moves; the question is about question->state. False: that is the error. */
static bool analyse(hra_easy *easy, int which, hra_text **out, const char *player, hra_question *question) {
    table *t = begin_text(easy, which, out);
    if (!t || !asks(easy, t) || find_agent(easy, player) != 0)
        return false;
    hra_play_question(t->play, question);
    if (hra_agent_ask(easy->agent, question, &easy->result) == 0)
        return true;
    hra_fail_as(&easy->why, hra_agent_why(easy->agent));
    return false;
}

/* Puts a move behind those that are at least as good; of which nothing is known, behind all. */
static void rank(hra_analysis_move *moves, int i, int seat) {
    const hra_analysis_move move = moves[i];
    for (; i > 0 && move.kind != HRA_VALUE_NONE; i--) {
        if (moves[i - 1].kind != HRA_VALUE_NONE && moves[i - 1].value[seat] >= move.value[seat])
            break;
        moves[i] = moves[i - 1];
    }
    moves[i] = move;
}

const char *hra_easy_values(hra_easy *easy, const char *player) {
    hra_question question;
    hra_text *out;
    if (!analyse(easy, VALUES, &out, player, &question))
        return "";
    const hra_game *game = easy->game;
    const int seat = game->rules->to_move(game, question.state);
    hra_analysis_move *moves = easy->result.moves;
    for (int i = 0; i < easy->result.move_count; i++)
        rank(moves, i, seat);
    for (int i = 0; i < easy->result.move_count; i++) {
        game->rules->text->show_move(game, question.state, moves[i].move, out);
        if (moves[i].kind == HRA_VALUE_NONE)
            hra_text_add(out, "  ?\n");
        else
            hra_text_addf(out, "  %s%.4G\n", hra_value_mark(moves[i].kind, true, false),
                          moves[i].value[seat]);
    }
    return text(easy, out, HRA_OK);
}

const char *hra_easy_analyse(hra_easy *easy, const char *player) {
    hra_question question;
    hra_text *out;
    if (!analyse(easy, ANALYSIS, &out, player, &question))
        return "";
    hra_json json = hra_json_begin(out);
    hra_json_analysis(&json, NULL, &easy->result, easy->game, question.state,
                      hra_player_info_of(hra_agent_player(easy->agent))->spec);
    return text(easy, out, HRA_OK);
}

/* The end of the first word of a list of specs; blanks in quotes and parentheses belong to a word. */
static const char *word_end(const char *at) {
    bool quoted = false;
    for (int depth = 0; *at && (*at != ' ' || quoted || depth > 0); at++) {
        quoted ^= *at == '"';
        depth += quoted ? 0 : (*at == '(') - (*at == ')');
    }
    return at;
}

static hra_err wrong_number(hra_easy *easy) {
    return hra_fail(&easy->why, HRA_EINPUT, -1,
                    "name one player for all seats, or a player for each; seats: %d", easy->game->seats);
}

/* Opens an agent for each spec; *count of them, to be closed after an error too. */
static hra_err open_agents(hra_easy *easy, const char *players, hra_agent **agents, int *count) {
    char spec[HRA_SPEC_LENGTH];
    for (const char *at = players + strspn(players, " "); *at; at += strspn(at, " ")) {
        size_t length = (size_t)(word_end(at) - at);
        if (length >= sizeof spec)
            return hra_fail(&easy->why, HRA_EINPUT, (int)(at - players), "the spec of a player is too long");
        if (*count == easy->game->seats)
            return wrong_number(easy);
        memcpy(spec, at, length);
        spec[length] = '\0';
        hra_err err = open_agent(easy, &agents[*count], spec);
        if (err != 0)
            return err;
        ++*count;
        at += length;
    }
    return HRA_OK;
}

static hra_err play(hra_easy *easy, table *t, hra_agent **agents, int count) {
    while (t->event.kind == HRA_EVENT_ASK) {
        hra_agent *agent = agents[count == 1 ? 0 : t->event.seat];
        hra_question question;
        hra_play_question(t->play, &question);
        question.want = HRA_WANT_MOVE;
        if (hra_agent_ask(agent, &question, &easy->result) != 0)
            return hra_fail_as(&easy->why, hra_agent_why(agent));
        hra_err err = make(easy, t, easy->result.move);
        if (err != 0)
            return err;
    }
    return HRA_OK;
}

hra_err hra_easy_play(hra_easy *easy, const char *players) {
    hra_agent *agents[HRA_MAX_SEATS] = {NULL};
    int count = 0;
    table *t = begin(easy);
    if (!t || !asks(easy, t))
        return HRA_ESTATE;
    hra_err err = open_agents(easy, players ? players : hra_player_suggest(easy->game).best, agents, &count);
    if (err == 0 && count != 1 && count != easy->game->seats)
        err = wrong_number(easy);
    if (err == 0)
        err = play(easy, t, agents, count);
    for (int i = 0; i < count; i++)
        hra_agent_close(agents[i]);
    return err;
}
