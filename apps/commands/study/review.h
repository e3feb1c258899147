/* hra review, apart from its options and help. */
#ifndef HRA_COMMANDS_STUDY_REVIEW_H
#define HRA_COMMANDS_STUDY_REVIEW_H

#include "commands/args.h"

int review_run(const args *a); /* exit status */

#endif
