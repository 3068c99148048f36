/** The tools of all features, in the order in which a list of them shows them. */
import type { Tool } from "../shared/http/tools.ts";
import { tools as goals } from "./goals/tools.ts";
import { tools as insights } from "./insights/tools.ts";
import { tools as journal } from "./journal/tools.ts";
import { tools as prompts } from "./prompts/tools.ts";
import { tools as streaks } from "./streaks/tools.ts";

export const tools: readonly Tool[] = [...journal, ...insights, ...goals, ...streaks, ...prompts];

/** The tools that change nothing. */
export const readingTools = tools.filter(({ reads }) => reads);
