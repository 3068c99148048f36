import { allowedOrigins } from "../../shared/base/env.ts";
import { forbidden } from "../../shared/base/errors.ts";
import { must, ok, part, raw, z } from "../../shared/http/declare.ts";
import { tools } from "../tools.ts";
import { Failure, Success } from "./messages.ts";
import { answer, versions } from "./protocol.ts";

export const routes = part();

routes.add("POST /mcp", {
  scope: [],
  operationId: "postMcpMessage",
  summary: "Send a message of the Model Context Protocol",
  description:
    "The Streamable HTTP transport, without sessions and streams: `initialize`, `ping`, " +
    "and the methods of tools, resources and prompts, one message a request. A personal token " +
    "finds the tools, prompts and entries for which it has the scopes. The refusal of a tool is a result with `isError`, whose text is " +
    "the usual body of a refusal.",
  headers: z.object({
    "MCP-Protocol-Version": z.enum(versions).optional().openapi({
      description: "The version that the answer to `initialize` names.",
      example: "2025-11-25",
    }),
  }),
  repeats: "by id",
  body: raw("A message of JSON-RPC 2.0", { jsonrpc: "2.0", id: 1, method: "tools/list" }),
  answer: {
    ...ok("The answer to a request", z.union([Success, Failure])),
    orAccepted: "A notification: there is no answer",
  },
  refusals: {
    400: "The body is not one message of JSON-RPC 2.0, or `MCP-Protocol-Version` is another " +
      "version.",
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
  const answered = await answer(await c.req.text(), tools, { caller, db, path: c.req.path });
  return answered ?? c.body(null, 202) as never;
});
