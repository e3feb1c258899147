/* hra index: lists of players, openings and games, and sums of one player. */
#include <string.h>

#include "index.h"

enum { NAME = 40, NUMBER = 8, LOSS = 10, PRINTED = 1 << 16 /* bytes that are printed together */ };

typedef struct listing {
    indexing *x;
    hra_text out;
    hra_json json;
    bool reviews; /* columns */
    bool pr;      /* losses are PR, else means */
    int64_t rows;
    uint64_t same; /* moves of the game before */
    collection_total all;
} listing;

static void begin(listing *l, indexing *x, const char *key) {
    *l = (listing){.x = x};
    hra_text_init(&l->out);
    l->json = hra_json_begin(&l->out);
    if (x->json) {
        hra_json_object(&l->json, NULL);
        if (key)
            hra_json_list(&l->json, key);
    }
}

static int end(listing *l, hra_err err, const hra_error *why) {
    if (err) {
        hra_error said = *why;
        if (!said.code) /* of what takes the rows */
            (void)hra_fail_code(&said, err);
        hra_text_release(&l->out);
        return index_filter_failure(l->x, &said);
    }
    if (!l->x->json)
        return print_text(&l->out);
    hra_json_end(&l->json);
    hra_json_end(&l->json);
    return print_json(&l->out);
}

/* Prints what there is of a long list, so that it does not grow in memory. */
static hra_err end_row(listing *l) {
    const hra_err err = l->out.err;
    if (err || l->out.length < PRINTED)
        return err;
    (void)print_text(&l->out);
    hra_text_init(&l->out);
    return print_interrupted() ? HRA_ESTOPPED : HRA_OK;
}

/* ---- totals ---------------------------------------------------------------------------------*/

static double pr_of(const collection_total *t) {
    return 500 * t->scaled / (double)t->decisions;
}

static double mean_loss_of(const collection_total *t) {
    return t->loss / (double)t->decisions;
}

static void add_total_json(hra_json *json, const char *key, const collection_total *t, bool pr) {
    hra_json_object(json, NULL);
    hra_json_text(json, key, *t->name ? t->name : NULL);
    hra_json_integer(json, "games", t->games);
    hra_json_integer(json, "wins", t->wins);
    hra_json_integer(json, "draws", t->draws);
    hra_json_integer(json, "losses", t->losses);
    hra_json_integer(json, "unknown", t->games - t->wins - t->draws - t->losses);
    if (t->reviewed) {
        hra_json_integer(json, "reviewed", t->reviewed);
        hra_json_integer(json, "decisions", t->decisions);
        hra_json_number(json, "loss", t->loss);
        if (t->decisions)
            hra_json_number(json, "mean_loss", mean_loss_of(t));
        if (t->decisions && pr)
            hra_json_number(json, "pr", pr_of(t));
    }
    hra_json_end(json);
}

static void add_head(listing *l, const char *name, bool first_seat) {
    const char *const heads[] = {_("games"), first_seat ? _("first") : _("won"), _("drawn"),
                                 first_seat ? _("second") : _("lost")};
    print_add_cell(&l->out, -NAME, name);
    for (int i = 0; i < 4; i++) {
        hra_text_add(&l->out, " ");
        print_add_cell(&l->out, NUMBER, heads[i]);
    }
    if (l->reviews) {
        hra_text_add(&l->out, " ");
        print_add_cell(&l->out, NUMBER, _("reviewed"));
        hra_text_add(&l->out, " ");
        print_add_cell(&l->out, LOSS, l->pr ? "PR" : _("mean loss"));
    }
    hra_text_add(&l->out, "\n");
}

static void add_row(listing *l, const collection_total *t) {
    const int64_t known = t->wins + t->draws + t->losses;
    print_add_cell(&l->out, -NAME, *t->name ? t->name : _("unknown"));
    hra_text_addf(&l->out, " %*lld", NUMBER, (long long)t->games);
    index_add_percent(&l->out, t->wins, known, NUMBER);
    index_add_percent(&l->out, t->draws, known, NUMBER);
    index_add_percent(&l->out, t->losses, known, NUMBER);
    if (l->reviews)
        hra_text_addf(&l->out, " %*lld", NUMBER, (long long)t->reviewed);
    if (l->reviews && t->decisions)
        hra_text_addf(&l->out, l->pr ? " %*.2F" : " %*.4F", LOSS, l->pr ? pr_of(t) : mean_loss_of(t));
    else if (l->reviews)
        hra_text_addf(&l->out, " %*s", LOSS, "-");
    hra_text_add(&l->out, "\n");
}

static hra_err take_player(void *to, const collection_total *t) {
    listing *l = to;
    if (l->x->json) {
        add_total_json(&l->json, "player", t, false);
        return end_row(l);
    }
    if (!l->rows++)
        add_head(l, _("player"), false);
    add_row(l, t);
    return end_row(l);
}

static hra_err take_opening(void *to, const collection_total *t) {
    listing *l = to;
    if (l->x->json) {
        add_total_json(&l->json, "opening", t, false);
        return end_row(l);
    }
    if (!l->rows++)
        add_head(l, _("opening"), !l->x->filter.player);
    add_row(l, t);
    return end_row(l);
}

