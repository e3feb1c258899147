/* hra/hra.h: everything. */
#ifndef HRA_HRA_H
#define HRA_HRA_H

#include "hra/base.h"
#include "hra/bench.h"
#include "hra/channel.h"
#include "hra/game.h"
#include "hra/graph.h"
#include "hra/host.h"
#include "hra/hub.h"
#include "hra/json.h"
#include "hra/language.h"
#include "hra/match.h"
#include "hra/play.h"
#include "hra/player.h"
#include "hra/protocol.h"
#include "hra/rating.h"
#include "hra/report.h"
#include "hra/review.h"
#include "hra/scene.h"
#include "hra/search.h"
#include "hra/session.h"
#include "hra/solve.h"
#include "hra/spec.h"
#include "hra/state.h"
#include "hra/stats.h"
#include "hra/store.h"
#include "hra/tournament.h"
#include "hra/trace.h"
#include "hra/tune.h"
#include "hra/version.h"

#endif
