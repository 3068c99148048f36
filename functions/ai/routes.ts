import { group } from "../../shared/http/declare.ts";
import { background } from "./background.ts";
import { tone } from "./tone.ts";
import { usage } from "./usage.ts";

export const routes = group("ai", "Tone analysis, generated backgrounds, and token usage");

routes.include(tone, background, usage);
