declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void };

/** A job that reads until its end, and tells of each step that fails. */
async function work() {
  for (;;) {
    const answer = await fetch(`${Deno.env.get("SUPABASE_URL")}/health`).catch(() => null);
    await answer?.body?.cancel();
    if (!answer?.ok) console.error("a step of a job failed");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

Deno.serve(async (request) => {
  const { pathname, search } = new URL(request.url);
  if (pathname === "/echo/job") EdgeRuntime.waitUntil(work());
  return Response.json({
    method: request.method,
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  });
});
