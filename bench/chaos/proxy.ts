/** A server in front of another one, which fails on request. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * `down` takes no connection, `slow` answers after `DELAY`, `wrong` answers something else with
 * status 200, `twice` passes each request on twice, and `mute` passes one of three requests on and
 * cuts the connection instead of answering.
 */
export type Mood = "well" | "down" | "slow" | "wrong" | "twice" | "mute";

const DELAY = 5000;
const MUTED = 1 / 3;

export interface Proxy {
  port: number;
  mood: Mood;
  stop(): void;
}

export async function startProxy(target: number): Promise<Proxy> {
  const proxy: Proxy = { port: 0, mood: "well", stop: () => {} };
  const server = createServer(async (incoming, outgoing) => {
    const { mood } = proxy;
    if (mood === "down") return void incoming.socket.destroy();
    if (mood === "wrong") return void outgoing.end("<html>Down for maintenance</html>");
    if (mood === "slow") await sleep(DELAY);
    const body = Buffer.concat(await Array.fromAsync(incoming));
    if (mood === "twice") await pass(target, incoming, body).catch(() => {});
    const mute = mood === "mute" && Math.random() < MUTED;
    await pass(target, incoming, body, mute ? undefined : outgoing)
      .catch(() => incoming.socket.destroy());
    if (mute) incoming.socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  proxy.port = (server.address() as AddressInfo).port;
  proxy.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return proxy;
}

/** Passes a request on, and the answer back as it arrives; without `outgoing` waits for its end. */
const pass = (target: number, incoming: IncomingMessage, body: Buffer, outgoing?: ServerResponse) =>
  new Promise<void>((resolve, reject) => {
    const { method, url: path, headers } = incoming;
    const sent = request(
      { host: "127.0.0.1", port: target, method, path, headers },
      (answer) => {
        outgoing?.writeHead(answer.statusCode ?? 502, answer.headers);
        if (outgoing) answer.pipe(outgoing);
        else answer.resume();
        answer.on("end", resolve).on("error", reject);
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
