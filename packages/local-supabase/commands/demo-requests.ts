/** The requests that complete a seed: files reach a project through its APIs alone. */
import { basename, join } from "node:path";
import type { Demo } from "../base/demo.ts";
import type { Status } from "../base/status.ts";

const types: Record<string, string> = { jpg: "image/jpeg", png: "image/png", webp: "image/webp" };

/** Sends the requests of `supabase/demo.json`, one after another, and reports the refused ones. */
export async function sendDemoRequests(
  root: string,
  status: Status,
  { accounts, requests }: Demo,
  log: (line: string) => void,
): Promise<void> {
  if (requests.length) log("Uploading the files of the demo");
  const senders = new Map<string, HeadersInit>([["service", { apikey: status.secret_key }]]);
  for (const { as, path, form } of await allOf(join(root, "supabase"), requests)) {
    if (!senders.has(as)) {
      const password = accounts.find(({ email }) => email === as)?.password ?? "";
      senders.set(as, await signIn(status, as, password));
    }
    const response = await fetch(status.api_url + withDates(path), {
      method: "POST",
      headers: senders.get(as),
      body: form && await readForm(join(root, "supabase"), form),
    });
    const answer = await response.text();
    if (!response.ok) log(`POST ${path}: ${response.status} ${answer}`);
  }
}

/** The requests, with one for each file of a folder that a request names. */
async function allOf(folder: string, requests: Demo["requests"]): Promise<Demo["requests"]> {
  const all = await Promise.all(requests.map(async (request) => {
    if (!request.each || !request.form) return [request];
    const files = await Array.fromAsync(Deno.readDir(join(folder, request.each)));
    const names = files.map(({ name }) => name.replace(/\.\w+$/, "")).sort();
    const named = JSON.stringify(request.form);
    return [...new Set([...request.first, ...names])].map((name) => ({
      ...request,
      form: JSON.parse(named.replaceAll("{name}", name)),
    }));
  }));
  return all.flat();
}

async function signIn(status: Status, email: string, password: string): Promise<HeadersInit> {
  const apikey = status.publishable_key;
  const response = await fetch(`${status.api_url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { access_token } = await response.json();
  return { apikey, authorization: `Bearer ${access_token}` };
}

function withDates(path: string): string {
  const date = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  return path.replaceAll("{today}", date(0)).replaceAll("{yesterday}", date(1));
}

async function readForm(folder: string, fields: Record<string, string>): Promise<FormData> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value.startsWith("@")) {
      const file = join(folder, value.slice(1));
      const type = types[file.split(".").pop()!] ?? "application/octet-stream";
      form.append(name, new Blob([await Deno.readFile(file)], { type }), basename(file));
    } else form.append(name, value);
  }
  return form;
}
