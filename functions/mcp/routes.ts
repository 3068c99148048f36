import { allowedOrigins } from "../../shared/base/env.ts";
import { forbidden } from "../../shared/base/errors.ts";
import { must, ok, part, raw, z } from "../../shared/http/declare.ts";
import { tools } from "../tools.ts";
import { Failure, Success } from "./messages.ts";
import { answer } from "./protocol.ts";
import { supported } from "./revision.ts";

export const routes = part();

routes.add("POST /mcp", {
  scope: [],
  operationId: "postMcpMessage",
  summary: "Send a message of the Model Context Protocol",
  description:
    "The Streamable HTTP transport, without sessions and streams, one message a request: " +
    "`server/discover` of the revision 2026-07-28, `initialize` and `ping` of those before, and " +
    "the methods of tools, resources and prompts. A personal token finds the tools, prompts and " +
    "entries for which it has the scopes. The refusal of a tool is a result with `isError`, whose " +
    "text is the usual body of a refusal.",
  headers: z.object({
    "MCP-Protocol-Version": z.string().optional().openapi({
      description: `The revision of the protocol: ${supported.join(", ")}.`,
      example: supported[0],
    }),
    "Mcp-Method": z.string().optional().openapi({
      description: "Since 2026-07-28: the method of the message.",
      example: "tools/list",
    }),
    "Mcp-Name": z.string().optional().openapi({
      description: "Since 2026-07-28: the name or the address that the message asks for.",
      example: "list_entries",
    }),
  }),
  repeats: "by id",
  body: raw("A message of JSON-RPC 2.0", { jsonrpc: "2.0", id: 1, method: "tools/list" }),
  answer: {
    ...ok("The answer to a request", z.union([Success, Failure])),
    orAccepted: "A notification: there is no answer",
  },
  notFound: {
    description: "Since 2026-07-28: the server has no such method.",
    orSchema: "McpError",
  },
  refusals: {
    400: {
      description:
        "The body is not one message of JSON-RPC 2.0; or, as an answer of JSON-RPC, the server " +
        "does not speak the revision, `_meta` lacks what each request names since 2026-07-28, or " +
        "a header does not say what the body says.",
      codes: ["bad_request"],
      orSchema: "McpError",
    },
    403: "The origin is not admitted, the account is blocked, a super admin acts as the user " +
      "where only the user may, a personal token lacks the scope of a resource, or the grant of a " +
      "program lacks the scope of a tool (`WWW-Authenticate` names it).",
  },
}, async ({ c, caller, db }) => {
  const origin = c.req.header("origin");
  const allowed = allowedOrigins();
  if (origin !== undefined && allowed !== "*" && !allowed.includes(origin)) {
    throw forbidden("Origin: not admitted");
  }
  must(await db.rpc("check_caller"));
  const headers = {
    version: c.req.header("mcp-protocol-version"),
    method: c.req.header("mcp-method"),
    name: c.req.header("mcp-name"),
  };
  const { status, body } = await answer(await c.req.text(), headers, tools, {
    caller,
    db,
    path: c.req.path,
  });
  return (body ? c.json(body, status) : c.body(null, 202)) as never;
});
