/** The rules of accessibility as one script, which pages load from their host: their policy allows it. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

export const axeScript = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
