// What there is to play, as the page knows it before it has a session.
import type { Game, GamesTold, MethodsTold, Named } from "./events";
import { Scene } from "./scene";

export interface BuiltCatalogue {
  games: Game[];
  methods: Named[];
  /** By the names of games: scenes, or what came with the page, as HTML. */
  pictures: Map<string, Scene | string>;
}

export function picturesOf(told: GamesTold["pictures"] = []): Map<string, Scene> {
  return new Map(told.map(({ game, board_scene, scene }) => [game, new Scene(board_scene, scene)]));
}

/** The same of what a back end tells. */
export function builtOf(games: GamesTold, methods: MethodsTold): BuiltCatalogue {
  return { games: games.list.games, methods: methods.list.methods, pictures: picturesOf(games.pictures) };
}
