// Many worlds of the loaded model beside the session's own, which a loop advances one after the other: what the engine's
// batches are held to and measured against.

static mjData** worlds;
// Each world's own model; NULL where all have the session's.
static mjModel** own_models;
static int world_count;

static void forget_worlds(void) {
  for (int i = 0; i < world_count; i++) {
    if (worlds[i]) mj_deleteData(worlds[i]);
    if (own_models && own_models[i]) mj_deleteModel(own_models[i]);
  }
  free(worlds);
  free(own_models);
  worlds = NULL;
  own_models = NULL;
  world_count = 0;
}

// As for other calls, the functions that this needs have the signatures of one version.
#if mjVERSION_HEADER == 326

// So many worlds in the initial state, with models of their own or with one for all.
static void make_worlds(int count, int own) {
  forget_worlds();
  worlds = calloc((size_t)count, sizeof *worlds);
  if (own) own_models = calloc((size_t)count, sizeof *own_models);
  if (!worlds || (own && !own_models)) mju_error("could not allocate worlds");
  world_count = count;
  for (int i = 0; i < count; i++) {
    worlds[i] = mj_makeData(model);
    if (own) own_models[i] = mj_copyModel(NULL, model);
  }
}

static int world_at(int i) {
  if (i < 0 || i >= world_count) mju_error("no world %d: there are %d", i, world_count);
  return i;
}

static const mjModel* model_of(int i) { return own_models ? own_models[i] : model; }

// A world becomes what the session is.
static void put_world(int i) {
  if (own_models) mj_copyModel(own_models[world_at(i)], model);
  mj_copyData(worlds[world_at(i)], model, data);
}

// The session's data becomes what a world is.
static void get_world(int i) { mj_copyData(data, model, worlds[world_at(i)]); }

// Gives each world its controls, and makes steps of those whose flags are set.
static void step_worlds(int count, const double* chosen, const double* controls) {
  for (int i = 0; i < world_count; i++) {
    memcpy(worlds[i]->ctrl, controls + (size_t)i * (size_t)model->nu, (size_t)model->nu * sizeof(mjtNum));
    for (int k = 0; chosen[i] && k < count; k++) mj_step(model_of(i), worlds[i]);
  }
}

static void reset_worlds(const double* chosen) {
  for (int i = 0; i < world_count; i++) {
    if (chosen[i]) mj_resetData(model_of(i), worlds[i]);
  }
}

// The full physics states of all worlds, one after the other.
static void read_worlds(double* states, int size) {
  for (int i = 0; i < world_count; i++) mj_getState(model, worlds[i], states + (size_t)i * (size_t)size, mjSTATE_FULLPHYSICS);
}

#endif
