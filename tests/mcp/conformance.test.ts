/** The conformance tests of the Model Context Protocol for servers, of each revision. */
import { join } from "node:path";
import { beforeAll, expect } from "vitest";
import { freePort, patience } from "../../packages/local-supabase/helpers.ts";
import { makeToken } from "../personal-tokens/support.ts";
import { conformance } from "../support/foreign-programs.ts";
import { it } from "../support/it.ts";
import { platform } from "../support/platform.ts";
import { ok } from "../support/requests.ts";
import { path } from "./support.ts";

let program: Awaited<ReturnType<typeof conformance>>;

beforeAll(async () => {
  program = await conformance();
}, patience(120_000));

/**
 * The tests that call tools, prompts and resources of their own example server, which the journal
 * does not have. A test of these that passes all the same fails the run.
 */
const ofExamples = [
  "completion-complete",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
];

const ofRevision: Record<string, string[]> = {
  "2025-11-25": [
    "logging-set-level",
    "tools-call-with-logging",
    "tools-call-sampling",
    "tools-call-elicitation",
    "elicitation-sep1034-defaults",
    "elicitation-sep1330-enums",
    "server-sse-multiple-streams",
    "resources-subscribe",
    "resources-unsubscribe",
  ],
  "2026-07-28": [
    ...[
      "server-rejects-undeclared-capability",
      "missing-capability-http-400",
      "http-server-no-independent-requests-on-stream",
      "server-no-log-without-loglevel",
    ].map((check) => `server-stateless:sep-2575-${check}`),
    ...[
      "basic-elicitation",
      "basic-sampling",
      "basic-list-roots",
      "request-state",
      "multiple-input-requests",
      "multi-round",
      "missing-input-response",
      "non-tool-request",
      "result-type",
      "tampered-state",
      "capability-check",
      "ignore-extra-params",
    ].map((scenario) => `input-required-result-${scenario}`),
  ],
};

/**
 * An address at which requests bear a token: the tests send none. Pages of its own origin stand for
 * those of an origin that `ALLOWED_ORIGINS` admits.
 */
function bearing(secret: string): Deno.HttpServer<Deno.NetAddr> {
  const port = freePort();
  const options = { port, hostname: "127.0.0.1", onListen: () => {} };
  return Deno.serve(options, (request) => {
    const headers = new Headers(request.headers);
    headers.set("authorization", `Bearer ${secret}`);
    headers.delete("host");
    if (headers.get("origin") === `http://127.0.0.1:${port}`) {
      headers.set("origin", "https://app.example.com");
    }
    const { method, body } = request;
    return fetch(platform.base_url + path, { method, headers, ...(body && { body }) });
  });
}

const timeout = patience(60_000);

it.for(Object.entries(ofRevision))(
  "passes those of %s",
  { timeout },
  async ([revision, others], { ana }) => {
    await ok(ana, "POST", "/api/journal", { title: "Frost", content: "White." });
    const { secret } = await makeToken(ana, ["journal:write", "goals:write"]);
    await using server = bearing(secret);
    const failing = join(program.folder, `${revision}.json`);
    // YAML has JSON in it.
    await Deno.writeTextFile(failing, JSON.stringify({ server: [...ofExamples, ...others] }));
    const started = program.start([
      "server",
      ...["--url", `http://127.0.0.1:${server.addr.port}/mcp`, "--requirements", revision],
      ...["--expected-failures", failing],
    ]);
    const { code, out } = await started.ended;
    expect(code, started.said()).toBe(0);
    expect(out).toContain("✓ tools-list");
  },
);
