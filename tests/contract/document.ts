/** The OpenAPI document of the running service. */
import { send } from "../support/people.ts";
import { type Document, parseDocument } from "./operations.ts";

export * from "./operations.ts";

/** Reads it from the front door. */
export async function readDocument(): Promise<Document> {
  const { status, body } = await send("GET", "/api/openapi.json");
  if (status !== 200) throw new Error(`openapi.json: ${status}`);
  return parseDocument(body);
}
