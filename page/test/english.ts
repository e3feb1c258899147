// The language of the unit tests, which is spoken before their modules begin.
import { fetchTexts, speak } from "../src/strings/strings";

await fetchTexts("en");
speak(["en"]);
