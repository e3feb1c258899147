/* Simulations of MCTS, step by step: select, expand, simulate, back up. */
#ifndef HRA_PICTURES_TREE_SIMULATIONS_H
#define HRA_PICTURES_TREE_SIMULATIONS_H

#include "tree_picture.h"

typedef enum simulation_what {
    SIMULATION_SELECT,
    SIMULATION_EXPAND, /* only if the tree grows */
    SIMULATION_PLAY_OUT,
    SIMULATION_BACK_UP
} simulation_what;

typedef struct simulation_step {
    int simulation; /* from 0 */
    simulation_what what;
} simulation_step;

/* Sets *out to step `index`, from 0; false: there are fewer. */
bool simulations_step(const hra_simulations *all, int index, simulation_step *out);
/* Appends what happens at a step, in the language of the process. */
void simulations_say(const tree_picture *picture, const hra_simulations *all, simulation_step step,
                     hra_text *out);
/* All of them, a line each. */
void simulations_text(const tree_picture *picture, const hra_simulations *all, hra_text *out);
/* Appends the tree after a step as SVG, with the step as its title. HRA_ENOMEM. */
hra_err simulations_frame(const tree_picture *picture, const hra_simulations *all, simulation_step step,
                          hra_text *out);

#endif
