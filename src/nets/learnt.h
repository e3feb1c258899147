/* What was learnt of a game: what a state that a seat's move has led to is still worth to that seat.
 *
 * It has one of six forms: a number for each position (`table`), a sum of the game's terms (`terms`), a
 * net over its features (`net`, without hidden layers a sum of these), such a net that also says which moves
 * look good (`heads`, policy_value_net.h), or one that says how likely each end is (`outcomes`). Each tells what is to
 * come beyond what was gained (hra_rules_encoding), so that in a game that pays only at its end it tells the
 * return. The sixth, `own`, is bytes that only a player of the game reads: what a method of the game's own
 * makes (hra_rules_catalogue).
 *
 * The file, "hra-learnt 1": lines of text that say what it is of and how it came to be, an empty line, and
 * the numbers, little-endian. "hra-learnt 2" has a net whose first layer is in integers (net_integers.h): the weights of each
 * input, 16 bits, the biases, 32 bits, and a byte for the shift of each output; the other layers follow as in 1. Behind the numbers may stand what the method that learns needs to go on, as many bytes
 * as the line "memory" says. The last line is a hash of all that stands before it (XXH64). */
#ifndef HRA_NETS_LEARNT_H
#define HRA_NETS_LEARNT_H

#include "nets/bytes.h"
#include "nets/net.h"
#include "nets/value_table.h"

enum {
    HRA_LEARNT_BYTES = 1 << 28, /* of a file at most */
    HRA_LEARNT_FEW = 4 /* returns within ±FEW are those of a game that is won or lost, by a little or a lot */
};

typedef enum hra_learnt_form {
    HRA_LEARNT_TABLE,
    HRA_LEARNT_TERMS,
    HRA_LEARNT_NET,
    HRA_LEARNT_HEADS,
    HRA_LEARNT_OUTCOMES,
    HRA_LEARNT_OWN,
    HRA_LEARNT_FORMS
} hra_learnt_form;

extern const char *const hra_learnt_form_names[HRA_LEARNT_FORMS + 1];

typedef struct hra_learnt {
    const hra_game *game;
    hra_learnt_form form;
    hra_net net;                  /* of all but tables and own; one output, of heads and outcomes more */
    hra_value_table table;        /* of tables, on the scale of the net's output */
    hra_text own;                 /* bytes of the game's own; empty: nothing was learnt yet */
    double offset, scale;         /* worth = offset + scale * output */
    char method[HRA_SPEC_LENGTH]; /* that learnt it, as a spec */
    uint64_t games, seed;         /* from which it was learnt */
} hra_learnt;

/* Knows nothing yet. hidden: how many outputs each hidden layer has, `layers` of them, of nets. A
 * game whose returns are within ±4 and that pays at its end gets an output between 0 and 1, others one
 * without bounds, in units of `unit`. HRA_EFIT: the game has no features, or no terms, or no
 * outcomes that can be counted; else as hra_net_init. */
hra_err hra_learnt_init(hra_learnt *learnt, const hra_game *game, hra_learnt_form form, const int *hidden,
                        int layers, double unit, hra_error *why);
void hra_learnt_release(hra_learnt *learnt);
/* Whether every weight is finite, where it is a net. */
bool hra_learnt_finite(const hra_learnt *learnt);
bool hra_learnt_bounded(const hra_game *game); /* whether the output is one between 0 and 1 */

/* Outcomes: the whole numbers from the least to the most that a play can bring, where these are few and it
 * pays at its end. A net of this form has one output for each, which sum to 1. Each phase of the game
 * (hra_rules_encoding) has a first layer of its own: feature i of phase p is input p * features + i.
 * 0: the ends of the game are not counted so. */
int hra_learnt_outcomes(const hra_game *game);
int hra_learnt_outcome(const hra_game *game, double returned); /* 0..outcomes - 1 */
/* How many inputs of the net, those of one phase, a position may use. */
int hra_learnt_group(const hra_learnt *learnt);
/* From which seat a net of outcomes looks at s where `seat` asks (hra_rules_encoding.perspective): mostly itself.
 */
int hra_learnt_viewer(const hra_game *game, const void *s, int seat);

/* Appends the file. memory: what its method needs to go on; NULL: nothing. HRA_ENOMEM. */
hra_err hra_learnt_write(const hra_learnt *learnt, const hra_text *memory, hra_text *out);
/* `name` begins error texts. memory: the method's bytes are appended; may be NULL. HRA_EDAMAGED: it is no
 * such file, or is cut off or changed; HRA_EVERSION; HRA_EFIT: it belongs to another game, or the game has
 * other features than when it was written; HRA_ENOMEM. */
hra_err hra_learnt_read(hra_learnt *learnt, const hra_game *game, const char *name, const char *bytes,
                        size_t length, hra_text *memory, hra_error *why);
/* Finds the bytes of the game's own in such a file: *out points into it. `name` begins errors. HRA_EDAMAGED,
 * HRA_EVERSION; HRA_EFIT: it has another form. */
hra_err hra_learnt_find_own(const char *name, const char *bytes, size_t length, hra_bytes *out,
                            hra_error *why);
/* The file that an option names, read by the game's host; where it names none (NULL), what is compiled in of
 * the game. HRA_EFIT: its form is `own`. HRA_EINPUT: there is none such; `who` begins that error: "evaluation net". */
