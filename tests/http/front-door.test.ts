import { beforeEach, expect, it } from "vitest";
import { serve } from "../../shared/http/app.ts";
import { read, resetEnvironment, routes, userId } from "./support.ts";

beforeEach(resetEnvironment);

it("answers 500 while a group does not load, and loads it again at the next request", async () => {
  let loads = 0;
  const things = {
    parts: () => {
      loads++;
      const loaded = Promise.resolve({ routes });
      return [loads === 1 ? Promise.reject(new Error("secret detail")) : loaded];
    },
  };
  const front = serve({ things }, "/api");
  const ask = () => front(new Request(`http://x/api/things/${userId}`));

  const failed = await ask();
  expect(failed.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  expect(failed.headers.get("access-control-allow-origin")).toBe("*");
  expect(await read(failed))
    .toEqual([500, { error: "Internal server error", code: "internal_error" }]);

  expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(200);
  expect(loads).toBe(2);
});
