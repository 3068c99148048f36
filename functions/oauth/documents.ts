/** Programs whose id is the address of a document about them (Client ID Metadata Documents). */
import { z } from "@hono/zod-openapi";
import { describeError, log } from "../../shared/base/log.ts";
import { outside } from "../../shared/base/outside.ts";
import { inTrace } from "../../shared/base/tracing.ts";
import { serviceClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/http/declare.ts";
import {
  type CallerContext,
  countUsed,
  takeRateLimit,
  takeRateLimitOf,
} from "../../shared/http/limits.ts";
import { cleanName, hostOf, mayRedirectTo } from "./addresses.ts";

const { address, leadsOutside } = outside("OAUTH_CLIENT_ORIGINS", "client_id");

const TIMEOUT_MS = 5000;
const MAX_BYTES = 5 * 1024;

/** The part of a document that is used here. Programs with a secret are refused: a device of the user cannot keep it. */
const Document = z.object({
  client_id: z.string(),
  client_name: z.string(),
  redirect_uris: z.array(z.string().refine(mayRedirectTo)).min(1).max(10),
  token_endpoint_auth_method: z.literal("none").optional(),
  client_secret: z.undefined().optional(),
});

/**
 * Reads the document of a program, and keeps what it says; or that it cannot be used. Reads at most
 * ten documents of a host in a minute, and for one user ten in ten minutes, so that no user takes the
 * documents of a host away from the others.
 *
 * @throws {HttpError} 429 when the host was asked too often, or the caller has asked for too many.
 */
export async function readDocument(c: CallerContext, id: string): Promise<void> {
  await takeRateLimit(c, "client_document_user");
  await countUsed(c, 1);
  await takeRateLimitOf(c, "client_document", hostOf(id).slice(0, 190));
  await countUsed(c, 1);
  const found = await fetched(id).catch((error) => {
    log("info", "document of a program not used", { error: describeError(error) });
  });
  must(
    await serviceClient().rpc("keep_client_document", {
      p_id: id,
      p_name: cleanName(found?.client_name) || hostOf(id),
      p_redirect_uris: found?.redirect_uris ?? [],
    }),
  );
}

/** The document at an address, which names itself by exactly this address. Follows no redirect. */
async function fetched(id: string): Promise<z.infer<typeof Document>> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const url = new URL(await address(id));
  if (url.href !== id) throw new Error("The address is not written as browsers read it");
  if (!await leadsOutside(url, signal)) throw new Error("The address leads into a private network");
  const headers = { accept: "application/json", "user-agent": "journal-oauth/1" };
  // A span would name the program of a user.
  const answer = await inTrace(
    undefined,
    () => fetch(url, { headers, redirect: "manual", signal }),
  );
  const text = await beginningOf(answer);
  if (answer.status !== 200) throw new Error(`The address answers ${answer.status}`);
  const document = Document.parse(JSON.parse(text));
  if (document.client_id !== id) throw new Error("The document names another address");
  return document;
}

/** The body of an answer; refuses one of more than 5 kB as soon as so much has come. */
async function beginningOf({ body }: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of body ?? []) {
    bytes += piece.byteLength;
    if (bytes > MAX_BYTES) throw new Error("The document is larger than 5 kB");
    pieces.push(piece);
  }
  return await new Blob(pieces as BlobPart[]).text();
}
