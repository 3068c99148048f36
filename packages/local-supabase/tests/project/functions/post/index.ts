/** Sends a card by the outside provider of this project. */
Deno.serve(async () => {
  const url = Deno.env.get("POST_URL");
  if (!url) return new Response("not configured", { status: 503 });
  return new Response(await (await fetch(url)).text());
});
