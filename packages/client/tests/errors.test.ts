/** The ends of a call without an answer: a lost network, the caller, a fault of the program. */
import { describe, expect, it } from "vitest";
import { createJournalClient } from "@journal/client";

type Fetch = (request: Request) => Promise<Response>;

/** An address where nobody listens. */
const nowhere = (() => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`;
})();

/** The calls of a client whose `fetch` is replaced, by name. */
function calls(fetch: Fetch | undefined, signal?: AbortSignal) {
  const { api, chat } = createJournalClient(nowhere, "key", { fetch });
  const file = new Blob(["picture"]);
  return {
    "a GET": () => api.get("/api/goals", { signal }),
    "a POST": () => api.post("/api/goals", { body: { title: "a" }, signal } as never),
    "an upload": () => api.post("/api/user/avatar", { body: { file }, signal } as never),
    "the chat": async () => {
      for await (const _ of chat("Are you there?", { signal }));
    },
  };
}

/** Every call rejects with the error that `check` expects. */
async function eachRejects(
  all: ReturnType<typeof calls>,
  check: (rejects: ReturnType<typeof expect<unknown>>["rejects"], what: string) => unknown,
) {
  for (const [what, call] of Object.entries(all)) await check(expect(call(), what).rejects, what);
}

const rejecting = (error: unknown): Fetch => () => Promise.reject(error);

describe("a lost network", () => {
  it.for<[string, Error]>([
    ["Chromium", new TypeError("Failed to fetch")],
    ["Chromium with the host behind it", new TypeError("Failed to fetch (example.com)")],
    ["Firefox", new TypeError("NetworkError when attempting to fetch resource.")],
    ["WebKit", new TypeError("Load failed")],
    ["Node", new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") })],
    ["React Native", new TypeError("Network request failed")],
    ["React Native after its time-out", new TypeError("Network request timed out")],
    ["Expo", new Error("fetch failed: java.net.UnknownHostException: Unable to resolve host")],
    ["a time-out of the option `fetch`", new DOMException("Too late", "TimeoutError")],
  ])("is one in the words of %s", async ([, cause]) => {
    const lost = { name: "JournalError", status: 0, code: "no_network", isTemporary: true, cause };
    await eachRejects(calls(rejecting(cause)), (rejects) => rejects.toMatchObject(lost));
  });

  it("is one on this platform", async () => {
    const lost = { code: "no_network", cause: expect.any(TypeError) };
    await eachRejects(calls(undefined), (rejects) => rejects.toMatchObject(lost));
  });

  it("is one in any words where the device says that it is offline", async () => {
    const cause = new TypeError("Die Internetverbindung scheint offline zu sein.");
    Object.defineProperty(navigator, "onLine", { value: false, configurable: true });
    try {
      const lost = { code: "no_network", cause };
      await eachRejects(calls(rejecting(cause)), (rejects) => rejects.toMatchObject(lost));
    } finally {
      Reflect.deleteProperty(navigator, "onLine");
    }
  });

  it("is one when the answer breaks off, in any words", async () => {
    const cause = new Error("unexpected end of stream");
    const breaking: Fetch = () =>
      Promise.resolve(new Response(new ReadableStream({ start: (body) => body.error(cause) })));
    const lost = { code: "no_network", isTemporary: true, cause };
    await eachRejects(calls(breaking), (rejects) => rejects.toMatchObject(lost));
  });
});

it.for<[string, Error]>([
  ["a body that Expo cannot send", new Error("Unsupported FormDataPart implementation")],
  ["a fault of the option `fetch`", new TypeError("Cannot read properties of undefined")],
  ["a permission that Deno withholds", new Deno.errors.NotCapable("Requires net access")],
])("%s stays what it is", async ([, error]) => {
  await eachRejects(calls(rejecting(error)), (rejects) => rejects.toBe(error));
});

it("a body that cannot become JSON is a TypeError", async () => {
  const { api } = createJournalClient(nowhere, "key");
  const body = { title: 1n } as never;
  await expect(api.post("/api/goals", { body })).rejects.toBeInstanceOf(TypeError);
});

it("an answer that is not JSON comes from a proxy and is temporary", async () => {
  const { api } = createJournalClient(nowhere, "key", {
    fetch: () => Promise.resolve(new Response("<title>Welcome to our hotel</title>")),
  });
  await expect(api.get("/api/goals")).rejects.toMatchObject({
    status: 200,
    code: "http_200",
    isTemporary: true,
    cause: expect.any(SyntaxError),
  });
});

const onAbort = (signal: AbortSignal, act: () => void) =>
  signal.aborted ? act() : signal.addEventListener("abort", act);

describe("a call that its signal ends throws one error on every platform", () => {
  it.for<[string, Fetch | undefined]>([
    ["before its answer, on this platform", undefined],
    [
      "before its answer, in the words of Expo",
      ({ signal }) =>
        new Promise((_, reject) =>
          onAbort(signal, () => reject(new Error("fetch failed: The operation was aborted")))
        ),
    ],
    [
      "within its answer",
      ({ signal }) => {
        const error = new TypeError("network error");
        const body = new ReadableStream({
          start: (stream) => onAbort(signal, () => stream.error(error)),
        });
        return Promise.resolve(new Response(body));
      },
    ],
    [
      "while it waits",
      () => Promise.resolve(new Response("{}", { status: 503, headers: { "retry-after": "9" } })),
    ],
  ])("%s", async ([, fetch]) => {
    const stopped = { name: "AbortError", message: "The call was stopped" };
    // A server that never answers, for the platform's own fetch.
    using server = fetch ? undefined : silentServer();
    for (const what of Object.keys(calls(fetch)) as (keyof ReturnType<typeof calls>)[]) {
      for (const signal of [AbortSignal.timeout(20), AbortSignal.abort()]) {
        const call = calls(fetch ?? server!.fetch, signal)[what];
        await expect(call(), what).rejects.toMatchObject(stopped);
      }
    }
  });

  it("also where the platform ends it, such as with its page", async () => {
    const ended = rejecting(new DOMException("The operation was aborted.", "AbortError"));
    const stopped = { name: "AbortError", message: "The call was stopped" };
    await eachRejects(calls(ended), (rejects) => rejects.toMatchObject(stopped));
  });
});

/** The platform's own `fetch`, to a server that takes a request and never answers it. */
function silentServer() {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const address = `http://127.0.0.1:${(listener.addr as Deno.NetAddr).port}`;
  return {
    fetch: (request: Request) => fetch(new Request(address, request)),
    [Symbol.dispose]: () => listener.close(),
  };
}
