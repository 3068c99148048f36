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
  id,
  error: z.object({ code: z.int().openapi({ example: -32602 }), message: z.string() }),
}).openapi("McpError", {
  example: { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "Unknown tool: read_mind" } },
});

/** Codes of JSON-RPC 2.0, and of the protocol for a resource. */
const codes = { method: -32601, params: -32602, resource: -32002 } as const;

/** The refusal of a request by the protocol. */
export class ProtocolError extends Error {
  constructor(readonly kind: keyof typeof codes, message: string) {
    super(message);
  }
}

export const failure = (
  { kind, message }: ProtocolError,
  id: string | number,
): z.infer<typeof Failure> => ({
  jsonrpc: "2.0",
  id,
  error: { code: codes[kind], message },
});
