// What the page fetches only when it is wanted: one file of script for all of it.
export { AnalyseView } from "../editor/analyse_view";
export { LiveView } from "../editor/live_view";
export { MistakesView } from "../exercise/mistakes_view";
export { PractiseView } from "../exercise/practise_view";
export { LearnView } from "../learn/learn_view";
export { ShareParts } from "../share/share_parts";
export { MatchView } from "./match";
export { FriendPanel } from "../friend/friend_panel";
export { GameListView } from "./game_list";
export { StudyView } from "./study";
export { TurnsView } from "../friend/turns_view";
export { ReviewParts } from "./review_parts";
export { SearchTreeView } from "./search_tree";
export { TutorSays } from "./tutor_says";
export { WorkView } from "./work_view";
