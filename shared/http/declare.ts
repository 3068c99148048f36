/** What a file of routes declares them with. */
export { created, createdOnce, done, ok } from "./answers.ts";
export { signature, superAdminOr } from "./auth.ts";
export { form, json, raw } from "./bodies.ts";
export { cron, cronOptional } from "./cron.ts";
export { part } from "./group.ts";
export { changedMeanwhile, ifMatch, onlyIfMatch } from "./versions.ts";
