/**
 * Pages that a client shows beside the answer of a tool (MCP Apps). A page is the same for everybody:
 * the client runs it in a frame of its own, hands it the answer, and lets it reach no network.
 */
import { z } from "@hono/zod-openapi";
import { entryCard } from "./entry-card.ts";
import { moodYear } from "./mood-year.ts";
import { VIEW } from "./revision.ts";

const pages: Readonly<Record<string, string>> = {
  "ui://journal/entry": entryCard,
  "ui://journal/mood-year": moodYear,
};

const shown: Readonly<Record<string, string>> = {
  read_entry: "ui://journal/entry",
  write_entry: "ui://journal/entry",
  insights: "ui://journal/mood-year",
};

/** The page of a tool, as the list of tools names it. */
export const viewOf = (tool: string) =>
  shown[tool] && { _meta: { ui: { resourceUri: shown[tool] } } };

const ReadParams = z.looseObject({ uri: z.string() });

/** The page with this address; null for another resource. */
export function readView(params: object) {
  const uri = ReadParams.safeParse(params).data?.uri ?? "";
  if (!Object.hasOwn(pages, uri)) return null;
  const ui = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true };
  return { contents: [{ uri, mimeType: VIEW, text: pages[uri], _meta: { ui } }] };
}
