/** The messages of JSON-RPC 2.0, and how the protocol refuses them. */
import { z } from "@hono/zod-openapi";

const id = z.union([z.string(), z.number()]).openapi({ example: 1 });
const jsonrpc = z.literal("2.0");

/** A request with an id, a notification without one. */
export const Message = z.looseObject({
  jsonrpc,
  id: id.optional(),
  method: z.string(),
  params: z.looseObject({}).optional(),
});

/** An answer to a request of the server, which sends none. */
export const Response = z.union([
  z.looseObject({ jsonrpc, id, result: z.looseObject({}), method: z.undefined().optional() }),
  z.looseObject({ jsonrpc, id, error: z.looseObject({}), method: z.undefined().optional() }),
]);

export const Success = z.object({ jsonrpc, id, result: z.looseObject({}) })
  .openapi("McpResult", { example: { jsonrpc: "2.0", id: 1, result: {} } });

export const Failure = z.object({
  jsonrpc,
  id: id.optional(),
  error: z.object({
    code: z.int().openapi({ example: -32602 }),
    message: z.string(),
    data: z.looseObject({}).optional(),
  }),
}).openapi("McpError", {
  example: { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "Unknown tool: read_mind" } },
});

/** The code of each refusal and its status, and both before 2026-07-28 where they differ. */
const refusals = {
  method: { code: -32601, status: 404, before: { code: -32601, status: 200 } },
  params: { code: -32602, status: 200 },
  resource: { code: -32602, status: 200, before: { code: -32002, status: 200 } },
  meta: { code: -32602, status: 400 },
  headers: { code: -32020, status: 400 },
  version: { code: -32022, status: 400 },
} as const;

/** The refusal of a request by the protocol. */
export class ProtocolError extends Error {
  constructor(readonly kind: keyof typeof refusals, message: string, readonly data?: object) {
    super(message);
  }
}

/** The answer to a refused request. */
export function failure(
  { kind, message, data }: ProtocolError,
  id: string | number | undefined,
  isModern: boolean,
) {
  const own = refusals[kind];
  const { code, status } = !isModern && "before" in own ? own.before : own;
  const error = { code, message, ...(data && { data: { ...data } }) };
  return { status, body: { jsonrpc: "2.0" as const, ...(id !== undefined && { id }), error } };
}
