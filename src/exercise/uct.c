/* UCT by hand: the search, the text, the verdict. */
#include "uct.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/messages.h"
#include "hra/json.h"

static const char *const fields[UCT_FIELDS] = {"path", "ucb", "visits", "mean"};

/* ---- the search ---------------------------------------------------------------------------------*/

double hra_uct_mean(const uct *u, const uct_counts *counts, int node) {
    return u->nodes[node].sign * counts->sums[node] / counts->visits[node];
}

double hra_uct_bonus(const uct *u, const uct_counts *counts, int node) {
    return u->constant * sqrt(log(counts->visits[u->nodes[node].parent] + 1) / counts->visits[node]);
}

int hra_uct_untried(const uct *u, const uct_counts *counts, int node) {
    for (int i = 1; i < u->count; i++)
        if (u->nodes[i].parent == node && !counts->visits[i])
            return i;
    return -1;
}

static int find_best(const uct *u, const uct_counts *counts, int node, double *ucb) {
    int best = -1;
    for (int i = 1; i < u->count; i++) {
        if (u->nodes[i].parent != node)
            continue;
        const double value = hra_uct_mean(u, counts, i) + hra_uct_bonus(u, counts, i);
        if (best < 0 || value > *ucb + 1e-5) { /* as good as: the one that was tried first */
            best = i;
            *ucb = value;
        }
    }
    return best;
}

static void back_up(const uct *u, const uct_simulation *s, uct_counts *counts) {
    for (int node = s->node; node >= 0; node = u->nodes[node].parent) {
        counts->visits[node]++;
        counts->sums[node] += s->result;
    }
}

static bool simulate(const uct *u, uct_counts *counts, uct_simulation *out) {
    int node = 0;
    out->compared = false;
    for (bool fresh = false; !fresh && !u->nodes[node].over;) {
        double ucb = 0;
        int next = hra_uct_untried(u, counts, node);
        fresh = next >= 0;
        if (!fresh && (!u->nodes[node].full || (next = find_best(u, counts, node, &ucb)) < 0))
            return false;
        if (node == 0) {
            out->compared = !fresh;
            out->ucb = ucb;
            out->top = next;
        }
        node = next;
    }
    out->node = node;
    back_up(u, out, counts);
    out->visits = counts->visits[out->top];
    out->mean = hra_uct_mean(u, counts, out->top) + 0.0;
    return true;
}

bool hra_uct_solve(uct *u) {
    uct_counts counts = {.visits = {0}};
    for (int i = 0; i < u->simulated; i++)
        if (!simulate(u, &counts, &u->simulations[i]))
            return false;
    return true;
}

void hra_uct_count(const uct *u, int index, uct_counts *out) {
    *out = (uct_counts){.visits = {0}};
    for (int i = 0; i < index; i++)
        back_up(u, &u->simulations[i], out);
}

/* ---- words --------------------------------------------------------------------------------------*/

void hra_uct_path(const uct *u, int node, hra_text *out) {
    int way[UCT_NODES], depth = 0;
    for (; u->nodes[node].parent >= 0; node = u->nodes[node].parent)
        way[depth++] = node;
    while (depth-- > 0)
        hra_text_addf(out, "%s%s", u->nodes[way[depth]].move, depth ? "-" : "");
}

static bool is_asked(const uct *u, int simulation, uct_field field) {
    return field != UCT_UCB || u->simulations[simulation].compared;
}

bool hra_uct_item(const uct *u, int index, char name[HRA_EXERCISE_ITEM]) {
    for (int i = 0; i < u->simulated; i++)
        for (int field = UCT_FIELDS - 1; field >= 0; field--) {
            static const uct_field order[UCT_FIELDS] = {UCT_MEAN, UCT_VISITS, UCT_PATH_FIELD, UCT_UCB};
            if (!is_asked(u, i, order[field]) || index-- > 0)
                continue;
            (void)hra_snprintf(name, HRA_EXERCISE_ITEM, "%d.%s", i + 1, fields[order[field]]);
            return true;
        }
    return false;
}

static void add_field(const uct *u, int simulation, uct_field field, hra_text *out) {
    const uct_simulation *s = &u->simulations[simulation];
    if (field == UCT_PATH_FIELD)
        hra_uct_path(u, s->node, out);
    else if (field == UCT_VISITS)
        hra_text_addf(out, "%d", s->visits);
    else
        hra_text_addf(out, "%.3F", field == UCT_UCB ? s->ucb : s->mean);
}

