/** Answers at once, and reads the bodies of requests to their end, even if no service does. */

/** How much (bytes) of a body that a service has refused is read, and for how long (ms). */
const LIMIT = 300 * 2 ** 20;
const PATIENCE = 30_000;

/** A body up to this size (bytes) arrives whole, even if no service reads it. */
const SMALL_BODY = 64 * 1024;

/**
 * Answers a request as soon as there is an answer, and ends the answer when the body of the request
 * has arrived. A service may refuse a body before it has read it: a connection that ends with
 * unread bytes is reset, which can cost the caller the answer. A request whose announced body is
 * longer than the limit gets its answer and the end of the connection.
 */
export async function answerWhole(
  request: Request,
  answer: (request: Request) => Response | Promise<Response>,
): Promise<Response> {
  const length = Number(request.headers.get("content-length") ?? LIMIT);
  if (length <= SMALL_BODY || length > LIMIT || !request.body) return await answer(request);
  const reader = request.body.getReader();
  let hasArrived = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await reader.read();
      hasArrived = done;
      if (done) controller.close();
      else controller.enqueue(value);
    },
  }, { highWaterMark: 0 });
  const response = await answer(new Request(request, { body }));
  if (hasArrived) return response;
  if (!response.body) await drop(reader);
  const whole = response.body?.pipeThrough(new TransformStream({ flush: () => drop(reader) }));
  const answered = new Response(whole, response);
  // An answer of a known length ends with its last byte, and the connection with it.
  answered.headers.delete("content-length");
  return answered;
}

/** Reads the rest and throws it away, up to the limits. */
async function drop(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), PATIENCE);
  try {
    for (let bytes = 0; bytes < LIMIT;) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += value.length;
    }
    await reader.cancel();
  } catch {
    // The caller is gone.
  } finally {
    clearTimeout(timer);
  }
}
