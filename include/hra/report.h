/* hra/report.h: comparisons, trees, solutions and counts as JSON; all of it is in hra/json.h now. */
#ifndef HRA_REPORT_H
#define HRA_REPORT_H

#include "hra/json.h"

#endif
