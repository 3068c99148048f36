import { type Cli, query } from "./cli.ts";

/** Asks the deployed addresses; throws with everything that is wrong. */
export async function smokeTest(cli: Cli, url: string): Promise<string> {
  const wrong: string[] = [];
  const done: string[] = [];
  const check = (what: string, problem: string | null) =>
    problem ? wrong.push(`${what}: ${problem}`) : done.push(`ok  ${what}`);

  const ask = async (path: string, init?: RequestInit) => {
    try {
      const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(30_000) });
      return { status: response.status, body: await response.json().catch(() => null) };
    } catch (error) {
      return { status: error instanceof Error ? error.message : "no answer", body: null };
    }
  };
  const expect = async (what: string, path: string, status: number, init?: RequestInit) => {
    const answer = await ask(path, init);
    check(what, answer.status === status ? null : `answered ${answer.status} and not ${status}`);
    return answer.body;
  };

  await expect("health", "/functions/v1/health", 200);
  const document = await expect("OpenAPI document", "/functions/v1/api/openapi.json", 200);
  check("operations of the document", document?.paths?.["/api/journal"] ? null : "are missing");
  await expect("a request without a token is refused", "/functions/v1/api/journal", 401);
  await expect("a sign-in without a key is refused", "/auth/v1/token?grant_type=password", 401, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "nobody@example.com", password: "no password" }),
  });
  const jobs = await query<{ name: string }>(
    cli,
    `select j.name from private.jobs as j
     where not exists (select from cron.job as c where c.jobname = j.name and c.active)`,
  );
  check("every job is scheduled", jobs.length ? jobs.map(({ name }) => name).join(", ") : null);

  if (wrong.length) throw new Error([...done, ...wrong].join("\n"));
  return done.join("\n");
}
