/** Notices that this process is asked to end. */

let asked: Promise<string> | undefined;

/**
 * Resolves, once, with the reason when this process is asked to end: Ctrl-C, SIGTERM, a closed
 * terminal, or the end of its input where its starter holds the other end open for as long as it
 * lives (`STOP_AT_END_OF_INPUT`). Later signals are swallowed, so that a clean end is not cut off.
 */
export function askedToStop(): Promise<string> {
  return asked ??= new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      Deno.addSignalListener(signal, () => resolve(signal));
    }
    if (Deno.env.get("STOP_AT_END_OF_INPUT")) {
      Deno.stdin.readable.pipeTo(new WritableStream()).then(() => resolve("end of input"));
    }
  });
}
