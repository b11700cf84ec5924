// Runs qhull with its error jumps caught here, and copies the hull into flat arrays.

#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "qhull_ra.h"

typedef struct {
  int vertices, facets;
  int *point;         // of each vertex: the input point that it is
  int *facet_count;   // of each vertex: the facets around it
  int *facet_list;    // these facets, vertex after vertex
  int *corner;        // of each facet: three vertices
  int *flipped;       // of each facet: whether its corners run clockwise
  char message[256];  // what qhull said when it failed
} Hull;

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

void plumbline_hull_free(Hull *hull) {
  free(hull->point);
  free(hull->facet_count);
  free(hull->facet_list);
  free(hull->corner);
  free(hull->flipped);
}

// Returns 0 on success. `hull` must be zero; the caller frees it in either case.
int plumbline_hull(double *points, int n, char *options, Hull *hull) {
  int longs, bytes;
  volatile int failed = 1;
  char *text = NULL;
  size_t size = 0;
  // qhull's messages go into the result, not to the terminal
  FILE *log = open_memstream(&text, &size);
  qhT *qh = calloc(1, sizeof *qh);
  if (!qh || !log) {
    free(qh);
    return 1;
  }
  qh_zero(qh, log);
  qh_init_A(qh, NULL, log, log, 0, NULL);
  if (!setjmp(qh->errexit)) {
    qh->NOerrexit = False;
    qh_initflags(qh, options);
    qh_init_B(qh, points, n, 3, False);
    qh_qhull(qh);
    qh_triangulate(qh);
    qh_vertexneighbors(qh);
    failed = !copy(qh, hull);
  }
  qh->NOerrexit = True;
  qh_freeqhull(qh, !qh_ALL);
  qh_memfreeshort(qh, &longs, &bytes);
  free(qh);
  fclose(log);
  if (text) {
    strncpy(hull->message, text, sizeof hull->message - 1);
    free(text);
  }
  return failed;
}
