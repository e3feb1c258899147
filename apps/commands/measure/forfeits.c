/* Games that were lost by programs that failed. */
#include "forfeits.h"
#include "speech/print.h"

void print_forfeits(const uint64_t *forfeits) {
    static const char *const words[HRA_FAILURES] = {N_("it ended"), N_("out of time"), N_("illegal moves"),
                                                    N_("protocol errors")};
    uint64_t all = 0;
    for (int i = 0; i < HRA_FAILURES; i++)
        all += forfeits[i];
    if (!all)
        return;
    print_label(_("forfeits"));
    print(" %llu", (unsigned long long)all);
    const char *before = ":";
    for (int i = 0; i < HRA_FAILURES; i++) {
        if (forfeits[i])
            print("%s %s %llu", before, _(words[i]), (unsigned long long)forfeits[i]);
        before = forfeits[i] ? "," : before;
    }
    print("\n");
}
