/** Lets the assistant look things up in the caller's journal, with tools that change nothing. */
import { asRefusal, HttpError, levelOf } from "../../shared/base/errors.ts";
import { describeError, log } from "../../shared/base/log.ts";
import { cut, parseJson } from "../../shared/base/text.ts";
import { must } from "../../shared/database/results.ts";
import type { CallerEnv } from "../../shared/http/caller.ts";
import type { LookUps } from "../../shared/providers/openai-chat.ts";
import { readingTools } from "../tools.ts";
import { ABOUT_MARKS, type Marks } from "./marks.ts";

/** The limits of one answer: look-ups, characters of an entry, and characters of all results. */
const MAX_CALLS = 6;
const MAX_ENTRY = 2000;
const MAX_RESULTS = 24_000;

/** The characters that the mark of an entry takes. */
const MARK = '"mark":999,'.length;

interface Found {
  entries?: { id: string; mark?: number }[];
  entry?: { id: string; mark?: number; content?: string };
}

/** The look-ups of one answer, which give each entry its mark. */
export function lookUpsOf(call: CallerEnv["Variables"], marks: Marks): LookUps {
  let calls = 0;
  let room = MAX_RESULTS;
  const toolOf = (name: string) => readingTools.find((tool) => tool.name === name);

  async function resultOf(name: string, given: string): Promise<object> {
    if (++calls > MAX_CALLS) throw new HttpError(429, "Nothing more can be looked up: answer now");
    // The user may have withdrawn the permission since the question.
    const { read_notes_enabled } = must(
      await call.db.from("profiles").select("read_notes_enabled").eq("id", call.caller.id).single(),
    );
    if (!read_notes_enabled) throw new HttpError(403, "The user does not let you read the journal");
    const tool = toolOf(name);
    if (!tool) throw new HttpError(404, "There is no such function");
    return await tool.call(call, parseJson(given || "{}"));
  }

  return {
    about: ABOUT_MARKS,
    functions: readingTools.map(({ name, description, input }) => ({
      type: "function",
      function: { name, description, parameters: input },
    })),
    isOpen: () => calls < MAX_CALLS && room > 0,
    knows: (name) => toolOf(name) !== undefined,
    async ask(name, given) {
      const found: Found = await resultOf(name, given).catch(refusalForModel) as object;
      const text = fitted(found, room, marks);
      room -= text.length;
      return text;
    },
  };
}

/**
 * The result as JSON of at most `room` characters. Entries that have no room are taken out of it, and
 * get no mark.
 */
function fitted(found: Found, room: number, marks: Marks): string {
  const { entries = [], entry } = found;
  if (entry?.content) entry.content = cut(entry.content, MAX_ENTRY, " …");
  const size = () => JSON.stringify(found).length + MARK * (entries.length + (entry ? 1 : 0));
  while (entries.length && size() > room) entries.pop();
  if (entry && size() > room) return "";
  for (const each of entry ? [entry] : entries) each.mark = marks.numberOf(each.id);
  return JSON.stringify(found).slice(0, Math.max(0, room));
}

/** Why nothing was found, as the model reads it. */
function refusalForModel(error: unknown): { error: string } {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) {
    log(levelOf(refusal), "the assistant found nothing", { error: describeError(refusal) });
  }
  return { error: refusal.message };
}
