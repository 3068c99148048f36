/**
 * Gives plain Deno the globals of the hosted edge runtime: `Deno.serve`
 * that registers a handler and binds no port, `EdgeRuntime.waitUntil`, an environment that can only
 * be read, and no Web Workers.
 */

/** Answers one request of a function. */
export type Handler = (
  request: Request,
  info: Deno.ServeHandlerInfo,
) => Response | Promise<Response>;

interface EdgeRuntime {
  /** Imports a function's module and returns the handler that it serves. Throws when it has none. */
  load(url: string): Promise<Handler>;
  /** Resolves when all work after responses is done, or after `limit` milliseconds. */
  drain(limit: number): Promise<void>;
}

type ServeOptions = {
  handler?: Handler;
  onError?: (error: unknown) => Response | Promise<Response>;
};

/** A module that neither serves nor fails within this time (ms) is given up. */
const BOOT_LIMIT = 10_000;

/** Turns this process into an edge runtime. */
export function installEdgeRuntime(): EdgeRuntime {
  let capture: ((handler: Handler) => void) | null = null;
  const background = new Set<Promise<unknown>>();

  replace(Deno, "serve", (first: Handler | ServeOptions, second?: Handler) => {
    const options = typeof first === "function" ? {} : first;
    const handler = typeof first === "function" ? first : second ?? options.handler;
    if (typeof handler !== "function") throw new TypeError("A handler function must be provided.");
    capture?.(withErrorPage(handler, options.onError));
    const never = new Promise<void>(() => {});
    return { finished: never, shutdown: () => never, ref() {}, unref() {}, addr: null };
  });

  replace(Deno, "env", readOnlyEnvironment());
  Reflect.deleteProperty(globalThis, "Worker");
  Object.assign(globalThis, {
    EdgeRuntime: {
      waitUntil<T>(promise: Promise<T>): Promise<T> {
        const settled: Promise<unknown> = Promise.resolve(promise)
          .catch((error) => console.error("Work after a response failed:", error))
          .finally(() => background.delete(settled));
        background.add(settled);
        return promise;
      },
    },
  });
  keepAlive();

  // Modules are evaluated one at a time, so that each call of `Deno.serve` belongs to a known
  // module.
  let queue: Promise<unknown> = Promise.resolve();
  const evaluate = (url: string) =>
    new Promise<Handler>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("The function did not start")), BOOT_LIMIT);
      capture = resolve;
      import(url).then((module) => {
        const exported = module.default?.fetch;
        if (typeof exported === "function") {
          resolve(withErrorPage((request) => exported.call(module.default, request)));
        }
        reject(new Error("The module serves nothing: it never called Deno.serve"));
      }, reject).finally(() => clearTimeout(timer));
    });

  return {
    load(url) {
      const handler = queue.then(() => evaluate(url)).finally(() => capture = null);
      queue = handler.catch(() => {});
      return handler;
    },
    async drain(limit) {
      let late = false;
      const deadline = new Promise((resolve) => setTimeout(resolve, limit)).then(() => late = true);
      while (background.size && !late) await Promise.race([Promise.all(background), deadline]);
    },
  };
}

/** A handler that throws answers as `Deno.serve` itself would. */
function withErrorPage(handler: Handler, onError?: ServeOptions["onError"]): Handler {
  return async (request, info) => {
    try {
      return await handler(request, info);
    } catch (error) {
      if (onError) return await onError(error);
      console.error(error);
      return new Response("Internal Server Error", { status: 500 });
    }
  };
}

/** The environment as hosted shows it: read-only, and without Deno's own variables. */
function readOnlyEnvironment(): Deno.Env {
  const env = Deno.env;
  const visible = (name: string) => !name.startsWith("DENO_") && name !== "NO_COLOR";
  const refuse = () => {
    throw new Deno.errors.NotSupported("The environment of an edge function can only be read");
  };
  return {
    get: (name) => visible(name) ? env.get(name) : undefined,
    has: (name) => visible(name) && env.has(name),
    toObject: () =>
      Object.fromEntries(Object.entries(env.toObject()).filter(([name]) => visible(name))),
    set: refuse,
    delete: refuse,
  };
}

/** One function's stray error must not end the process that serves the others. */
function keepAlive(): void {
  globalThis.addEventListener("unhandledrejection", (event) => {
    event.preventDefault();
    console.error("Unhandled rejection:", event.reason);
  });
  globalThis.addEventListener("error", (event) => {
    event.preventDefault();
    console.error("Uncaught error:", event.error);
  });
}

function replace(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, enumerable: true });
}
