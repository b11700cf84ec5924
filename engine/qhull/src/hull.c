// Runs qhull with its error jumps caught here, and copies the hull into flat arrays.
//
// The whole of qhull is compiled as part of this file: seen whole, with nothing but the two functions at the end called from elsewhere, with
// its tracing and its statistics left out, what the options fix as constants and the distance from a plane inlined, it takes little more than
// half of the time. Nothing that decides about the hull is changed.

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define qh_NOtrace
#include "user_r.h"
#undef qh_KEEPstatistics
#define qh_KEEPstatistics 0
// Hulls are small and many: the first buffer need not be a mapping of its own.
#undef qh_MEMinitbuf
#define qh_MEMinitbuf 0x8000
// Only told to the user.
#undef qh_CPUclock
#define qh_CPUclock 0ul
// Drawn a thousand times to test the generator, and never used by the options given here.
#undef qh_RANDOMint
#define qh_RANDOMint 0x40000000
#include "qhull_ra.h"

// Where these are called nothing is as expected: such code is kept apart from what runs.
void qh_fprintf(qhT *qh, FILE *file, int code, const char *format, ...) __attribute__((cold));
void qh_errexit(qhT *qh, int code, facetT *facet, ridgeT *ridge) __attribute__((cold, noreturn));
void qh_errexit2(qhT *qh, int code, facetT *facet, facetT *other) __attribute__((cold, noreturn));

// These take the place of qhull's own, whose definitions the build renames.
#define qh_distplane(qh, point, facet, dist) (*(dist) = distance(point, facet))
#define qh_option(qh, option, i, r) ((void)0)
#define qh_memalloc(qh, size) take(qh, size)
#define qh_memfree(qh, object, size) give_back(qh, object, size)
#undef qh_memalloc_
#define qh_memalloc_(qh, size, list, object, type) { (void)list; object = (type *)take(qh, size); }
#undef qh_memfree_
#define qh_memfree_(qh, object, size, list) { (void)list; give_back(qh, object, size); }
void *qh_memalloc_replaced(qhT *qh, int size);
void qh_memfree_replaced(qhT *qh, void *object, int size);

// qhull's sum for three dimensions, in its order.
static inline realT distance(const pointT *point, const facetT *facet) {
  const coordT *normal = facet->normal;
  return facet->offset + point[0] * normal[0] + point[1] * normal[1] + point[2] * normal[2];
}

// From qhull's lists of free memory, without keeping count of what is in them.
static inline void *take(qhT *qh, int size) {
  if (size >= 0 && size <= qh->qhmem.LASTsize) {
    void **list = qh->qhmem.freelists + qh->qhmem.indextable[size];
    void *object = *list;
    if (object) {
      *list = *(void **)object;
      return object;
    }
  }
  return qh_memalloc_replaced(qh, size);
}

static inline void give_back(qhT *qh, void *object, int size) {
  if (size > qh->qhmem.LASTsize) {
    qh_memfree_replaced(qh, object, size);
  } else if (object) {
    void **list = qh->qhmem.freelists + qh->qhmem.indextable[size];
    *(void **)object = *list;
    *list = object;
  }
}

#include "fixed.h"

#include "geom2_r.c"
#include "geom_r.c"
#include "global_r.c"
#include "io_r.c"
#include "libqhull_r.c"
#include "mem_r.c"
#include "merge_r.c"
#include "poly2_r.c"
#include "poly_r.c"
#include "qset_r.c"
#include "random_r.c"
#include "stat_r.c"
#include "user_r.c"
#include "usermem_r.c"

typedef struct {
  int vertices, facets;
  int *point;         // of each vertex: the input point that it is
  int *facet_count;   // of each vertex: the facets around it
  int *facet_list;    // these facets, vertex after vertex
  int *corner;        // of each facet: three vertices
  int *flipped;       // of each facet: whether its corners run clockwise
  char message[256];  // what qhull said when it failed
} Hull;

