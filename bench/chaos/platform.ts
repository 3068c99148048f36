/** The platform as `npm start` runs it: separate processes, which may be killed. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import {
  freePort,
  projectRoot,
  readStatus,
  type Status,
} from "../../packages/local-supabase/helpers.ts";
import { superuserUrl } from "../superuser.ts";

/** Sets the clock of all processes of the platform, where Debian's package `faketime` is installed. */
const CLOCK = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

const START_LIMIT = 300_000;

export class PlatformUnderFault {
  readonly dir: string;
  readonly port = freePort();
  private child?: Deno.ChildProcess;
  private readonly clockFile: string;
  private readonly logFile: string;

  /** `disk` is the folder of the database and the files. */
  constructor(folder: string, disk: string, private readonly env: Record<string, string>) {
    this.dir = join(disk, "platform");
    this.logFile = join(folder, "platform.log");
    this.clockFile = join(folder, "clock");
  }

  /** Whether the clock of its processes can be set. */
  static readonly hasClock = existsSync(CLOCK);

  async start(): Promise<void> {
    Deno.mkdirSync(this.dir, { recursive: true });
    if (PlatformUnderFault.hasClock) this.setClock(0);
    // A shell, because a child of Deno cannot write into a file.
    this.child = new Deno.Command("sh", {
      args: ["-c", `exec node packages/local-supabase/cli.mjs start >> "$0" 2>&1`, this.logFile],
      cwd: projectRoot,
      env: {
        ...this.env,
        PORT: `${this.port}`,
        LOCAL_DIR: this.dir,
        ...(PlatformUnderFault.hasClock && {
          LD_PRELOAD: CLOCK,
          FAKETIME_TIMESTAMP_FILE: this.clockFile,
          FAKETIME_NO_CACHE: "1",
          FAKETIME_DONT_FAKE_MONOTONIC: "1",
        }),
      },
      stdin: "null",
    }).spawn();
    const ends = performance.now() + START_LIMIT;
    while (!await this.answers()) {
      if (performance.now() > ends) throw new Error("The platform did not start");
      await sleep(100);
    }
  }

  async stop(): Promise<void> {
    this.child?.kill("SIGTERM");
    await this.child?.status;
  }

  /** Kills the process of gateway, auth, storage and live updates; its launcher ends the others. */
  async killGateway(): Promise<void> {
    process.kill(this.pidOf("packages/local-supabase/commands/start.ts"), "SIGKILL");
    await this.child!.status;
  }

  killFunctions(): void {
    process.kill(this.pidOf("functions/host.ts"), "SIGKILL");
  }

  signalPostgres(signal: "SIGKILL" | "SIGINT"): void {
    const file = readFileSync(join(this.dir, "postgres", "postmaster.pid"), "utf8");
    process.kill(Number(file.split("\n")[0]), signal);
  }

  /** Moves the clock of the platform by so many seconds from the true time. */
  setClock(seconds: number): void {
    Deno.writeTextFileSync(this.clockFile, `${seconds < 0 ? "" : "+"}${seconds}s\n`);
  }

  async status(): Promise<Status> {
    return (await readStatus(this.dir))!;
  }

  async superuserUrl(): Promise<string> {
    return await superuserUrl({ dir: this.dir, status: await this.status() });
  }

  private async answers(): Promise<boolean> {
    const answer = await fetch(`http://127.0.0.1:${this.port}/functions/v1/health`)
      .catch(() => null);
    await answer?.body?.cancel();
    return answer?.ok ?? false;
  }

  /** The process of this platform that runs a program. */
  private pidOf(program: string): number {
    for (const { name } of Deno.readDirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      try {
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
        const environment = readFileSync(`/proc/${name}/environ`, "utf8");
        const ours = `${command}\0${environment}`.includes(this.dir);
        if (ours && command.includes("deno") && command.includes(program)) return Number(name);
      } catch { /* it has ended */ }
    }
    throw new Error(`Nothing runs ${program}`);
  }
}
