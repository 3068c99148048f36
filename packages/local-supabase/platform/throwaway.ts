/** A platform in a scratch folder, for one piece of work; it is removed afterwards. */
import { askedToStop } from "../base/lifetime.ts";
import { freePort } from "../base/ports.ts";
import { scratchFolder } from "../base/scratch.ts";
import { type Platform, type PlatformOptions, startPlatform } from "./platform.ts";

type Chosen =
  | "root"
  | "env"
  | "postgres"
  | "schedules"
  | "dataApi"
  | "pooled"
  | "sources"
  | "functionsDeno"
  | "standIns"
  | "log";

export interface ThrowawayOptions extends Pick<PlatformOptions, Chosen> {
  /** With the demo data, unless it is false. */
  seed?: boolean;
  /** Whether it follows changes of the project's files. */
  watch?: boolean;
  /** The folder of a stopped platform to start on: a copy of it, or itself, which then remains. */
  folder?: { path: string; copy: boolean };
}

export interface Throwaway extends Platform {
  /** The platform's folder; holds `status.json`. */
  dir: string;
  /** Aborted when this process is asked to end; the work then has to come to an end. */
  signal: AbortSignal;
}

/** This process was asked to end before the work could begin. */
export class Interrupted extends Error {}

/**
 * Starts a platform on free ports, does `work` with it, and stops and removes everything, also
 * after a failure or a signal. Passes errors of the start and of the work on.
 */
export async function withThrowaway<T>(
  options: ThrowawayOptions,
  work: (throwaway: Throwaway) => Promise<T>,
): Promise<T> {
  const interrupted = new AbortController();
  askedToStop().then((reason) => interrupted.abort(new Interrupted(`Stopped: ${reason}`)));

  const { folder } = options;
  const dir = folder?.copy === false ? folder.path : await scratchFolder("platform");
  try {
    if (folder?.copy) await copyFolder(folder.path, dir);
    const platform = await startPlatform({
      ...options,
      dir,
      port: freePort(),
      ephemeral: true,
      seed: options.seed ?? true,
      watch: options.watch ?? false,
    });
    try {
      interrupted.signal.throwIfAborted();
      return await work({ ...platform, dir, signal: interrupted.signal });
    } finally {
      await platform.stop();
    }
  } finally {
    if (dir !== folder?.path) await Deno.remove(dir, { recursive: true });
  }
}

/** With owners and rights; where the file system can, without copying the bytes. */
async function copyFolder(from: string, to: string): Promise<void> {
  const flags = Deno.build.os === "darwin" ? ["-Rpc"] : ["-a", "--reflink=auto"];
  const { success, stderr } = await new Deno.Command("cp", { args: [...flags, `${from}/.`, to] })
    .output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}
