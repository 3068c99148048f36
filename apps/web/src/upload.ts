/** Sends files and tells the progress. */
import { signal } from "@preact/signals";

/**
 * The share of a screen's form that has left this device, from 0 to 1; null while no form is sent.
 * The outbox tells its own progress.
 */
export const uploaded = signal<number | null>(null);

/**
 * `fetch`, by the older interface of browsers: it alone tells how much has been sent.
 *
 * @throws {TypeError} without an answer, {DOMException} `AbortError` when the request is given up
 */
export async function sendForm(
  request: Request,
  progress?: (share: number) => void,
): Promise<Response> {
  const body = await request.blob();
  const tell = progress ?? ((share) => void (uploaded.value = share));
  const sending = new XMLHttpRequest();
  try {
    return await new Promise<Response>((resolve, reject) => {
      sending.open(request.method, request.url);
      sending.responseType = "blob";
      request.headers.forEach((value, name) => sending.setRequestHeader(name, value));
      sending.upload.onprogress = ({ loaded, total }) => tell(loaded / total);
      sending.onload = () => resolve(answerOf(sending));
      sending.onerror = () => reject(new TypeError("Failed to fetch"));
      sending.onabort = () => reject(new DOMException("Given up", "AbortError"));
      request.signal.addEventListener("abort", () => sending.abort());
      tell(0);
      sending.send(body);
    });
  } finally {
    if (!progress) uploaded.value = null;
  }
}

function answerOf(sending: XMLHttpRequest): Response {
  const lines = sending.getAllResponseHeaders().trim().split("\r\n");
  const headers = lines.filter(Boolean).map((line): [string, string] => {
    const colon = line.indexOf(":");
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return new Response(sending.response, { status: sending.status, headers });
}
