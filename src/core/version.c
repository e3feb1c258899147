/* hra_version() is written in each build, by tools/version.sh. */
#include "hra/version.h"

int hra_abi(void) {
    return HRA_ABI;
}
