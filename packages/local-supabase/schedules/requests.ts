/** Sends the requests that SQL has queued with `net.http_post` and others, as pg_net does. */
import type { Sql } from "postgres";

interface QueuedRequest {
  id: string;
  method: string;
  url: string;
  headers: Record<string, string> | null;
  body: Uint8Array | null;
  timeout_milliseconds: number;
}

/** Takes every waiting request off the queue, sends all at once and keeps the answers for six hours. */
export async function sendQueuedRequests(sql: Sql): Promise<void> {
  const [exists] = await sql`select from pg_extension where extname = 'pg_net'`;
  if (!exists) return;
  const requests = await sql<QueuedRequest[]>`
    delete from net.http_request_queue
    where id in (select id from net.http_request_queue order by id for update skip locked)
    returning id, upper(method) as method, url, headers, body, timeout_milliseconds`;
  if (!requests.length) return;

  await Promise.all(requests.map(async (request) => {
    const answer = await send(request);
    await sql`insert into net._http_response ${sql({ id: request.id, ...answer })}`;
  }));
  await sql`delete from net._http_response where created < now() - interval '6 hours'`;
}

async function send({ method, url, headers, body, timeout_milliseconds }: QueuedRequest) {
  const none = { status_code: null, content_type: null, headers: null, content: null };
  try {
    const response = await fetch(url, {
      method,
      headers: headers ?? {},
      body: body && new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(timeout_milliseconds),
    });
    return {
      status_code: response.status,
      content_type: response.headers.get("content-type"),
      headers: Object.fromEntries(response.headers),
      content: await response.text(),
      timed_out: false,
      error_msg: null,
    };
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === "TimeoutError";
    const reason = error instanceof Error ? error.message : String(error);
    const message = timedOut ? `Timeout of ${timeout_milliseconds} ms reached` : reason;
    return { ...none, timed_out: timedOut, error_msg: message };
  }
}
