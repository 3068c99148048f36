/** Messages between the supervisor and the host process. */

/** Handed to the host as its only argument, as JSON. */
export interface HostOptions {
  functions: HostedFunction[];
  /** A request without an answer after this many milliseconds is given up. */
  wallClockLimit: number;
}

export interface HostedFunction {
  name: string;
  /** Absolute path of the module that calls `Deno.serve`. */
  entrypoint: string;
  /** Whether a request needs a valid user token before the function sees it. */
  verifyJwt: boolean;
}

/** The first line of the host's output. */
export interface HostReady {
  port: number;
}
