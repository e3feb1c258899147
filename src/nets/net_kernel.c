/* The inner loops of nets, compiled for several targets. */
#include <math.h>

#include "nets/net_kernel.h"

#if defined(__x86_64__)

static bool runs_avx512(void) {
    return __builtin_cpu_supports("avx512f");
}

static bool runs_avx2(void) {
    return __builtin_cpu_supports("avx2");
}

#define TARGET __attribute__((target("avx512f")))
#define NAME(x) x##_avx512
#define WIDTH 16
#define KERNEL "avx512"
#include "nets/net_kernel.inl"

#define TARGET __attribute__((target("avx2")))
#define NAME(x) x##_avx2
#define WIDTH 8
#define KERNEL "avx2"
#include "nets/net_kernel.inl"

#endif

static bool runs_base(void) {
    return true;
}

#define TARGET
#define NAME(x) x##_base
#define WIDTH 4
#define KERNEL "base"
#include "nets/net_kernel.inl"

static const hra_net_kernel *const kernels[] = {
#if defined(__x86_64__)
    &hra_net_kernel_avx512,
    &hra_net_kernel_avx2,
#endif
    &hra_net_kernel_base,
};

const hra_net_kernel *hra_net_kernel_at(int index) {
    return index >= 0 && index < (int)(sizeof kernels / sizeof *kernels) ? kernels[index] : NULL;
}

const hra_net_kernel *hra_net_kernel_best(void) {
    int index = 0;
    while (!kernels[index]->runs())
        index++;
    return kernels[index];
}
