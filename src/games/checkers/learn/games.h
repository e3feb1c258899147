/* Games of the engine against itself, and the positions that are learnt from them.
 *
 * A game begins with one of the 174 ballots and some random moves, and is played by short searches that know
 * the endings of the tables, to some plies behind where they see a win. It has up to three parts: from one of
 * its positions with many men and no kings two random moves lead elsewhere, where the play goes on, and
 * likewise from one of an ending. What is judged within searches are positions to which bad moves have led
 * too, and nets that learn from plays alone misjudge them. So beside the positions of a play some others are
 * searched and kept, and where the tables end it, some of those around with what the tables say of them. A
 * player without these tables has to judge such positions. */
#ifndef CK_LEARN_GAMES_H
#define CK_LEARN_GAMES_H

#include "games/checkers/play/engine.h"
#include "games/checkers/tables/tables.h"
#include "nets/bytes.h"

enum { CK_AIM = 65535 };

/* A position as the mover sees it, as Black; squares are bits 0..31. */
typedef struct ck_lesson {
    uint32_t own, other, kings;
    uint16_t aim; /* the target: the win probability, in 1/CK_AIM */
} ck_lesson;

typedef struct ck_lessons {
    ck_lesson *list;
    int count, capacity;
} ck_lessons;

void ck_lessons_release(ck_lessons *lessons);
ck_board ck_lesson_board(const ck_lesson *lesson);
/* Appends them, and takes them again into an empty list. HRA_EDAMAGED: they are none; HRA_ENOMEM. */
void ck_lessons_write(const ck_lessons *lessons, hra_text *out);
hra_err ck_lessons_read(ck_lessons *lessons, hra_bytes *from);

/* How games are played and what is learnt of them. */
typedef struct ck_way {
    uint64_t nodes;       /* of each search */
    int until;            /* pieces; a play ends without a result when fewer are left; 0: never */
    double share, lambda; /* see label_play */
} ck_way;

typedef struct ck_self_player ck_self_player; /* the memory of one thread */

/* `weights` outlive it, NULL: material alone; the tables may be NULL. HRA_ENOMEM. */
hra_err ck_self_player_open(ck_self_player **out, const ck_weights *weights, const ck_tables *tables);
void ck_self_player_close(ck_self_player *player); /* NULL is allowed */
/* Plays the game with this number, which with the seed, the weights and the way decides all of it. The lessons
 * replace what was in the list. HRA_ENOMEM. */
hra_err ck_self_play(ck_self_player *player, const ck_way *way, uint64_t seed, uint64_t number,
                     ck_lessons *out);

#endif
