/** A platform without other users, for a test file that affects them all or breaks connections. */
import { readFileSync } from "node:fs";
import process from "node:process";
import postgres from "postgres";
import { afterAll, inject } from "vitest";
import type { Status } from "../../packages/local-supabase/helpers.ts";
import type { SigningKeyRotation } from "../../packages/local-supabase/mod.ts";
import type { SecondPlatform } from "./second-platform.ts";

interface OwnPlatform {
  status: Status;
  /** As the platform's superuser: bypasses triggers, and can end connections. */
  superuser: postgres.Sql;
  signingKeys: SigningKeyRotation;
  /** Kills the process of the functions in the middle of its requests. It starts again by itself. */
  crashFunctions(): Promise<void>;
}

/** Holds the platform until it is cancelled, or its process ends. */
let turn: ReadableStreamDefaultReader<Uint8Array> | undefined;

/**
 * Connects the other helpers of this folder to the second platform, which has no users and no demo
 * data; `env` adds to the variables of its functions. Call it at the top of the file and import the
 * helpers after it, with `await import(...)`. One file with this call has the platform at a time.
 *
 * @example
 * const own = await ownPlatform();
 * const { person } = await import("./people.ts");
 */
export async function ownPlatform(env: Record<string, string> = {}): Promise<OwnPlatform> {
  await turn?.cancel();
  const answer = await fetch(inject("secondPlatform"), {
    method: "POST",
    body: JSON.stringify(env),
  });
  if (!answer.ok) throw new Error(`The second platform did not start: ${await answer.text()}`);
  turn = answer.body!.getReader();
  const { value } = await turn.read();
  // The last of the file's hooks to run: the first to be registered.
  afterAll(() => turn?.cancel());
  const { file, superuserUrl }: SecondPlatform = JSON.parse(new TextDecoder().decode(value));
  process.env.STATUS_FILE = file;
  const superuser = postgres(superuserUrl, { max: 4, onnotice: () => {} });
  afterAll(() => superuser.end({ timeout: 5 }));
  const ask = async (path: string, body?: object) =>
    (await fetch(inject("secondPlatform") + path, { method: "POST", body: JSON.stringify(body) }))
      .json();
  const rotate = (step: string) => (kid?: string) => ask(`/keys/${step}`, { kid });
  return {
    status: JSON.parse(readFileSync(file, "utf8")),
    superuser,
    signingKeys: { add: rotate("add"), use: rotate("use"), revoke: rotate("revoke") },
    crashFunctions: () => ask("/crash"),
  };
}