void hra_uct_question(const hra_exercise *x, hra_text *out) {
    const uct *u = x->self;
    hra_text_addf(
        out,
        _("UCT with UCB1 = mean + %.4G * sqrt(ln N / n). N counts the simulation that chooses; of equal "
          "moves "
          "the one that was tried first is chosen. A move that has not been tried comes before all others."),
        u->constant);
    hra_text_add_char(out, '\n');
    for (int node = 0; node < u->count; node++) {
        bool any = false;
        for (int i = 1; i < u->count; i++) {
            if (u->nodes[i].parent != node)
                continue;
            if (!any) {
                hra_text path;
                hra_text_init(&path);
                hra_uct_path(u, node, &path);
                hra_text_addf(
                    out, node ? _("Order of the moves after %s:") : _("Order of the moves at the root:%s"),
                    hra_text_string(&path));
                out->err = out->err ? out->err : path.err;
                hra_text_release(&path);
            }
            hra_text_addf(out, "%s %s", any ? "," : "", u->nodes[i].move);
            any = true;
        }
        hra_text_add(out, any ? "\n" : "");
    }
    hra_text_add(out, _("Results of the first player:"));
    for (int i = 0; i < u->simulated; i++)
        hra_text_addf(out, "%s %d: %.4G", i ? "," : "", i + 1, u->simulations[i].result);
    hra_text_add_char(out, '\n');
}

static void hint(const hra_exercise *x, int number, hra_text *out) {
    (void)x;
    hra_text_add(
        out,
        number == 1
            ? _("Begin at the root: as long as a move has not been tried, it is next; then the largest UCB.")
            : _("The mean is that of the player who chose the move: what one wins, the other loses."));
}

static hra_err answer(const hra_exercise *x, const char *attempt, hra_text *out) {
    const uct *u = x->self;
    (void)attempt;
    for (int i = 0; i < u->simulated; i++) {
        hra_text_addf(out, "%3d ", i + 1);
        for (int field = 0; field < UCT_FIELDS; field++)
            if (is_asked(u, i, (uct_field)field)) {
                hra_text_addf(out, " %s=", hra_exercise_item_word(fields[field]));
                add_field(u, i, (uct_field)field, out);
            }
        hra_text_add_char(out, '\n');
    }
    return out->err;
}

/* ---- the verdict --------------------------------------------------------------------------------*/

/* "6.path": the simulation from 0, and the field. False: it is not asked. */
static bool find_item(const uct *u, const char *name, size_t length, int *simulation, uct_field *field) {
    const char *dot = memchr(name, '.', length);
    int number = 0;
    for (const char *c = name; dot && c < dot; c++) {
        if (*c < '0' || *c > '9' || number > UCT_SIMULATIONS)
            return false;
        number = 10 * number + (*c - '0');
    }
    if (!dot || number < 1 || number > u->simulated)
        return false;
    for (int f = 0; f < UCT_FIELDS; f++)
        if (strlen(fields[f]) == length - (size_t)(dot + 1 - name) &&
            memcmp(fields[f], dot + 1, strlen(fields[f])) == 0) {
            *simulation = number - 1;
            *field = (uct_field)f;
            return is_asked(u, *simulation, *field);
        }
    return false;
}

