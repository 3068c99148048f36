/** The interface of every stand-in. */
export interface StandIn {
  /** Environment variables: base address and credentials, for the functions and the tests. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** An answer that ends in the middle. */
export function cutOff(text: string): Response {
  const half = new TextEncoder().encode(text).slice(0, text.length / 2);
  return new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(half);
        controller.error(new Error("cut"));
      },
    }),
  );
}

/** Returns true after the delay, false as soon as the client disconnects. */
export function passes(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false);
    const timer = setTimeout(resolve, ms, true);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