int index_players(indexing *x) {
    listing l;
    hra_error why = {0};
    begin(&l, x, "players");
    return end(&l, collection_file_players(x->file, &x->filter, take_player, &l, &why), &why);
}

int index_openings(indexing *x) {
    listing l;
    hra_error why = {0};
    begin(&l, x, "openings");
    return end(&l, collection_file_openings(x->file, &x->filter, take_opening, &l, &why), &why);
}

/* ---- one player -----------------------------------------------------------------------------*/

static void add_to(collection_total *all, const collection_total *t) {
    all->games += t->games;
    all->wins += t->wins;
    all->draws += t->draws;
    all->losses += t->losses;
    all->reviewed += t->reviewed;
    all->decisions += t->decisions;
    all->loss += t->loss;
    all->scaled += t->scaled;
}

static hra_err take_year(void *to, const collection_total *t) {
    listing *l = to;
    add_to(&l->all, t);
    if (l->x->json) {
        add_total_json(&l->json, "year", t, l->pr);
        return end_row(l);
    }
    if (!l->rows++) {
        l->reviews = true;
        add_head(l, _("year"), false);
    }
    add_row(l, t);
    return end_row(l);
}

/* Whether all games that count are of a kind of which people speak in PR. */
static hra_err has_pr(void *to, const collection_total *t) {
    listing *l = to;
    hra_game *game;
    const char *rules = l->x->filter.rules;
    const size_t length = rules ? strlen(rules) : 0;
    if (rules && (strncmp(t->name, rules, length) != 0 || (t->name[length] && t->name[length] != ':')))
        return HRA_OK;
    if (hra_game_open(&game, l->x->host, t->name, NULL) != 0)
        return HRA_OK;
    l->pr = l->pr && hra_game_thousandths(game);
    hra_game_close(game);
    return HRA_OK;
}

int index_player(indexing *x) {
    listing l;
    hra_error why = {0};
    hra_text analyst;
    hra_text_init(&analyst);
    begin(&l, x, "years");
    l.pr = true;
    if (collection_file_spec_names(x->file, has_pr, &l, &why) != 0)
        l.pr = false;
    hra_err err = collection_file_years(x->file, &x->filter, &analyst, take_year, &l, &why);
    if (!err && !x->json) {
        l.all.name = _("all");
        add_row(&l, &l.all);
        if (analyst.length)
            hra_text_addf(&l.out, _("reviewed by %s\n"), hra_text_string(&analyst));
    }
    if (!err && x->json) {
        hra_json_end(&l.json);
        hra_json_text(&l.json, "analyst", analyst.length ? hra_text_string(&analyst) : NULL);
        hra_json_list(&l.json, "all");
        l.all.name = "";
        add_total_json(&l.json, "year", &l.all, l.pr);
    }
    hra_text_release(&analyst);
    return end(&l, err, &why);
}

/* ---- games ----------------------------------------------------------------------------------*/

static hra_err take_game(void *to, const hra_collection_game *g) {
    listing *l = to;
    hra_text source;
    hra_error why;
    hra_text_init(&source);
    hra_err err = collection_file_source_name(l->x->file, g->source, &source, &why);
    if (!err && l->x->json) {
        hra_json_object(&l->json, NULL);
        hra_json_collection_facts(&l->json, g);
        hra_json_text(&l->json, "file", hra_text_string(&source));
        hra_json_text(&l->json, "moves", g->moves);
        hra_json_end(&l->json);
    } else if (!err) {
        if (l->same && g->moves_key != l->same)
            hra_text_add(&l->out, "\n");
        index_add_game(&l->out, g);
        hra_text_addf(&l->out, "  %s: %lld\n", hra_text_string(&source), (long long)g->index);
    }
    hra_text_release(&source);
    return err ? err : end_row(l);
}

static hra_err take_duplicate(void *to, const hra_collection_game *g) {
    listing *l = to;
    hra_err err = take_game(to, g);
    l->same = g->moves_key;
    return err;
}

int index_games(indexing *x, bool duplicates) {
    listing l;
    hra_error why = {0};
    begin(&l, x, "games");
    hra_err err = duplicates ? collection_file_duplicates(x->file, &x->filter, take_duplicate, &l, &why)
                             : collection_file_games(x->file, &x->filter, take_game, &l, &why);
    return end(&l, err, &why);
}

/* ---- what there is --------------------------------------------------------------------------*/

static hra_err take_spec(void *to, const collection_total *t) {
    listing *l = to;
    if (l->x->json) {
        add_total_json(&l->json, "game", t, false);
        return end_row(l);
    }
    if (!l->rows++)
        add_head(l, _("game"), true);
    add_row(l, t);
    return end_row(l);
}

int index_summary(indexing *x) {
    listing l;
    hra_error why = {0};
    begin(&l, x, NULL);
    if (x->json) {
        hra_json_integer(&l.json, "games", hra_collection_games(x->collection));
        hra_json_list(&l.json, "specs");
    } else {
        hra_text_addf(&l.out, _n("%lld game\n", "%lld games\n", hra_collection_games(x->collection)),
                      (long long)hra_collection_games(x->collection));
    }
    return end(&l, collection_file_specs(x->file, take_spec, &l, &why), &why);
}
