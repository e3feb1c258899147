/* Terms that the evaluations of machines of history are made of: machine_terms.c. */
#ifndef HRA_CHESS_MACHINE_TERMS_H
#define HRA_CHESS_MACHINE_TERMS_H

#include "chess.h"

double ch_term_backward(const hra_game *game, const void *s, int seat);
double ch_term_moves(const hra_game *game, const void *s, int seat);
double ch_term_area(const hra_game *game, const void *s, int seat);
double ch_term_king_area(const hra_game *game, const void *s, int seat);
double ch_term_roots(const hra_game *game, const void *s, int seat);
double ch_term_king_roots(const hra_game *game, const void *s, int seat);
double ch_term_exposure(const hra_game *game, const void *s, int seat);
double ch_term_guarded(const hra_game *game, const void *s, int seat);
double ch_term_guarded_pawns(const hra_game *game, const void *s, int seat);
double ch_term_castling(const hra_game *game, const void *s, int seat);
double ch_term_checks(const hra_game *game, const void *s, int seat);
double ch_term_threats(const hra_game *game, const void *s, int seat);

#endif
