/** Clients that send a large body slowly and read the answer after it or before. */
import { once } from "node:events";
import { connect } from "node:net";
import { patience } from "../../base/patience.ts";

const PIECE = new Uint8Array(256 * 1024);

/**
 * Sends a request with a body of `megabytes` over a socket of its own. Returns the answer, head and
 * body. Throws where the server resets the connection.
 */
export async function sendSlowly(
  url: string,
  megabytes: number,
  headers: Record<string, string> = {},
): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  const answer = new Promise<string>((resolve, reject) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => text += part)
      .on("end", () => resolve(text)).on("error", reject);
  });
  answer.catch(() => {});
  socket.setTimeout(patience(10_000), () => socket.destroy(new Error("No answer")));
  await once(socket, "connect");
  const length = megabytes * 2 ** 20;
  const isChunked = "transfer-encoding" in headers;
  const lines = Object.entries({
    host: hostname,
    connection: "close",
    ...!isChunked && { "content-length": String(length) },
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n`);
  for (let sent = 0; sent < length && !socket.destroyed; sent += PIECE.length) {
    if (isChunked) socket.write(`${PIECE.length.toString(16)}\r\n`);
    if (!socket.write(PIECE)) await Promise.race([once(socket, "drain"), answer]);
    if (isChunked) socket.write("\r\n");
  }
  if (isChunked) socket.write("0\r\n\r\n");
  await new Promise((resolve) => setTimeout(resolve, 200));
  socket.resume();
  return await answer;
}

/**
 * Sends the head of a request that announces a body of `bytes`, and nothing of the body. Returns
 * the answer meanwhile, and throws without an answer within 5 seconds.
 */
export async function announce(
  url: string,
  bytes: number,
  headers: Record<string, string> = {},
): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding("utf8");
  const lines = Object.entries({ host: hostname, "content-length": String(bytes), ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST ${pathname} HTTP/1.1\r\n${lines.join("")}\r\n`);
  socket.setTimeout(patience(5_000), () => socket.destroy(new Error("No answer in time")));
  let answer = "";
  try {
    for await (const part of socket) {
      answer += part;
      if (/\r\n\r\n./s.test(answer)) break;
    }
    return answer;
  } finally {
    socket.destroy();
  }
}
