/** Prompts, which a person picks in a client to begin a conversation. */
import { z } from "@hono/zod-openapi";
import type { Scope } from "../../shared/fields/scope.ts";
import type { CallerEnv } from "../../shared/http/caller.ts";
import { lacks } from "../../shared/http/scopes.ts";
import { ProtocolError } from "./messages.ts";

type Call = CallerEnv["Variables"];

const prompts: {
  name: string;
  title: string;
  description: string;
  scopes: Scope[];
  text: string;
}[] = [
  {
    name: "look_back",
    title: "Look back on my week",
    description: "Sums up the last seven days from your entries, and asks about the next ones.",
    scopes: ["journal:read"],
    text: "Read my journal entries of the last seven days with `list_entries` and `read_entry`. " +
      "Tell me in a few sentences what the week was about, what went well and what was hard, in " +
      "my language. Name the entries that you rely on. Ask me one question about next week.",
  },
  {
    name: "write_down",
    title: "Write down my day",
    description: "Asks about your day, and saves an entry in your own words once you agree.",
    scopes: ["journal:write"],
    text:
      "Ask me about my day, one question at a time, at most five. Then show me an entry in my " +
      "own words, and save it with `write_entry` once I agree. Add nothing that I have not said.",
  },
];

const openTo = ({ caller }: Call) => prompts.filter(({ scopes }) => !lacks(caller, scopes));

/** The prompts whose tools the bearer may use. */
export const listPrompts = (call: Call) =>
  openTo(call).map(({ name, title, description }) => ({ name, title, description }));

const GetParams = z.looseObject({ name: z.string() });

/** A prompt by its name. @throws {ProtocolError} when the bearer has no such prompt */
export function getPrompt(params: object, call: Call) {
  const { data: asked } = GetParams.safeParse(params);
  if (!asked) throw new ProtocolError("params", "Expected `name`");
  const prompt = openTo(call).find(({ name }) => name === asked.name);
  if (!prompt) throw new ProtocolError("params", `Unknown prompt: ${asked.name.slice(0, 100)}`);
  const { description, text } = prompt;
  return { description, messages: [{ role: "user", content: { type: "text", text } }] };
}