/* A number with a point or a comma. */
static bool read_number(const char *text, size_t length, double *out) {
    char copy[32];
    const char *end;
    if (!length || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    char *comma = strchr(copy, ',');
    if (comma)
        *comma = '.';
    return hra_number_read(copy, &end, out) && !*end;
}

static bool is_right(const uct *u, int simulation, uct_field field, const char *text, size_t length,
                     double number) {
    const uct_simulation *s = &u->simulations[simulation];
    if (field != UCT_PATH_FIELD) {
        const double wanted = field == UCT_UCB ? s->ucb : field == UCT_VISITS ? s->visits : s->mean;
        return fabs(number - wanted) <= (field == UCT_VISITS ? 0 : 0.0015);
    }
    hra_text path;
    hra_text_init(&path);
    hra_uct_path(u, s->node, &path);
    const bool right = !path.err && path.length == length && memcmp(path.data, text, length) == 0;
    hra_text_release(&path);
    return right;
}

static hra_err judge_word(const uct *u, const char *word, size_t length, bool *answered,
                          hra_exercise_verdict *out, hra_error *why) {
    const char *equals = memchr(word, '=', length);
    int simulation;
    uct_field field;
    double number = 0;
    if (!equals || !find_item(u, word, (size_t)(equals - word), &simulation, &field))
        return hra_fail(why, HRA_EINPUT, -1, _("'%.*s': expected %s"), (int)(length < 60 ? length : 60), word,
                        _("an answer such as 6.path=a-b or 6.ucb=1.234"));
    const size_t left = length - (size_t)(equals + 1 - word);
    if (!left)
        return HRA_OK;
    bool *once = &answered[(size_t)simulation * UCT_FIELDS + (size_t)field];
    if (*once || (field != UCT_PATH_FIELD && !read_number(equals + 1, left, &number)))
        return hra_fail(why, HRA_EINPUT, -1, _("'%.*s': expected %s"), (int)(length < 60 ? length : 60), word,
                        *once ? _("one answer to each question") : _("a number"));
    *once = true;
    const bool right = is_right(u, simulation, field, equals + 1, left, number);
    char name[HRA_EXERCISE_ITEM];
    hra_text text;
    hra_text_init(&text);
    if (!right)
        hra_uct_explain(u, simulation, field, equals + 1, left, number, &text);
    (void)hra_snprintf(name, sizeof name, "%d.%s", simulation + 1, fields[field]);
    hra_err err = hra_verdict_add(out, name, right, right ? "key" : fields[field], &text);
    hra_text_release(&text);
    return err ? hra_no_memory(why) : HRA_OK;
}

static hra_err judge(const hra_exercise *x, const char *attempt, hra_exercise_verdict *out, hra_error *why) {
    bool answered[UCT_SIMULATIONS * UCT_FIELDS] = {false};
    hra_err err = HRA_OK;
    while (!err && *attempt) {
        const size_t length = strcspn(attempt, " \t\r\n;");
        if (length)
            err = judge_word(x->self, attempt, length, answered, out, why);
        attempt += length + (attempt[length] != '\0');
    }
    out->unanswered = x->info.items - out->count;
    return err;
}

/* ---- text ---------------------------------------------------------------------------------------*/

static void read_node(uct *u, hra_lines *l) {
    if (u->count == UCT_NODES) {
        (void)hra_lines_fail(l, HRA_ELIMIT, "a tree of more than %d nodes", UCT_NODES);
        return;
    }
    uct_node *node = &u->nodes[u->count];
    node->parent = hra_lines_int(l, -1, u->count - 1);
    node->sign = hra_lines_int(l, -1, 1);
    const int state = hra_lines_int(l, 0, 2);
    node->full = state == 1;
    node->over = state == 2;
    hra_lines_blanks(l);
    char *move = l->err ? NULL : hra_exercise_line_text(l);
    if (move && (strlen(move) >= UCT_MOVE || strpbrk(move, " ;=") || (node->parent < 0) != (u->count == 0)))
        (void)hra_lines_expected(l, _("a move without blanks"));
    else if (move)
        (void)hra_snprintf(node->move, UCT_MOVE, "%s", move);
    free(move);
    u->count += !l->err;
}

static bool read_line(hra_exercise *x, hra_lines *l) {
    uct *u = x->self;
    if (hra_lines_key(l, "constant")) {
        u->constant = hra_lines_number(l, 0, 1e6);
        hra_lines_done(l);
    } else if (hra_lines_key(l, "move")) {
        read_node(u, l);
    } else if (hra_lines_key(l, "results")) {
        while (!l->err && hra_lines_left(l) && u->simulated < UCT_SIMULATIONS)
            u->simulations[u->simulated++].result = hra_lines_number(l, -1e6, 1e6);
        hra_lines_done(l);
    } else {
        return false;
    }
    return true;
}

static void write(const hra_exercise *x, hra_text *out) {
    const uct *u = x->self;
    hra_text_add(out, "constant ");
    hra_text_add_number(out, u->constant);
    hra_text_add_char(out, '\n');
    for (int i = 0; i < u->count; i++)
        hra_text_addf(out, "move %d %d %d %s\n", u->nodes[i].parent, u->nodes[i].sign,
                      u->nodes[i].over   ? 2
                      : u->nodes[i].full ? 1
                                         : 0,
                      i ? u->nodes[i].move : "-");
    hra_text_add(out, "results");
    for (int i = 0; i < u->simulated; i++) {
        hra_text_add_char(out, ' ');
        hra_text_add_number(out, u->simulations[i].result);
    }
    hra_text_add_char(out, '\n');
}

static hra_err finish(hra_exercise *x, const hra_host *host, hra_error *why) {
    uct *u = x->self;
    char name[HRA_EXERCISE_ITEM];
    (void)host;
    if (!u->count || !u->simulated || !hra_uct_solve(u))
        return hra_fail(why, HRA_EINPUT, -1,
                        "the simulations of the exercise lead to moves that it does not list");
    x->info.items = 0;
    while (hra_uct_item(u, x->info.items, name))
        x->info.items++;
    x->info.hints = 2;
    return HRA_OK;
}

static void ask_json(const hra_exercise *x, hra_json *json) {
    hra_text text;
    hra_text_init(&text);
    hra_uct_question(x, &text);
    hra_json_text(json, "question", hra_text_string(&text));
    hra_text_release(&text);
    char name[HRA_EXERCISE_ITEM];
    hra_json_list(json, "asks");
    for (int i = 0; hra_uct_item(x->self, i, name); i++)
        hra_json_text(json, NULL, name);
    hra_json_end(json);
}

static void answer_json(const hra_exercise *x, hra_json *json) {
    hra_text text;
    hra_text_init(&text);
    (void)answer(x, NULL, &text);
    hra_json_text(json, "text", hra_text_string(&text));
    hra_text_release(&text);
}

const exercise_kind hra_exercise_uct = {.name = "uct",
                                        .self_size = sizeof(uct),
                                        .read_line = read_line,
                                        .finish = finish,
                                        .write = write,
                                        .identify = write,
                                        .judge = judge,
                                        .hint = hint,
                                        .answer = answer,
                                        .ask_json = ask_json,
                                        .answer_json = answer_json};