// qhull leaves it to its user where messages go: into the result, as far as they fit.
void qh_fprintf(qhT *qh, FILE *file, int code, const char *format, ...) {
  Hull *hull = qh->cpp_object;
  size_t size = sizeof hull->message;
  size_t used;
  va_list arguments;
  (void)file;
  if (!hull) {
    return;
  }
  used = strlen(hull->message);
  if (code >= MSG_ERROR && code < MSG_STDERR) {
    snprintf(hull->message + used, size - used, "QH%.4d ", code);
    used = strlen(hull->message);
  }
  va_start(arguments, format);
  vsnprintf(hull->message + used, size - used, format, arguments);
  va_end(arguments);
  if (code >= MSG_ERROR && code < MSG_WARNING) {
    qh->last_errcode = code;
  }
}

static int *integers(int n) {
  return calloc(n > 0 ? n : 1, sizeof(int));
}

// Copies the finished hull; returns whether it consists of triangles only.
static int copy(qhT *qh, Hull *hull) {
  vertexT *vertex, **vertexp;
  facetT *facet, *neighbor, **neighborp;
  unsigned int vertices = 0, facets = 0;
  int corners = 0, incidences = 0;
  FORALLvertices {
    vertex->visitid = vertices++;
    incidences += qh_setsize(qh, vertex->neighbors);
  }
  FORALLfacets {
    facet->visitid = facets++;
    if (qh_setsize(qh, facet->vertices) != 3) {
      return 0;
    }
  }
  hull->vertices = (int)vertices;
  hull->facets = (int)facets;
  hull->point = integers(hull->vertices);
  hull->facet_count = integers(hull->vertices);
  hull->facet_list = integers(incidences);
  hull->corner = integers(3 * hull->facets);
  hull->flipped = integers(hull->facets);
  if (!hull->point || !hull->facet_count || !hull->facet_list || !hull->corner || !hull->flipped) {
    return 0;
  }
  incidences = 0;
  FORALLvertices {
    hull->point[vertex->visitid] = qh_pointid(qh, vertex->point);
    FOREACHneighbor_(vertex) {
      hull->facet_list[incidences++] = (int)neighbor->visitid;
      hull->facet_count[vertex->visitid]++;
    }
  }
  FORALLfacets {
    hull->flipped[facet->visitid] = facet->toporient ? 1 : 0;
    FOREACHvertex_(facet->vertices) {
      hull->corner[corners++] = (int)vertex->visitid;
    }
  }
  return 1;
}

__attribute__((externally_visible)) void plumbline_hull_free(Hull *hull) {
  free(hull->point);
  free(hull->facet_count);
  free(hull->facet_list);
  free(hull->corner);
  free(hull->flipped);
}

// Returns 0 on success. `hull` must be zero; the caller frees it in either case.
__attribute__((externally_visible)) int plumbline_hull(double *points, int n, char *options, Hull *hull) {
  int longs, bytes;
  volatile int failed = 1;
  qhT *qh = calloc(1, sizeof *qh);
  if (!qh) {
    return 1;
  }
  // the stream is only named, never written to
  qh_zero(qh, stderr);
  qh_init_A(qh, NULL, stderr, stderr, 0, NULL);
  qh->cpp_object = hull;
  if (!setjmp(qh->errexit)) {
    qh->NOerrexit = False;
    qh_initflags(qh, options);
    qh_init_B(qh, points, n, 3, False);
    if (!as_fixed(qh)) {
      qh_fprintf(qh, stderr, MSG_ERROR, "built for other options\n");
      qh_errexit(qh, qh_ERRqhull, NULL, NULL);
    }
    qh_qhull(qh);
    qh_triangulate(qh);
    qh_vertexneighbors(qh);
    failed = !copy(qh, hull);
  }
  qh->NOerrexit = True;
  qh_freeqhull(qh, !qh_ALL);
  qh_memfreeshort(qh, &longs, &bytes);
  free(qh);
  return failed;
}
