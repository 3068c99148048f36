/**
 * A stand-in for the hosts of programs that sign in: each address below `/programs` has a document
 * about one. A test sets what it answers below `/test`.
 */
import { Hono } from "hono";
import { serve, type StandIn } from "./stand-in.ts";

/** The answer of an address: a document, or with `endless` bytes without an end. */
export interface ProgramAnswer {
  document?: unknown;
  status?: number;
  headers?: Record<string, string>;
  endless?: boolean;
}

/** Starts the stand-in on a free port. */
export function startPrograms(): StandIn {
  const app = new Hono();
  const answers = new Map<string, ProgramAnswer>();
  const seen = new Map<string, { requests: number; bytes: number }>();
  const of = (id: string) => {
    const counts = seen.get(id) ?? { requests: 0, bytes: 0 };
    seen.set(id, counts);
    return counts;
  };

  app.get("/programs/:id", (c) => {
    const id = c.req.param("id");
    const { document, status = 200, headers, endless } = answers.get(id) ?? { status: 404 };
    const counts = of(id);
    counts.requests++;
    if (!endless) return new Response(JSON.stringify(document), { status, headers });
    const piece = new TextEncoder().encode(" ".repeat(1024));
    return new Response(
      new ReadableStream({
        pull(controller) {
          counts.bytes += piece.length;
          controller.enqueue(piece);
        },
      }, { highWaterMark: 0 }),
    );
  });

  app.put("/test/programs/:id", async (c) => {
    answers.set(c.req.param("id"), await c.req.json());
    return c.json({});
  });
  app.get("/test/programs/:id", (c) => c.json(of(c.req.param("id"))));

  const { base, stop } = serve(app);
  return { env: { OAUTH_CLIENT_ORIGINS: base }, stop };
}
