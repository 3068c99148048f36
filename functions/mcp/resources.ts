/** The user's own entries as resources, which a person picks in a client. Tools read them. */
import { z } from "@hono/zod-openapi";
import { asRefusal } from "../../shared/base/errors.ts";
import type { CallerEnv } from "../../shared/http/caller.ts";
import type { Tool } from "../../shared/http/tools.ts";
import { ProtocolError } from "./messages.ts";

type Call = CallerEnv["Variables"];

const SCHEME = "journal://entries/";
const TYPE = "text/markdown";
/** The entries of a page. */
const PAGE = 50;

/** The form of the addresses, for a client that has the id of an entry. */
export const templates = [{
  uriTemplate: `${SCHEME}{id}`,
  name: "entry",
  title: "An entry of the journal",
  mimeType: TYPE,
}];

const ListParams = z.looseObject({ cursor: z.string().optional() });
const ReadParams = z.looseObject({ uri: z.string() });

interface Card {
  id: string;
  title: string;
  excerpt: string;
  written_at: string;
}

/**
 * A page of the user's own entries, latest first.
 *
 * @throws {ProtocolError} for a cursor that is not of a page before
 * @throws {HttpError} 403 without the scope
 */
export async function listResources(params: object, tools: readonly Tool[], call: Call) {
  const { data: asked } = ListParams.safeParse(params);
  if (!asked) throw new ProtocolError("params", "cursor: expected a text");
  const given = { limit: PAGE, cursor: asked.cursor };
  const listed = await toolOf(tools, "list_entries").call(call, given).catch((error) => {
    const { status, message } = asRefusal(error);
    throw status === 400 ? new ProtocolError("params", message) : error;
  });
  const { entries, next_cursor } = listed as {
    entries: (Card & { sealed?: true })[];
    next_cursor: string | null;
  };
  return {
    // A program cannot read a sealed entry, so that a person has no use for it here.
    resources: entries.filter(({ sealed }) => !sealed).map((
      { id, title, excerpt, written_at },
    ) => ({
      uri: SCHEME + id,
      name: title,
      description: excerpt,
      mimeType: TYPE,
      annotations: { lastModified: written_at },
    })),
    ...next_cursor && { nextCursor: next_cursor },
  };
}

/**
 * An entry as Markdown.
 *
 * @throws {ProtocolError} when the user has no such entry
 * @throws {HttpError} 403 without the scope
 */
export async function readResource(params: object, tools: readonly Tool[], call: Call) {
  const { data: asked } = ReadParams.safeParse(params);
  if (!asked) throw new ProtocolError("params", "uri: expected a text");
  const { uri } = asked;
  const id = uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : "";
  try {
    const { entry } = await toolOf(tools, "read_entry").call(call, { id }) as {
      entry: Omit<Card, "excerpt"> & { content: string; sealed?: true };
    };
    if (entry.sealed) {
      return { contents: [{ uri, mimeType: "application/json", text: JSON.stringify(entry) }] };
    }
    const text = `# ${entry.title}\n\n${entry.written_at}\n\n${entry.content}\n`;
    return { contents: [{ uri, mimeType: TYPE, text }] };
  } catch (error) {
    if (![400, 404].includes(asRefusal(error).status)) throw error;
    throw new ProtocolError("resource", `Resource not found: ${uri.slice(0, 200)}`, {
      uri: uri.slice(0, 2000),
    });
  }
}

const toolOf = (tools: readonly Tool[], name: string): Tool =>
  tools.find((tool) => tool.name === name)!;