hra_err hra_learnt_open(hra_learnt *learnt, const hra_game *game, const char *name, const char *who,
                        hra_error *why);

/* As hra_learnt_read, a net to go on with by another way of learning, from game 0. It may be of the same game
 * when that told fewer numbers: those that came behind them weigh nothing yet. HRA_EFIT too: it is no net. */
hra_err hra_learnt_begin(hra_learnt *learnt, const hra_game *game, const char *name, const char *bytes,
                         size_t length, hra_error *why);

/* A number for each weight of a net, in the order of the file, without what fills the layers up. */
void hra_learnt_put_block(const hra_net *net, const float *block, hra_text *out);
/* Any numbers; false: too few are left. */
bool hra_learnt_take_block(const hra_net *net, float *block, hra_bytes *from);

/* The memory of one thread. */
typedef struct hra_learnt_work {
    const hra_learnt *learnt;
    hra_net_work net;
    hra_feature *features;
    int count;       /* of what was last looked at */
    uint32_t inputs; /* of a phase */
    float end[2 * HRA_LEARNT_FEW + 1], kept[2 * HRA_LEARNT_FEW + 1];
    double *terms;
    unsigned char *canonical, *child;
    unsigned char *seen; /* what the seat may see, of games that hide something; else NULL */
} hra_learnt_work;

hra_err hra_learnt_work_init(hra_learnt_work *work, const hra_learnt *learnt); /* HRA_ENOMEM */
void hra_learnt_work_release(hra_learnt_work *work);

/* Writes the net's inputs for s into work->features and count: features or terms, as far as the seat may see
 * them, and for outcomes from the view of the seat that they are for. Not for tables. */
void hra_learnt_look(hra_learnt_work *work, const void *before, const void *s, int seat);
/* The least and the most that the game can still return to the seat (hra_rules_encoding.possible). */
void hra_learnt_possible(const hra_game *game, const void *s, int seat, double *least, double *most);
/* The output, and the worth, of what is still to come to `seat`, whose move has led from `before` (or s
 * itself) to s, which is not over. */
double hra_learnt_output(hra_learnt_work *work, const void *before, const void *s, int seat);
double hra_learnt_worth(hra_learnt_work *work, const void *before, const void *s, int seat);
/* What a net of outcomes itself says of s, which is not over, as the seat hra_learnt_viewer looks at it: of
 * ends that cannot be too. For who teaches it; valid until the next call. */
const float *hra_learnt_said(hra_learnt_work *work, const void *before, const void *s, int seat);
/* The same without what cannot be: that goes to the nearest end that can. `said` is from the same view; the result may be
 * `said` itself, else it is valid until the next call. */
const float *hra_learnt_bounded_chances(hra_learnt_work *work, const void *s, int seat, const float *said);
/* Of a net of outcomes the chance of each, for `seat`, in any s, 0 of those that cannot be; valid until the
 * next call. */
const float *hra_learnt_chances(hra_learnt_work *work, const void *before, const void *s, int seat);
/* The same of all seats, one behind the other, into out. */
void hra_learnt_all_chances(hra_learnt_work *work, const void *before, const void *s, float *out);
/* The worth of any s: where the game is over, what its end brings. */
double hra_learnt_rest(hra_learnt_work *work, const void *before, const void *s, int seat);
/* What a seat has gained in s; 0 where the game does not tell. */
double hra_learnt_gained(const hra_game *game, const void *s, int seat);
/* What the seat gets all in all, gained and to come; and that if it makes the move m in s. */
double hra_learnt_return(hra_learnt_work *work, const void *before, const void *s, int seat);
double hra_learnt_move(hra_learnt_work *work, const void *s, hra_move m, int seat);

/* Positions of which a net is asked together; the memory of one thread, beside a hra_learnt_work. Empty for other forms than a net. */
typedef struct hra_learnt_company {
    hra_net_work net;
    hra_feature *features;
    unsigned char *states;
} hra_learnt_company;

hra_err hra_learnt_company_init(hra_learnt_company *company, const hra_learnt *learnt); /* HRA_ENOMEM */
void hra_learnt_company_release(hra_learnt_company *company);
/* hra_learnt_move of n moves, the same bits. */
void hra_learnt_moves(hra_learnt_work *work, hra_learnt_company *company, const void *s,
                      const hra_move *moves, int n, int seat, double *out);
/* hra_learnt_look into another place, of as much room; returns how many features. */
int hra_learnt_look_into(hra_learnt_work *work, const void *before, const void *s, int seat,
                         hra_feature *out);
/* hra_learnt_rest of s, which is not over, of which the net has said `output`. */
double hra_learnt_rest_by(const hra_learnt *learnt, const void *s, int seat, double output);
/* How many features such a place has room for. */
int hra_learnt_room(const hra_learnt *learnt);

/* Whether a net of outcomes looks at s from the same side whichever seat asks, and it is not over. */
bool hra_learnt_has_one_view(const hra_learnt *learnt, const void *s);
/* hra_learnt_return of every seat in such a state, of which the net has said this. */
void hra_learnt_returns_of(hra_learnt_work *work, const void *s, const float *said, double *out);
/* The key of a state in a value table, and the output for a key that is not in it. */
uint64_t hra_learnt_key(hra_learnt_work *work, const void *s, int seat);
double hra_learnt_unknown(const hra_game *game);

#endif
