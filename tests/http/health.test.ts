import { beforeEach, expect, it } from "vitest";
import { routes } from "../../functions/health/routes.ts";
import { createApp } from "../../shared/http/app.ts";
import { resetEnvironment } from "./support.ts";

beforeEach(resetEnvironment);

it("answers everyone, with any token or none", async () => {
  for (const authorization of ["", "Bearer nonsense"]) {
    const answer = await createApp([routes]).request("/health", { headers: { authorization } });
    expect(answer.status).toBe(200);
    const { status, timestamp } = await answer.json();
    expect(status).toBe("ok");
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(5000);
  }
});

it("needs no environment variables", async () => {
  for (const name of Object.keys(Deno.env.toObject())) {
    if (name.startsWith("SUPABASE_")) Deno.env.delete(name);
  }
  const headers = { authorization: "Bearer nonsense" };
  expect((await createApp([routes]).request("/health", { headers })).status).toBe(200);
});
