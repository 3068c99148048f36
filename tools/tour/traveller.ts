/** Shared by the chapters of the tour: people who send requests, and the printing of answers. */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { join } from "node:path";
import { localDir, type Status } from "../../packages/local-supabase/helpers.ts";

export const bold = (text: string) => `\x1b[1m${text}\x1b[0m`;
export const faint = (text: string) => `\x1b[2m${text}\x1b[0m`;

export function chapter(title: string): void {
  console.log(`\n${bold(title)}\n`);
}

/** Formats an answer for display: shortens texts and lists, and uses one line where it fits. */
export function show(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_key, item) => typeof item === "string" && item.length > 90 ? `${item.slice(0, 87)}...` : item,
    2,
  );
  const line = text.replace(/\s*\n\s*/g, " ");
  return line.length <= 110 ? line : text.split("\n").slice(0, 30).join("\n");
}

export interface Traveller {
  name: string;
  id: string;
  email: string;
  client: SupabaseClient;
  /**
   * Sends a request through the front door and prints it with its answer: JSON, or the data of each
   * server-sent event.
   */
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    // deno-lint-ignore no-explicit-any -- answers are printed, and a few ids are read from them
  ): Promise<any>;
}

const described = (body: unknown) =>
  body instanceof FormData ? `form: ${[...body.keys()].join(", ")}` : show(body);

/** Signs up as a web client does: with supabase-js and the publishable key. */
export async function signUp(status: Status, name: string): Promise<Traveller> {
  const client = createClient(status.api_url, status.publishable_key, {
    auth: { persistSession: false },
  });
  const email = `${name.toLowerCase()}.${crypto.randomUUID().slice(0, 8)}@example.com`;
  const { data, error } = await client.auth.signUp({
    email,
    password: "a-long-enough-password",
    options: { data: { full_name: name } },
  });
  if (error || !data.session) throw error ?? new Error("sign-up gave no session");
  console.log(`${name} signs up with supabase-js: ${faint(email)}`);
  const token = data.session.access_token;
  return {
    name,
    id: data.user!.id,
    email,
    client,
    async ask(method, path, body, headers) {
      const response = await fetch(`${status.base_url}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(!(body instanceof FormData) && { "content-type": "application/json" }),
          ...headers,
        },
        body: body === undefined || body instanceof FormData ? body : JSON.stringify(body),
      });
      const text = await response.text();
      const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
      const answer = isStream
        ? text.split("\n\n").filter(Boolean).map((event) =>
          JSON.parse(event.slice("data: ".length))
        )
        : JSON.parse(text);
      console.log(
        `${name}: ${bold(`${method} /api${path}`)} ${body ? faint(described(body)) : ""}`,
      );
      console.log(`  ${response.status} ${show(answer).replace(/\n/g, "\n  ")}`);
      return answer;
    },
  };
}

/** Fetches the pictures as a browser would and prints their addresses. */
export async function keepPictures(images: { tone: string; url: string }[]): Promise<void> {
  const folder = join(localDir(), "tour");
  await Deno.mkdir(folder, { recursive: true });
  for (const { tone, url } of images) {
    const file = join(folder, `${tone}.png`);
    await Deno.writeFile(file, new Uint8Array(await (await fetch(url)).arrayBuffer()));
    console.log(`  ${tone}: ${file}`);
  }
}

/** The scene of a chapter: the platform, and three people with an organization of Ana and Ben. */
export interface Tour {
  status: Status;
  ana: Traveller;
  ben: Traveller;
  cleo: Traveller;
  /** The secret of the scheduled jobs, where it is known. */
  jobSecret?: string;
  /** The origin of the stand-in that receives events of webhooks, where it is known. */
  receiver?: string;
}
