/** The stand-ins of this project: a post office, and a printer that a key of the developer replaces. */
interface Context {
  apiUrl: string;
  given: Record<string, string>;
  deliver(message: { to: string; subject: string; text: string }): void;
}

export function startStandIns({ apiUrl, given, deliver }: Context) {
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, () => {
    deliver({ to: "reader@example.com", subject: "A card", text: `from ${apiUrl}` });
    return new Response("posted");
  });
  return {
    env: {
      POST_URL: `http://127.0.0.1:${server.addr.port}`,
      POST_KEY: "of the stand-in",
      // The platform leaves out variables that the developer has set.
      PRINTER_KEY: "of the stand-in",
    },
    names: "PRINTER_KEY" in given ? ["Post"] : ["Post", "Printer"],
    stop: () => server.shutdown(),
  };
}
