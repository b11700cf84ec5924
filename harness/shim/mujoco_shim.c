// What the harness sees of MuJoCo: one session, a handful of calls, and a table of every field.
//
// Compiled on the user's machine against the headers of the library it will meet, so names, types, dimensions and
// struct layouts are those of that very version; nothing here knows a version number.
// Errors come back as return values: MuJoCo's error hook jumps to the guard around the call that raised it. Only frames
// of MuJoCo lie between hook and guard, never a frame of the caller.

#include <dirent.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <mujoco/mjxmacro.h>
#include <mujoco/mujoco.h>

// What a call came to.
enum { PL_OK = 0, PL_REJECTED = 1, PL_RAISED = 2, PL_MISUSED = 3 };

// One field: what it is, and where it lies at the moment.
typedef struct {
  const char* side;    // "model" or "data"
  const char* group;   // "sizes", "opt", "stat", "model", "scalar", "vector", "data", "arena", "warning", "solver", "contact"
  const char* name;    // without the group
  const char* type;    // "f64", "f32", "i32", "i64", "u8", "char", "u64"
  const char* rows;    // symbolic number of rows as the headers spell it; "" for a scalar
  const char* cols;    // symbolic number of columns; "1" for one element a row
  uint64_t row_count;
  uint64_t col_count;
  uint64_t element_size;
  uint64_t stride;     // bytes from one row to the next
  char* base;          // NULL where there are no rows
} pl_field;

static mjModel* model;
static mjData* data;
// Bytes of the arena that computations with this model have used; 0 before the first.
static size_t arena_used;

#define CAPACITY 2048
static pl_field table[CAPACITY];
static size_t table_length;
// Fields up to here stay where they are as long as the model is loaded; those behind move with every computation.
static size_t fixed_length;

// ---------------------------------------------------------------------------------------------- errors and warnings

static __thread jmp_buf guard;
static __thread int guarded;
static char message[4096];
static char warnings[1 << 16];
static size_t warnings_length;

static void on_error(const char* text) {
  if (guarded) {
    guarded = 0;
    snprintf(message, sizeof message, "%s", text);
    longjmp(guard, 1);
  }
  // A thread of MuJoCo's own has no guard to return to: end the process with the reason as its last words.
  fprintf(stderr, "MuJoCo error outside a guarded call: %s\n", text);
  _exit(86);
}

// Warnings are kept one a line until the caller takes them; what does not fit is dropped.
static void on_warning(const char* text) {
  size_t length = strlen(text);
  if (warnings_length + length + 2 > sizeof warnings) return;
  for (size_t i = 0; i < length; i++) warnings[warnings_length++] = text[i] == '\n' ? ' ' : text[i];
  warnings[warnings_length++] = '\n';
  warnings[warnings_length] = 0;
}

// Runs a statement under the guard and makes its outcome the function's result.
#define GUARDED(statement)             \
  do {                                 \
    message[0] = 0;                    \
    if (setjmp(guard)) return PL_RAISED; \
    guarded = 1;                       \
    statement;                         \
    guarded = 0;                       \
    return PL_OK;                      \
  } while (0)

// ------------------------------------------------------------------------------------------------------ the session

void pl_start(void) {
  mju_user_error = on_error;
  mju_user_warning = on_warning;
}

const char* pl_version(void) { return mj_versionString(); }

int pl_library_matches_headers(void) { return mj_version() == mjVERSION_HEADER; }

const char* pl_message(void) { return message; }

const char* pl_warnings(void) { return warnings; }

void pl_clear_warnings(void) {
  warnings_length = 0;
  warnings[0] = 0;
}

// A plugin's number is its place among all that are loaded, so libraries are loaded in the order of their names.
static void load_plugins(const char* directory) {
  struct dirent** entries;
  int count = scandir(directory, &entries, NULL, alphasort);
  for (int i = 0; i < count; i++) {
    const char* name = entries[i]->d_name;
    size_t length = strlen(name);
    char path[4096];
    if (length > 3 && !strcmp(name + length - 3, ".so")) {
      snprintf(path, sizeof path, "%s/%s", directory, name);
      mj_loadPluginLibrary(path);
    }
    free(entries[i]);
  }
  if (count >= 0) free(entries);
}

int pl_load_plugins(const char* directory) { GUARDED(load_plugins(directory)); }

#include "mujoco_worlds.c"

void pl_unload(void) {
  forget_worlds();
  if (data) mj_deleteData(data);
  if (model) mj_deleteModel(model);
  data = NULL;
  model = NULL;
  arena_used = 0;
  table_length = 0;
  fixed_length = 0;
}

static int make_data(void) { GUARDED(data = mj_makeData(model)); }

// Files in memory for the next model, or of the one that is loaded: it may be read again.
static mjVFS memory;
static int in_memory = 0;
static int are_used = 0;
static char loaded_from[4096];

