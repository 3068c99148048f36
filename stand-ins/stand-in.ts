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
