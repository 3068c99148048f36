/** Code that the stand-ins share. */

/** The interface of every stand-in. */
export interface StandIn {
  /** Environment variables: base address and credentials, for the functions and the tests. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** Serves it on a free port. */
export function serve(
  app: { fetch(request: Request): Response | Promise<Response> },
): { base: string; stop(): Promise<void> } {
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => app.fetch(request),
  );
  return { base: `http://127.0.0.1:${server.addr.port}`, stop: () => server.shutdown() };
}

/** Behaviours that tests have ordered, each for one request unless `times` says otherwise. */
export class Orders<Behaviour extends { times?: number }> {
  readonly #waiting: { behaviour: Behaviour; left: number }[] = [];

  add(behaviour: Behaviour): void {
    this.#waiting.push({ behaviour, left: behaviour.times ?? 1 });
  }

  /** The oldest behaviour that fits a request; the request uses it up once. */
  take(fits: (behaviour: Behaviour) => boolean): Behaviour | undefined {
    const order = this.#waiting.find(({ behaviour }) => fits(behaviour));
    if (order && --order.left <= 0) this.#waiting.splice(this.#waiting.indexOf(order), 1);
    return order?.behaviour;
  }
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
