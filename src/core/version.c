#include "hra/version.h"
#include "hra/base.h"

const char *hra_version(void) {
    return HRA_VERSION;
}

int hra_abi(void) {
    return HRA_ABI;
}
