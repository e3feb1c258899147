// What the page fetches only when it is wanted: one file of script for all of it but what a board needs (board_parts.ts).
export * from "../state/later_screens";
export { MistakesView } from "../exercise/mistakes_view";
export { PractiseView } from "../exercise/practise_view";
export { LearnView } from "../learn/learn_view";
export { ShareParts } from "../share/share_parts";
export { MatchView } from "./match";
export { FriendPanel } from "../friend/friend_panel";
export { GameListView } from "./game_list";
export { TurnsView } from "../friend/turns_view";
export { ExplorerParts } from "./explorer";
export { SetupView } from "./setup";
export { ReviewParts } from "./review_parts";
export { SearchTreeView } from "./search_tree";
export { WorkView } from "./work_view";
