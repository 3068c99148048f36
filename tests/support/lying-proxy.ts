/** A service that lies: an HTTP server between a device and the platform, which changes chosen answers. */
import { Buffer } from "node:buffer";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { onTestFinished } from "vitest";
import { platform } from "./platform.ts";

/** Answers in place of the service, whose own answer `answer` gets. A failure cuts the connection. */
type Change = (request: Request, answer: () => Promise<Response>) => Promise<Response>;

/** Headers of a connection, and of the coding and the length of a body, which `fetch` takes off. */
const OWN =
  /^(host|connection|keep-alive|upgrade|transfer-encoding|accept-encoding|content-(length|encoding))$/;

const headersOf = (given: Iterable<[string, string | string[] | undefined]>): Headers =>
  new Headers(
    [...given].filter(([name, value]) => value !== undefined && !OWN.test(name)) as [
      string,
      string,
    ][],
  );

/**
 * A proxy of one device, until the test ends: the device takes its `url` for the address of the project.
 * It tells the truth while it has no `change`.
 */
export async function lyingProxy() {
  const proxy = { url: "", change: undefined as Change | undefined };
  const server = createServer(async (incoming, outgoing) => {
    // On a connection that it has used before, `fetch` sends a request anew when its answer is cut off.
    outgoing.setHeader("connection", "close");
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk);
      const { method = "GET" } = incoming;
      const request = new Request(platform.api_url + incoming.url, {
        method,
        headers: headersOf(Object.entries(incoming.headers)),
        redirect: "manual",
        ...chunks.length && { body: Buffer.concat(chunks) },
      });
      const asked = request.clone();
      const answer = async () => throughProxy(await fetch(asked), proxy.url);
      const response = await (proxy.change?.(request, answer) ?? answer());
      const body = Buffer.from(await response.arrayBuffer());
      outgoing.writeHead(response.status, Object.fromEntries(headersOf(response.headers)));
      outgoing.end(method === "HEAD" ? undefined : body);
    } catch {
      outgoing.destroy();
    }
  });
  // Live channels are passed on as they are.
  server.on("upgrade", ({ url, headers }, socket, first) => {
    const { hostname, port } = new URL(platform.api_url);
    const service = connect(Number(port), hostname, () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      service.write(`GET ${url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      service.write(first);
      socket.pipe(service).pipe(socket);
    });
    for (const end of [socket, service]) {
      end.on("error", () => (socket.destroy(), service.destroy()));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return proxy;
}

export type LyingProxy = Awaited<ReturnType<typeof lyingProxy>>;

/** Addresses in an answer lead through the proxy, too. */
async function throughProxy(response: Response, url: string): Promise<Response> {
  const { status, headers } = response;
  if (!headers.get("content-type")?.includes("json")) return response;
  const text = (await response.text()).replaceAll(platform.api_url, url);
  return new Response(text, { status, headers: headersOf(headers) });
}
