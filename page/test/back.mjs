// Which back end a file of tests is about: with BACK=site the engine in the page, else a server.
import { serve } from "./browser.mjs";
import { serveSite } from "./static.mjs";

export const onSite = process.env["BACK"] === "site";
export const begin = onSite ? serveSite : serve;
