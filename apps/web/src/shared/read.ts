/** Reads the entry of a share link. The reader is not signed in, so it does without the client. */
import type { Answer } from "@journal/client";

import { words } from "../words/shared.ts";

export type SharedEntry = Answer<"/api/shared/{code}", "get">["entry"];

export type Outcome =
  | { entry: SharedEntry }
  | {
    why: "passphrase" | "gone" | "unknown" | "wait" | "failed" | "offline";
    message: string;
    /** Seconds until it makes sense to try again. */
    wait?: number;
  };

const reasons = { 401: "passphrase", 404: "unknown", 410: "gone", 429: "wait" } as const;

export async function readShared(code: string, passphrase?: string): Promise<Outcome> {
  const { url } = globalThis.journalService;
  try {
    const answer = await fetch(`${url}/functions/v1/api/shared/${encodeURIComponent(code)}`, {
      headers: passphrase ? { "X-Share-Passphrase": encodeURIComponent(passphrase) } : {},
      cache: "no-store",
    });
    const body = await answer.json();
    if (answer.ok) return body;
    return {
      why: reasons[answer.status as keyof typeof reasons] ?? "failed",
      message: body.error,
      wait: Number(answer.headers.get("retry-after")) || undefined,
    };
  } catch {
    return { why: "offline", message: words.couldNotLoad };
  }
}
