/**
 * Keeps Postgres running for as long as the platform does: notices when it crashes or is killed,
 * starts it again, and reports its state.
 */
import postgres from "postgres";
import { launchPostgres, type PostgresOptions, type PostgresProcess, serverUrl } from "./server.ts";

/** `failing`: it was started several times and has not come up; it is tried again all the same. */
type PostgresState = "ready" | "starting" | "failing";

export interface PostgresServer {
  port: number;
  /** Address of the database for one of its roles. */
  url(role: string, password: string): string;
  readonly state: PostgresState;
  /** Counts how often it stopped answering. */
  readonly outages: number;
  /** Asks the server whether it answers. The state is up to date afterwards. */
  check(): Promise<boolean>;
  /** Resolves when its process has ended. */
  stop(): Promise<void>;
}

/** After so many failed starts in a row the state is `failing`. */
const PATIENCE = 5;

/** Milliseconds between two attempts to reach it; twice as many after each failed start. */
const PAUSE = 50;
const LONGEST_PAUSE = 5000;

/** A server that takes longer than this (ms) for the least of queries does not answer. */
const ANSWER_LIMIT = 10_000;

/** Starts the server for the first time, and supervises it. Throws when that start fails. */
export async function startPostgres(
  options: PostgresOptions,
  news: (line: string) => void = () => {},
): Promise<PostgresServer> {
  const { port } = options;
  const stopping = Promise.withResolvers<void>();
  /** True between the end of the first start and the call of `stop`. */
  let supervising = false;
  let state: PostgresState = "ready";
  let outages = 0;
  let process: PostgresProcess;
  let running = false;
  let recovery: Promise<void> | null = null;

  const launch = async () => {
    await launchPostgres(options, (launched) => {
      process = launched;
      running = true;
      launched.ended.then(() => {
        if (process !== launched) return;
        running = false;
        recover();
      });
    });
  };

  // An idle connection: Postgres ends every connection when one of its processes crashes.
  const sentinel = postgres(serverUrl(port, "supabase_admin", options.superuserPassword), {
    max: 1,
    max_lifetime: null,
    connect_timeout: 2,
    backoff: () => PAUSE / 1000,
    onnotice: () => {},
    onclose: () => void check(),
  });
  const answers = () =>
    new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), ANSWER_LIMIT);
      sentinel`select 1`.then(() => true, () => false).then(resolve)
        .finally(() => clearTimeout(timer));
    });
  const check = async () => {
    if (state !== "ready") return false;
    if (await answers()) return true;
    recover();
    return false;
  };

  function recover(): void {
    if (supervising) recovery ??= comeBack().finally(() => recovery = null);
  }

  async function comeBack(): Promise<void> {
    state = "starting";
    outages++;
    news("Postgres stopped answering");
    let failures = 0;
    while (supervising) {
      try {
        if (!running) await launch();
        if (await answers()) {
          state = "ready";
          news("Postgres answers again");
          return;
        }
      } catch (error) {
        failures++;
        if (failures === PATIENCE) {
          state = "failing";
          news(error instanceof Error ? error.message : String(error));
        }
      }
      const pause = Math.min(PAUSE * 2 ** failures, LONGEST_PAUSE);
      await Promise.race([stopping.promise, new Promise((resolve) => setTimeout(resolve, pause))]);
    }
  }

  await launch();
  await answers();
  supervising = true;
  return {
    port,
    url: (role, password) => serverUrl(port, role, password),
    get state() {
      return state;
    },
    get outages() {
      return outages;
    },
    check,
    async stop() {
      supervising = false;
      stopping.resolve();
      await sentinel.end({ timeout: 0 });
      await process.stop();
      await recovery;
      // A start that was under way when it was asked to stop.
      await process.stop();
    },
  };
}