static void forget_files(void) {
  if (in_memory) mj_deleteVFS(&memory);
  in_memory = 0;
  are_used = 0;
}

int pl_add_file(const char* name, const void* bytes, int size) {
  if (are_used) forget_files();
  if (!in_memory) mj_defaultVFS(&memory);
  in_memory = 1;
  if (!mj_addBufferVFS(&memory, name, bytes, size)) return PL_OK;
  snprintf(message, sizeof message, "a file %s is in memory already", name);
  forget_files();
  return PL_REJECTED;
}

#include "mujoco_spec.c"

int pl_load(const char* path) {
  pl_unload();
  message[0] = 0;
  if (are_used) forget_files();
  are_used = 1;
  snprintf(loaded_from, sizeof loaded_from, "%s", path);
  if (is_script(path)) return load_script(path);
  if (setjmp(guard)) return PL_RAISED;
  guarded = 1;
  model = mj_loadXML(path, in_memory ? &memory : NULL, message, sizeof message);
  guarded = 0;
  if (!model) return PL_REJECTED;
  // A model that loads may still leave a warning in the error buffer.
  if (message[0]) on_warning(message);
  int outcome = make_data();
  return outcome == PL_OK && !data ? PL_RAISED : outcome;
}

int pl_keyframes(void) { return model ? model->nkey : 0; }

int pl_reset(void) {
  if (!data) return PL_MISUSED;
  GUARDED(mj_resetData(model, data));
}

int pl_reset_keyframe(int key) {
  if (!data || key < 0 || key >= model->nkey) return PL_MISUSED;
  GUARDED(mj_resetDataKeyframe(model, data, key));
}

static int forward(void) { GUARDED(mj_forward(model, data)); }

static int inverse(void) { GUARDED(mj_inverse(model, data)); }

static int set_const(void) { GUARDED(mj_setConst(model, data)); }

static int step(uint64_t count) {
  GUARDED(for (uint64_t i = 0; i < count; i++) mj_step(model, data));
}

// An error leaves stack frames open that nobody will close.
static int unwound(int outcome) {
  if (outcome == PL_RAISED) {
    data->pstack = 0;
    data->pbase = 0;
  }
  return outcome;
}

// More of a fresh arena is not filled: what is larger comes from the system and holds zeros.
#define FRESH ((size_t)64 << 20)

// Fills the arena with a byte, so that what the next computation leaves unwritten there can be told from what it wrote.
// Nothing in it outlives a computation: each starts with an empty arena.
void pl_fill(int byte) {
  if (!data || !data->arena) return;
  size_t room = (size_t)data->narena;
  size_t used = (size_t)data->maxuse_arena;
  if (!arena_used) used = FRESH;
  if (used < arena_used) used = arena_used;
  memset(data->arena, byte, used < room ? used : room);
  arena_used = (size_t)data->maxuse_arena > arena_used ? (size_t)data->maxuse_arena : arena_used;
  if (!arena_used) arena_used = 1;
}

int pl_forward(void) { return data ? unwound(forward()) : PL_MISUSED; }

int pl_inverse(void) { return data ? unwound(inverse()) : PL_MISUSED; }

int pl_set_const(void) { return data ? unwound(set_const()) : PL_MISUSED; }

int pl_step(uint64_t count) { return data ? unwound(step(count)) : PL_MISUSED; }

// --------------------------------------------------------------------------------------------------------- the table

// Sizes are `int` in some versions and 64 bits wide in others; here they are always 64.
static int64_t sizes[CAPACITY];
// The solver's statistics of the iterations that were made, island after island without gaps.
static mjSolverStat made[mjNISLAND * mjNSOLVER];

// Name of an element type; NULL for a struct, whose members have rows of their own.
#define TYPE_NAME(value)                                                                                     \
  _Generic((value), double: "f64", float: "f32", int: "i32", long: "i64", long long: "i64",                  \
           unsigned long: "u64", unsigned long long: "u64", unsigned char: "u8", _Bool: "u8", char: "char",  \
           default: NULL)

// Not data: addresses of this process, and clocks and memory marks of the threads.
static int left_out(const char* name) {
  static const char* const names[] = {"threadpool", "plugin_data", "timer", "maxuse_threadstack"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!strcmp(name, names[i])) return 1;
  }
  return 0;
}

static void add(pl_field field) {
  if (!field.type || left_out(field.name) || table_length == CAPACITY) return;
  // A poisoned counter is negative, which as an unsigned number is huge: no rows.
  if (field.col_count > INT64_MAX) field.col_count = 0;
  if (!field.base || field.row_count > INT64_MAX) field.row_count = 0;
  table[table_length++] = field;
}

