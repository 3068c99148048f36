/** The conformance tests of the Model Context Protocol for authorization servers. */
import { beforeAll, expect } from "vitest";
import { freePort, patience } from "../../packages/local-supabase/helpers.ts";
import { conformance } from "../support/foreign-programs.ts";
import { it } from "../support/it.ts";
import { forgetLimits, issuer, MCP, register, visit } from "./support.ts";

let program: Awaited<ReturnType<typeof conformance>>;

beforeAll(async () => {
  program = await conformance();
}, patience(120_000));

it("the authorization server passes them", async ({ ana }) => {
  const port = freePort();
  const { client } = await register(`http://127.0.0.1:${port}/callback`);
  await forgetLimits();
  const started = program.start([
    ...["authorization", "--url", issuer, "--client-id", client.client_id],
    ...["--resource", MCP, "--port", String(port)],
  ]);
  await visit(ana, await started.says(/^http\S+\/authorize\?\S+(?=\n)/m));
  const { code } = await started.ended;
  expect(code, started.said()).toBe(0);
  expect(started.said()).toContain("authorization-code-grant");
});
