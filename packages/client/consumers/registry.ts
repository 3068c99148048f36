/** A team's own registry, with room for one package. */

export function startRegistry() {
  let published: { [field: string]: unknown } | undefined;
  let tarball: BodyInit | undefined;
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      if (request.method === "PUT") {
        const { _attachments, ...rest } = await request.json();
        const [{ data }] = Object.values<{ data: string }>(_attachments) as [{ data: string }];
        tarball = Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
        published = rest;
        return Response.json({});
      }
      if (!published) return Response.json({}, { status: 404 });
      return pathname.endsWith(".tgz") ? new Response(tarball) : Response.json(published);
    },
  );
  const { port } = server.addr;
  return {
    /** The lines of `.npmrc` for a project of the team. */
    settings: `@journal:registry=http://127.0.0.1:${port}/
//127.0.0.1:${port}/:_authToken=secret
`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