#define ADD(side, group, name, sample, rows, cols, row_count, col_count, stride, base)                          \
  add((pl_field){side, group, name, TYPE_NAME(sample), rows, cols, (uint64_t)(int64_t)(row_count),              \
                 (uint64_t)(int64_t)(col_count), sizeof(sample), (uint64_t)(stride), (char*)(base)})

#define ADD_SCALAR(side, group, name, place) ADD(side, group, name, place, "", "1", 1, 1, sizeof(place), &(place))

#define ADD_ARRAY(side, group, name, place, rows, cols, row_count, col_count) \
  ADD(side, group, name, *(place), rows, cols, row_count, col_count, sizeof(*(place)) * (size_t)(col_count), place)

static void add_sizes(void) {
  size_t count = 0;
#define X(n)                                              \
  sizes[count] = (int64_t)model->n;                       \
  ADD_SCALAR("model", "sizes", #n, sizes[count]);         \
  count++;
#ifdef MJMODEL_SIZES
  MJMODEL_SIZES
#else
  MJMODEL_INTS
#endif
#undef X
}

static void add_options(void) {
#ifdef MJOPTION_FIELDS
#define X(t, n, count) ADD_SCALAR("model", "opt", #n, model->opt.n);
#define XVEC(t, n, count) ADD_ARRAY("model", "opt", #n, model->opt.n, #count, "1", count, 1);
  MJOPTION_FIELDS
#undef XVEC
#undef X
#else
#define X(t, n) ADD_SCALAR("model", "opt", #n, model->opt.n);
  MJOPTION_SCALARS
#undef X
#define X(n, count) ADD_ARRAY("model", "opt", #n, model->opt.n, #count, "1", count, 1);
  MJOPTION_VECTORS
#undef X
#endif
}

static void add_statistics(void) {
  ADD_SCALAR("model", "stat", "meaninertia", model->stat.meaninertia);
  ADD_SCALAR("model", "stat", "meanmass", model->stat.meanmass);
  ADD_SCALAR("model", "stat", "meansize", model->stat.meansize);
  ADD_SCALAR("model", "stat", "extent", model->stat.extent);
  ADD_ARRAY("model", "stat", "center", model->stat.center, "3", "1", 3, 1);
}

#undef MJ_M
#define MJ_M(n) (model->n)
#undef MJ_D
#define MJ_D(n) (data->n)

static void add_model(void) {
#define X(t, n, rows, cols) ADD_ARRAY("model", "model", #n, model->n, #rows, #cols, model->rows, cols);
  MJMODEL_POINTERS
#undef X
}

static void add_buffer(void) {
#define X(t, n) ADD_SCALAR("data", "scalar", #n, data->n);
  MJDATA_SCALAR
#undef X
#define X(t, n, rows, cols) ADD_ARRAY("data", "vector", #n, data->n, #rows, #cols, rows, cols);
  MJDATA_VECTOR
#undef X
#define X(t, n, rows, cols) ADD_ARRAY("data", "data", #n, data->n, #rows, #cols, model->rows, cols);
  MJDATA_POINTERS
#undef X
}

static void add_arena(void) {
#define X(t, n, rows, cols) ADD_ARRAY("data", "arena", #n, data->n, #rows, #cols, rows, cols);
  MJDATA_ARENA_POINTERS
#undef X
}

// Number of islands that the solver worked on, which older versions count apart from those that were found.
static const int* island_count;

static void find_island_count(void) {
  for (size_t i = 0; i < table_length; i++) {
    if (strcmp(table[i].group, "scalar")) continue;
    if (!strcmp(table[i].name, "nisland") && !island_count) island_count = (const int*)table[i].base;
    if (!strcmp(table[i].name, "solver_nisland")) island_count = (const int*)table[i].base;
  }
}

static int clamp(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

// Gathers the statistics of the iterations made, and says how many there are.
static size_t gather_solver(void) {
  int count = island_count ? clamp(*island_count, 1, mjNISLAND) : 1;
  size_t rows = 0;
  for (int i = 0; i < count; i++) {
    size_t iterations = (size_t)clamp(data->solver_niter[i], 0, mjNSOLVER);
    memcpy(made + rows, data->solver + i * mjNSOLVER, iterations * sizeof *made);
    rows += iterations;
  }
  return rows;
}

// A member of an array of structs: scalar members by their name, array members also by their length.
#define MEMBER(group, array, n, rows, row_count) \
  ADD("data", group, #n, (array)->n, rows, "1", row_count, 1, sizeof *(array), &(array)->n);
#define MEMBERS(group, array, n, rows, row_count, cols) \
  ADD("data", group, #n, *(array)->n, rows, #cols, row_count, cols, sizeof *(array), (array)->n);

static void add_structs(void) {
  mjWarningStat* warning = data->warning;
#define X(n) MEMBER("warning", warning, n, "mjNWARNING", mjNWARNING)
  X(lastinfo) X(number)
#undef X
  size_t rows = gather_solver();
#define X(n) MEMBER("solver", made, n, "solver_niter", rows)
  X(improvement) X(gradient) X(lineslope) X(nactive) X(nchange) X(neval) X(nupdate)
#undef X
  static mjContact none;
  mjContact* contact = data->contact ? data->contact : &none;
  int contacts = data->contact ? data->ncon : 0;
#define X(n) MEMBER("contact", contact, n, "ncon", contacts)
#define XN(n, cols) MEMBERS("contact", contact, n, "ncon", contacts, cols)
  X(dist) XN(pos, 3) XN(frame, 9) X(includemargin) XN(friction, 5)
  XN(solref, mjNREF) XN(solreffriction, mjNREF) XN(solimp, mjNIMP) X(mu) XN(H, 36)
  X(dim) X(geom1) X(geom2) XN(geom, 2) XN(flex, 2) XN(elem, 2) XN(vert, 2) X(exclude) X(efc_address)
#undef XN
#undef X
}

// The table as it stands now; positions and names of fields do not change as long as a model is loaded.
const pl_field* pl_fields(size_t* length) {
  if (data && !fixed_length) {
    table_length = 0;
    add_sizes();
    add_options();
    add_statistics();
    add_model();
    add_buffer();
    fixed_length = table_length;
    island_count = NULL;
    find_island_count();
  }
  table_length = fixed_length;
  if (data) {
    add_arena();
    add_structs();
  }
  *length = table_length;
  return table;
}

// ------------------------------------------------------------------------------------------------ values in and out

static size_t row_bytes(const pl_field* field) { return (size_t)(field->col_count * field->element_size); }

// Copies a field's rows, one after the other, to a place with room for exactly `room` bytes.
int pl_read(size_t index, char* to, size_t room) {
  if (index >= table_length) return PL_MISUSED;
  const pl_field* field = &table[index];
  size_t width = row_bytes(field);
  if (room != width * field->row_count) return PL_MISUSED;
  if (field->stride == width && room) {
    memcpy(to, field->base, room);
  } else {
    for (uint64_t r = 0; r < field->row_count; r++) memcpy(to + r * width, field->base + r * field->stride, width);
  }
  return PL_OK;
}

// The memory manager lives by these: to write them is to corrupt the process.
static int is_bookkeeping(const char* name) {
  static const char* const names[] = {"narena", "nbuffer", "nplugin", "pstack", "pbase", "parena", "plugin"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!strcmp(name, names[i])) return 1;
  }
  return 0;
}

static int is_writable(const pl_field* field) { return !strcmp(field->side, "data") && !is_bookkeeping(field->name); }

// Sets a field that has one place in memory for each of its elements.
int pl_write(size_t index, const char* from, size_t length) {
  if (index >= table_length) return PL_MISUSED;
  const pl_field* field = &table[index];
  int whole = !strcmp(field->group, "data") || !strcmp(field->group, "vector") || !strcmp(field->name, "time");
  int option = !strcmp(field->group, "opt") || !strcmp(field->group, "stat") || !strcmp(field->group, "model");
  if (!(option || (whole && is_writable(field))) || length != row_bytes(field) * field->row_count) return PL_MISUSED;
  if (length) memcpy(field->base, from, length);
  return PL_OK;
}

// Replaces what a stage has computed, row by row.
int pl_replace(size_t index, const char* from, size_t length) {
  if (index >= table_length || !is_writable(&table[index])) return PL_MISUSED;
  const pl_field* field = &table[index];
  size_t width = row_bytes(field);
  if (length != width * field->row_count || !strcmp(field->group, "solver")) return PL_MISUSED;
  for (uint64_t r = 0; r < field->row_count; r++) memcpy(field->base + r * field->stride, from + r * width, width);
  return PL_OK;
}

// Fills a field with ones: NaN as a float, -1 as a signed integer, the maximum as an unsigned one.
int pl_poison(size_t index) {
  if (index >= table_length || !is_writable(&table[index])) return PL_MISUSED;
  const pl_field* field = &table[index];
  if (!strcmp(field->group, "solver")) {
    size_t offset = (size_t)(field->base - (char*)made);
    for (size_t i = 0; i < mjNISLAND * mjNSOLVER; i++) {
      memset((char*)(data->solver + i) + offset, 0xff, (size_t)field->element_size);
    }
    return PL_OK;
  }
  for (uint64_t r = 0; r < field->row_count; r++) memset(field->base + r * field->stride, 0xff, row_bytes(field));
  return PL_OK;
}

// ---------------------------------------------------------------------------------------------- functions by their names

#include "mujoco_calls.c"
