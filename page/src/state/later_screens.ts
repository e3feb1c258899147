// The states of screens that no game needs: the page fetches them with their views.
export { GameList } from "./game_list";
export { Learn } from "./learn";
export { Match } from "./match";
export { Practise } from "./practise";
export { WatchedWork } from "./work";
