/* hra/api.h: which functions the shared library shows. HRA_API stands before each public one; all else in it is
 * hidden. */
#ifndef HRA_API_H
#define HRA_API_H

#if defined(__GNUC__)
#define HRA_API __attribute__((__visibility__("default")))
#else
#define HRA_API
#endif

#endif
