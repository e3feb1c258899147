// What the page fetches for an analysis board and the panels of a table: a file of script apart from that of other screens, which
// is three times as large.
export { AnalyseView } from "../editor/analyse_view";
export { LiveView } from "../editor/live_view";
export { AdviserParts } from "./adviser";
export { AnalysesParts } from "./analyses";
export { SettingsView } from "./settings";
export { StudyView } from "./study";
export { TutorSays } from "./tutor_says";
