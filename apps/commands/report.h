/* The report of a play: what a method thinks at every ply of it. */
#ifndef HRA_COMMANDS_REPORT_H
#define HRA_COMMANDS_REPORT_H

#include "args.h"
#include "hra/hra.h"

/* Prints a line for every decision and the sums; an exit status. */
int report_play(const args *a, const hra_record *record, const char *method);

#endif
