/** A platform in a scratch folder, for one piece of work; it is removed afterwards. */
import { askedToStop } from "../base/lifetime.ts";
import { freePort } from "../base/ports.ts";
import { scratchFolder } from "../base/scratch.ts";
import type { DataApiEngine } from "../base/status.ts";
import { type Platform, startPlatform } from "./platform.ts";

export interface ThrowawayOptions {
  /** The project's folder. */
  root: string;
  /** Environment of the functions. */
  env: Record<string, string>;
  /** With the demo data, unless it is false. */
  seed?: boolean;
  /** What serves `/rest/v1`; the environment's `DATA_API` unless it is given. */
  dataApi?: DataApiEngine;
  log: (line: string) => void;
}

export interface Throwaway extends Platform {
  /** The scratch folder; holds `status.json`. */
  dir: string;
  /** Aborted when this process is asked to end; the work then has to come to an end. */
  signal: AbortSignal;
}

/** This process was asked to end before the work could begin. */
export class Interrupted extends Error {}

/**
 * Starts a platform on free ports, does `work` with it, and stops and removes everything, also after
 * a failure or a signal. Throws what the start or the work throws.
 */
export async function withThrowaway<T>(
  options: ThrowawayOptions,
  work: (throwaway: Throwaway) => Promise<T>,
): Promise<T> {
  const interrupted = new AbortController();
  askedToStop().then((reason) => interrupted.abort(new Interrupted(`Stopped: ${reason}`)));

  const dir = await scratchFolder("platform");
  try {
    const platform = await startPlatform({
      ...options,
      dir,
      port: freePort(),
      ephemeral: true,
      seed: options.seed ?? true,
      watch: false,
    });
    try {
      interrupted.signal.throwIfAborted();
      return await work({ ...platform, dir, signal: interrupted.signal });
    } finally {
      await platform.stop();
    }
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}
