/** The faults, one after the other. */
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "postgres";
import { PlatformUnderFault } from "./platform.ts";
import type { Mood, Proxy } from "./proxy.ts";

export interface Fault {
  name: string;
  /** Seconds that it lasts; a kill takes no time. */
  seconds: number;
  begin(): void | Promise<void>;
  end?(): void | Promise<void>;
}

/** The parts of the platform that can fail. */
interface Parts {
  platform: PlatformUnderFault;
  /** The proxy between the users and the gateway. */
  clients: Proxy;
  /** The proxies between the functions and each provider. */
  providers: Record<string, Proxy>;
  /** As superuser. */
  sql: Sql;
  /** Of Postgres' disk, where it has one of its own; null where that needs root. */
  disk: { fill(): void; clear(): void } | null;
}

const DAY = 86_400;

export function faults({ platform, clients, providers, sql, disk }: Parts): Fault[] {
  const moody = (what: string, proxy: Proxy, mood: Mood): Fault => ({
    name: what,
    seconds: 8,
    begin: () => void (proxy.mood = mood),
    end: () => void (proxy.mood = "well"),
  });
  const clock = (name: string, seconds: number): Fault => ({
    name,
    seconds: 8,
    begin: () => platform.setClock(seconds),
  });
  const again = async (act: () => void, times: number, pause: number) => {
    for (let n = 0; n < times; n++) {
      act();
      await sleep(pause);
    }
  };
  return [
    { name: "nothing", seconds: 8, begin: () => {} },
    { name: "Postgres is killed", seconds: 0, begin: () => platform.signalPostgres("SIGKILL") },
    { name: "Postgres is stopped", seconds: 0, begin: () => platform.signalPostgres("SIGINT") },
    {
      name: "a process of Postgres is killed",
      seconds: 0,
      async begin() {
        const [{ pid }] = await sql<[{ pid: number }]>`
          select pid from pg_stat_activity
          where backend_type = 'client backend' and usename = 'authenticator' limit 1`;
        process.kill(pid, "SIGKILL");
      },
    },
    {
      name: "connections to Postgres are cut, 20 times",
      seconds: 0,
      async begin() {
        for (let n = 0; n < 20; n++) {
          await sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where backend_type = 'client backend' and usename <> current_user`;
          await sleep(250);
        }
      },
    },
    ...disk
      ? [{ name: "the disk of Postgres is full", seconds: 8, begin: disk.fill, end: disk.clear }]
      : [],
    {
      name: "the functions' process is killed, 3 times",
      seconds: 0,
      begin: () => again(() => platform.killFunctions(), 3, 2500),
    },
    {
      name: "the gateway is killed, and started again",
      seconds: 0,
      async begin() {
        await platform.killGateway();
        await platform.start();
      },
    },
    moody("one of three answers is lost", clients, "mute"),
    ...Object.entries(providers).flatMap(([name, proxy]) =>
      (["down", "slow", "wrong", "twice"] as const).map((mood) =>
        moody(`${name}: ${mood}`, proxy, mood)
      )
    ),
    ...PlatformUnderFault.hasClock
      ? [clock("the clock goes a day ahead", DAY), clock("the clock goes a day back", 0)]
      : [],
  ];
}
