/**
 * The Model Context Protocol, as far as a server without a session needs it:
 * https://modelcontextprotocol.io/specification/2026-07-28, and the two revisions before. Ours,
 * because the official server (`@modelcontextprotocol/server`) makes the function larger by 349 kB,
 * which is two fifths.
 */
import { z } from "@hono/zod-openapi";
import { beginningOf, dayIn, plusDays, todayIn } from "../../shared/base/days.ts";
import { asRefusal, badRequest, HttpError, levelOf } from "../../shared/base/errors.ts";
import { describeError, log } from "../../shared/base/log.ts";
import { parseJson } from "../../shared/base/text.ts";
import type { Scope } from "../../shared/fields/scope.ts";
import type { CallerEnv } from "../../shared/http/caller.ts";
import { challenge } from "../../shared/http/challenge.ts";
import { lacks } from "../../shared/http/scopes.ts";
import { type Tool, zoneOf } from "../../shared/http/tools.ts";
import {
  type Failure,
  failure,
  Message,
  ProtocolError,
  Response,
  type Success,
} from "./messages.ts";
import { getPrompt, listPrompts } from "./prompts.ts";
import { listResources, readResource, templates } from "./resources.ts";
import {
  handshakes,
  type Headers,
  requireKnown,
  type Revision,
  revisionOf,
  supported,
  UI,
} from "./revision.ts";
import { instructions, serverInfo } from "./server.ts";
import { readView, viewOf } from "./views.ts";

/** `path` is that of the request. */
type Call = CallerEnv["Variables"] & { path: string };

interface Answered {
  status: 200 | 202 | 400 | 404;
  /** Null where the client asks for nothing. */
  body: z.infer<typeof Success> | z.infer<typeof Failure> | null;
}

/**
 * The answer to what a client has posted.
 *
 * @throws {HttpError} 400 when the text is not one message, as the transport asks for; 403 where a
 * personal token lacks the scope of a resource.
 */
export async function answer(
  text: string,
  headers: Headers,
  tools: readonly Tool[],
  call: Call,
): Promise<Answered> {
  const posted = parseJson(text);
  if (posted === undefined) throw badRequest("body: expected JSON");
  if (Response.safeParse(posted).success) return { status: 202, body: null };
  const { data: message } = Message.safeParse(posted);
  if (!message) throw badRequest("body: expected one message of JSON-RPC 2.0, no batch");
  const { id } = message;
  let isModern = true;
  try {
    if (id === undefined) {
      requireKnown(headers.version);
      return { status: 202, body: null };
    }
    const revision = revisionOf(message, headers);
    ({ isModern } = revision);
    const result = await resultOf(message, revision, tools, call);
    return { status: 200, body: { jsonrpc: "2.0", id, result } };
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    return failure(error, id, isModern);
  }
}

const capabilities = { tools: {}, resources: {}, prompts: {} };

/** The methods whose results a client may keep until the user's midnight. */
const lasting = /^(server\/discover|.*\/list)$/;

async function resultOf(
  message: z.infer<typeof Message>,
  revision: Revision,
  tools: readonly Tool[],
  call: Call,
): Promise<Record<string, unknown>> {
  const { method, params = {} } = message;
  if (!revision.isModern) {
    return method === "ping" ? {} : method === "initialize"
      ? {
        protocolVersion: handshakes.find((version) => version === params.protocolVersion) ??
          handshakes.at(-1),
        capabilities,
        serverInfo,
        instructions,
      }
      : await answerOf(method, params, revision, tools, call);
  }
  const result = method === "server/discover"
    ? {
      supportedVersions: supported,
      capabilities: { ...capabilities, extensions: { [UI]: {} } },
      instructions,
    }
    : await answerOf(method, params, revision, tools, call);
  return {
    resultType: "complete",
    ...result,
    ...(method === "resources/read" && { ttlMs: 0, cacheScope: "private" }),
    ...(lasting.test(method) && { ttlMs: await untilMidnight(call), cacheScope: "private" }),
    _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
  };
}

/** The milliseconds until the user's next day begins: then the lists name another day. */
async function untilMidnight(call: Call): Promise<number> {
  const zone = await zoneOf(call);
  const tomorrow = await beginningOf(plusDays(await dayIn(zone), 1), zone);
  return Math.max(0, Date.parse(tomorrow) - Date.now());
}

/** The result of a method that all revisions have. */
async function answerOf(
  method: string,
  params: Record<string, unknown>,
  { showsViews }: Revision,
  tools: readonly Tool[],
  call: Call,
): Promise<Record<string, unknown>> {
  switch (method) {
    case "tools/list": {
      const today = await todayIn(await zoneOf(call));
      const open = tools.filter(({ scopes }) => !lacks(call.caller, scopes));
      return { tools: open.map((tool) => listed(tool, today, showsViews)) };
    }
    case "tools/call":
      return await callTool(params, tools, call);
    case "resources/list":
      return await listResources(params, tools, call);
    case "resources/templates/list":
      return { resourceTemplates: lacks(call.caller, ["journal:read"]) ? [] : templates };
    case "resources/read":
      return readView(params) ?? await readResource(params, tools, call);
    case "prompts/list":
      return { prompts: listPrompts(call) };
    case "prompts/get":
      return getPrompt(params, call);
    default:
      throw new ProtocolError("method", `Unknown method: ${method.slice(0, 100)}`);
  }
}

/** A tool in the list, which tells what "last spring" means today. */
const listed = (
  { name, title, description, input, output, reads, replaces, dated }: Tool,
  today: string,
  showsViews: boolean,
) => ({
  name,
  title,
  description: dated ? `${description} Where the user is, today is ${today}.` : description,
  inputSchema: input,
  outputSchema: output,
  annotations: {
    title,
    readOnlyHint: reads,
    destructiveHint: replaces,
    openWorldHint: false,
  },
  ...(showsViews && viewOf(name)),
});

const CallParams = z.looseObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
});

/** Calls a tool. Its refusals are results, which the model reads and may act upon. */
async function callTool(params: object, tools: readonly Tool[], call: Call) {
  const { data: asked } = CallParams.safeParse(params);
  if (!asked) throw new ProtocolError("params", "Expected `name` and `arguments`");
  const tool = tools.find(({ name }) => name === asked.name);
  if (!tool) throw new ProtocolError("params", `Unknown tool: ${asked.name.slice(0, 100)}`);
  // A client that has signed in can ask its user for more.
  if (call.caller.personalToken?.isOfGrant) refuseWithout(call, tool.scopes);
  try {
    const structuredContent = await tool.call(call, asked.arguments);
    return { content: textOf(structuredContent), structuredContent, isError: false };
  } catch (error) {
    return { content: textOf(refusalForModel(error, tool.name)), isError: true };
  }
}

/** Refuses a call by a grant without these scopes: 403, which names them (RFC 6750 section 3.1). */
function refuseWithout({ caller, path }: Call, scopes: readonly Scope[]): void {
  if (!lacks(caller, scopes)) return;
  throw new HttpError(403, `The grant lacks the scope ${scopes.join(", ")}`, {
    code: "scope_missing",
    headers: { "WWW-Authenticate": challenge(path, scopes) },
  });
}

/** For clients that read text alone. */
const textOf = (value: object) => [{ type: "text", text: JSON.stringify(value) }];

function refusalForModel(error: unknown, tool: string) {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) {
    log(levelOf(refusal), "tool failed", { tool, error: describeError(refusal) });
  }
  const { message, code, fields } = refusal;
  return { error: message, code, fields };
}
