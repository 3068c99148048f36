/**
 * `npm run tour`: sends real requests to every part of the service and prints the answers, on a
 * throwaway platform with stand-ins of the outside providers, so that no provider's key is needed.
 * `npm run tour -- --running` uses the platform that is running and its providers. Every run
 * creates new users, so it can be repeated.
 */
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import { join } from "node:path";
import { startStandIns } from "../stand-ins/index.ts";
import { localDir, projectRoot } from "../local/base/paths.ts";
import { readStatus, type Status } from "../local/base/status.ts";
import { withThrowaway } from "../local/platform/throwaway.ts";

async function running(): Promise<Status> {
  const status = await readStatus(localDir());
  const answer = status && await fetch(status.health_url).catch(() => null);
  await answer?.body?.cancel();
  if (!status || !answer) {
    console.error(
      'Nothing is running here. Start the platform with "npm start" in another terminal.',
    );
    Deno.exit(1);
  }
  return status;
}

let status: Status;
const bold = (text: string) => `\x1b[1m${text}\x1b[0m`;
const faint = (text: string) => `\x1b[2m${text}\x1b[0m`;

function chapter(title: string): void {
  console.log(`\n${bold(title)}\n`);
}

/** Formats an answer for display: long texts and lists are cut, on one line where it fits. */
function show(value: unknown): string {
  const text = JSON.stringify(
    value,
    (_key, item) => typeof item === "string" && item.length > 90 ? `${item.slice(0, 87)}...` : item,
    2,
  );
  const line = text.replace(/\s*\n\s*/g, " ");
  return line.length <= 110 ? line : text.split("\n").slice(0, 30).join("\n");
}

interface Traveller {
  name: string;
  id: string;
  client: SupabaseClient;
  /** Sends a request through the front door and prints it. */
  // deno-lint-ignore no-explicit-any -- answers are printed, and a few ids are read from them
  ask(method: string, path: string, body?: unknown): Promise<any>;
}

/** Signs up as a web client does: with supabase-js and the publishable key. */
async function signUp(name: string): Promise<Traveller> {
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
    client,
    async ask(method, path, body) {
      const response = await fetch(`${status.base_url}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const answer = await response.json();
      console.log(`${name}: ${bold(`${method} /api${path}`)} ${body ? faint(show(body)) : ""}`);
      console.log(`  ${response.status} ${show(answer).replace(/\n/g, "\n  ")}`);
      return answer;
    },
  };
}

/** Fetches the pictures as a browser would and prints their addresses. */
async function keepPictures(images: { tone: string; url: string }[]): Promise<void> {
  const folder = join(localDir(), "tour");
  await Deno.mkdir(folder, { recursive: true });
  for (const { tone, url } of images) {
    const file = join(folder, `${tone}.png`);
    await Deno.writeFile(file, new Uint8Array(await (await fetch(url)).arrayBuffer()));
    console.log(`  ${tone}: ${file}`);
  }
}

async function walk(): Promise<void> {
  chapter("Three people sign up");
  const ana = await signUp("Ana");
  const ben = await signUp("Ben");
  const cleo = await signUp("Cleo");
  await ana.ask("GET", "/user/profile");

  chapter("Ana founds an organization with a team, and Ben joins both");
  const { organization } = await ana.ask("POST", "/organizations", {
    name: "Riverside Writers",
    description: "People who write every day",
  });
  await ana.ask("POST", `/organizations/${organization.id}/members`, {
    user_id: ben.id,
    role: "member",
  });
  const { team } = await ana.ask("POST", "/teams", {
    name: "Morning Pages",
    org_id: organization.id,
  });
  await ana.ask("POST", `/teams/${team.id}/members`, { user_id: ben.id, role: "member" });

  chapter("Ana keeps a journal: a notebook the team sees, whose content stays hers");
  const { notebook } = await ana.ask("POST", "/notebooks", {
    name: "Morning pages",
    metadata_visibility: "team",
    team_id: team.id,
  });
  const { entry } = await ana.ask("POST", "/journal", {
    title: "First light",
    content: "Woke before the alarm. The heron was back. #gratitude",
    mood: "peaceful",
    tags: ["morning"],
    notebook_id: notebook.id,
  });

  chapter("Ben, her teammate, sees that she wrote, but not what");
  await ben.ask("GET", `/journal/${entry.id}`);

  chapter("Cleo, a stranger, learns nothing; straight at the tables it is the same");
  await cleo.ask("GET", `/journal/${entry.id}`);
  const { data: rows, count } = await cleo.client.from("journal_feed")
    .select("title, content", { count: "exact" }).eq("id", entry.id);
  console.log(
    `Cleo with supabase-js: ${bold("from('journal_feed')")}\n  rows ${show(rows)}, count ${count}`,
  );

  chapter("Ana opens the notebook's content to the team: one statement, every entry in it follows");
  await ana.ask("PUT", `/notebooks/${notebook.id}`, { content_visibility: "team" });
  await ben.ask("GET", "/journal?q=heron");

  chapter("Ana sets a goal and checks in");
  const { goal } = await ana.ask("POST", "/goals", {
    title: "Write every morning",
    description: "Three pages before breakfast",
    target_date: `${new Date().getUTCFullYear() + 1}-06-30`,
  });
  await ana.ask("POST", `/goals/${goal.id}/check-ins`, { status: "completed", notes: "Day one" });

  chapter("Ana makes a tone pack: one picture for each tone, paid with nothing but patience");
  const { pack } = await ana.ask("POST", "/tone-packs", {
    name: "River birds",
    description: "Herons and kingfishers, folded from paper",
    theme: "origami",
    is_public: true,
    price_drops: 20,
  });
  const { images } = await ana.ask("POST", `/tone-packs/${pack.id}/generate-images`, {
    tones: ["peaceful", "joyful"],
  });
  if (images) {
    await keepPictures(images);
    await ana.ask("POST", `/tone-packs/${pack.id}/activate`);
    const { entry: shown } = await ana.ask("GET", `/journal/${entry.id}`);
    console.log(`  The entry is peaceful, and shows ${shown.tone_image_url}`);
    await ben.ask("POST", `/tone-packs/${pack.id}/purchase`);
    await ben.ask("GET", "/drops/transactions");
  } else {
    console.log("  There are no pictures: this platform has no OPENAI_API_KEY.");
  }

  chapter("What is not allowed is refused with a reason");
  await ben.ask("PUT", `/journal/${entry.id}`, { title: "Mine now" });
  await ben.ask("DELETE", `/organizations/${organization.id}`);
  await ana.ask("POST", "/goals", { title: "Sleep", target_date: "soon" });
}

if (Deno.args.includes("--running")) {
  status = await running();
  await walk();
  console.log(`\nEvery route is described at ${status.base_url}/api/openapi.json`);
} else {
  const { env, stop } = await startStandIns();
  const log = (line: string) => console.error(faint(line));
  await withThrowaway(
    { root: projectRoot, env: { ...env, LOG_LEVEL: "error" }, log },
    async (platform) => {
      status = platform.status;
      await walk();
    },
  );
  await stop();
  Deno.exit(0);
}
