/** The five nights: what happens, and what the operator does, who has the runbook alone. */
import { join } from "node:path";
import postgres from "postgres";
import { projectRoot } from "../../packages/local-supabase/helpers.ts";
import { serviceOf } from "../acting.ts";
import { statements } from "../../tests/deploy/runbook.ts";
import { recovery, type Stage } from "../chaos/stage.ts";
import type { Worker } from "../chaos/team.ts";

export interface Night {
  name: string;
  /** The operator begins to work at the first of these alerts. */
  alerts: string[];
  begin(): Promise<void>;
  /** Does the work of the operator, and returns a sentence about it. */
  act(): Promise<string>;
  /** Until the service works as before. Throws when anything is wrong. */
  works(): Promise<void>;
}

/** The statement of the runbook below a heading. */
const runbook = (heading: string, place = 0) => statements[heading]![place]!;

/** Runs a command of the project on the platform; what it says. Throws when it fails. */
async function command({ platform }: Stage, tool: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `tools/${tool}.ts`, ...args],
    cwd: projectRoot,
    env: { NO_COLOR: "1", LOCAL_DIR: platform.dir },
  }).output();
  const said = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes)).join("");
  if (code) throw new Error(said);
  return said;
}

const until = async (holds: () => Promise<boolean>, seconds: number, what: string) => {
  const end = performance.now() + seconds * 1000;
  while (!await holds().catch(() => false)) {
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
};

export function nights(stage: Stage): Night[] {
  const { sql, work, folder, platform } = stage;
  const fault = (name: string) => stage.faults.find((each) => each.name === name)!;
  const usersWork = async () => {
    if (await recovery(work) > 60) throw new Error("The service does not work within a minute");
  };
  const jobSucceeds = () =>
    until(
      async () =>
        (await sql`select outcome from private.job_states() where job = 'webhook-delivery'`)[0]!
          .outcome === "success",
      400,
      "the job does not succeed",
    );
  const asOperator = async <T>(act: (db: postgres.Sql) => Promise<T>): Promise<T> => {
    const db = postgres((await platform.status()).db_url, { max: 1, onnotice: () => {} });
    try {
      return await act(db);
    } finally {
      await db.end({ timeout: 1 });
    }
  };

  let blocking: postgres.Sql;
  let erased: Worker[];
  const copies = join(folder, "copies");
  const saved = join(folder, "erased");

  return [
    {
      name: "a job fails at every run",
      alerts: ["JobFails"],
      async begin() {
        await sql`alter function private.take_webhook_delivery rename to taken_webhook_delivery`;
      },
      async act() {
        const [job] = await asOperator((db) => db.unsafe(runbook("A job fails or stands still")));
        await sql`alter function private.taken_webhook_delivery rename to take_webhook_delivery`;
        return `the runbook's statement names ${job!.job}, ${
          job!.failed_runs
        } failed runs and the ` +
          "error; the function is mended";
      },
      works: jobSucceeds,
    },
    {
      name: "a session holds a lock",
      alerts: ["FiguresMissing"],
      async begin() {
        blocking = postgres((await platform.status()).db_url, { max: 1, onnotice: () => {} });
        await blocking.unsafe(
          "begin; lock table private.webhook_deliveries in access exclusive mode",
        ).simple();
      },
      async act() {
        const heading = "A session blocks others";
        const [session] = await asOperator((db) => db.unsafe(runbook(heading)));
        await asOperator((db) =>
          db.unsafe(runbook(heading, 1).replace("(0)", `(${session!.pid})`))
        );
        await blocking.end({ timeout: 1 }).catch(() => {});
        return `the runbook's statement names the session and ${session!.locks}; it is ended`;
      },
      works: jobSucceeds,
    },
    {
      name: "the AI provider is down",
      alerts: ["ProviderFails"],
      begin: async () => await fault("OpenAI: down").begin(),
      async act() {
        await fault("OpenAI: down").end!();
        return "nothing: the provider comes back";
      },
      async works() {
        await usersWork();
        await until(() => work.act(work.team.workers[0]!, "question"), 60, "no answer");
      },
    },
    {
      name: "the disk of the database is full",
      alerts: ["WritesFail", "RequestsFail", "FiguresMissing"],
      begin: async () => await fault("the disk of Postgres is full").begin(),
      async act() {
        await fault("the disk of Postgres is full").end!();
        return "the disk is enlarged";
      },
      works: usersWork,
    },
    {
      name: "the database is lost",
      alerts: ["Down"],
      async begin() {
        await command(stage, "backup", "--to", copies);
        erased = work.team.workers.splice(-2);
        const [one, other] = erased as [Worker, Worker];
        const status = await platform.status();
        const answer = await fetch(`${status.base_url}/api/user/account`, {
          method: "DELETE",
          headers: { authorization: `Bearer ${one.token}`, "content-type": "application/json" },
          body: JSON.stringify({ confirm: one.email, on_owned: "hand_over" }),
        });
        if (!answer.ok) throw new Error(await answer.text());
        const { error } = await serviceOf(status).auth.admin.deleteUser(other.id);
        if (error) throw error;
        const rows = await asOperator((db) => db.unsafe(runbook("Restore a backup")));
        await Deno.writeTextFile(saved, rows.map(({ user_id }) => user_id).join("\n"));
        await platform.stop();
        for (const part of ["postgres", "storage"]) {
          await Deno.remove(join(platform.dir, part), { recursive: true });
        }
      },
      async act() {
        await platform.start();
        const said = await command(
          stage,
          "restore",
          ...["--from", copies, "--replace", "--erased", saved],
        );
        await asOperator((db) => db.unsafe("select private.run_job('account-deletions')"));
        return `a new platform, and \`npm run restore\`: ${/, (\d+ files)/.exec(said)![1]}, ${
          /^(\d+) accounts/m.exec(said)![1]
        } erased accounts erased again`;
      },
      async works() {
        await usersWork();
        await until(
          () =>
            asOperator(async (db) =>
              (await db`select from auth.users where id = any (${erased.map(({ id }) => id)})`)
                .length === 0
            ),
          600,
          "an erased account is back",
        );
      },
    },
  ];
}
