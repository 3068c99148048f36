/**
 * A process of virtual users, apart from the platform so that the use of each is measured alone.
 * Each line that it reads is a stage; it answers each with one line of results.
 */
import { linesOf } from "../../packages/local-supabase/helpers.ts";
import { clientOf } from "../acting.ts";
import { summarize, type Times } from "../measure.ts";
import { acts, anyAct, atRandom, type Choose, type VirtualUser } from "./day.ts";

export interface Crowd {
  api_url: string;
  base_url: string;
  publishable_key: string;
  /** Milliseconds between an answer and the next request, on average. */
  think: number;
  users: VirtualUser[];
}

export interface Stage {
  users: number;
  seconds: number;
}

/** Latencies in milliseconds. */
export interface StageResult extends Times, Stage {
  requests: number;
  /** By status, or by the kind of a failed connection. */
  errors: Record<string, number>;
  /** Live messages that the users' sockets have received. */
  heard: number;
  acts: Record<string, Times>;
}

if (import.meta.main) await work(JSON.parse(await Deno.readTextFile(Deno.args[0]!)));

async function work(crowd: Crowd): Promise<void> {
  let heard = 0;
  const online = new Set<VirtualUser>();
  for await (const line of linesOf(Deno.stdin.readable)) {
    const stage: Stage = JSON.parse(line);
    for (const user of crowd.users.slice(0, stage.users)) {
      if (online.has(user)) continue;
      online.add(user);
      await listen(crowd, user, () => heard++);
    }
    heard = 0;
    const result = await run(crowd, stage);
    console.log(JSON.stringify({ ...result, heard }));
  }
  Deno.exit();
}

async function listen(crowd: Crowd, { id, token }: VirtualUser, hear: () => void): Promise<void> {
  const client = clientOf(crowd);
  await client.realtime.setAuth(token);
  await new Promise<void>((resolve, reject) => {
    client.channel(`user:${id}`, { config: { private: true } })
      .on("broadcast", { event: "*" }, hear)
      .subscribe((state, error) => state === "SUBSCRIBED" ? resolve() : error && reject(error));
  });
}

async function run(crowd: Crowd, stage: Stage): Promise<Omit<StageResult, "heard">> {
  const times: Record<string, number[]> = {};
  const errors: Record<string, number> = {};
  const ends = performance.now() + stage.seconds * 1000;
  const live = async (user: VirtualUser) => {
    while (true) {
      // Exponential, so that users do not keep step with each other.
      const pause = -Math.log(1 - Math.random()) * crowd.think;
      const left = ends - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, Math.min(pause, left))));
      if (pause >= left) return;
      const name = anyAct();
      const start = performance.now();
      const failure = await send(crowd, user, name);
      (times[name] ??= []).push(performance.now() - start);
      if (failure) errors[`${name}: ${failure}`] = (errors[`${name}: ${failure}`] ?? 0) + 1;
    }
  };
  await Promise.all(crowd.users.slice(0, stage.users).map(live));
  return {
    ...stage,
    ...summarize(Object.values(times).flat()),
    requests: Object.values(times).flat().length,
    errors,
    acts: Object.fromEntries(Object.entries(times).map(([name, all]) => [name, summarize(all)])),
  };
}

/** Sends the request of an act. Throws when there is no answer. */
export async function ask(
  place: Pick<Crowd, "api_url" | "base_url" | "publishable_key">,
  user: VirtualUser,
  name: string,
  choose: Choose,
): Promise<{ status: number; text: string }> {
  const { request, remember } = acts[name]!;
  const { path, body, auth } = request(user, choose);
  const answer = await fetch(`${auth ? place.api_url : place.base_url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      apikey: place.publishable_key,
      ...(!auth && { authorization: `Bearer ${user.token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  if (answer.ok) remember?.(user, JSON.parse(text));
  return { status: answer.status, text };
}

/** The failure of a request; undefined after a success. */
async function send(crowd: Crowd, user: VirtualUser, name: string): Promise<string | undefined> {
  try {
    const { status, text } = await ask(crowd, user, name, atRandom);
    if (status >= 300) return `${status} ${text.slice(0, 80)}`;
  } catch (error) {
    return `${(error as Error).name}`;
  }
}
