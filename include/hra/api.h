/* hra/api.h: the mark of public functions, HRA_API. The shared library exports only functions with this mark. */
#ifndef HRA_API_H
#define HRA_API_H

#if defined(__GNUC__)
#define HRA_API __attribute__((__visibility__("default")))
#else
#define HRA_API
#endif

#endif
