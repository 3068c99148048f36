Deno.serve(async (request) => {
  const { pathname, search } = new URL(request.url);
  return Response.json({
    method: request.method,
    path: pathname + search,
    headers: Object.fromEntries(request.headers),
    body: await request.text(),
  });
});
