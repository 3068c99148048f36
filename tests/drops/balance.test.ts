import { describe, expect, it } from "vitest";
import { addresses, anonymous, person } from "../support/people.ts";

describe.each(addresses("/drops/balance"))("%s", (path) => {
  it("begins with the signup bonus", async () => {
    const ana = await person("Ana");
    const { status, body } = await ana.api("GET", path);
    expect([status, body]).toEqual([200, { balance: 50 }]);
  });

  it("asks who is calling", async () => {
    expect((await anonymous.api("GET", path)).status).toBe(401);
  });
});
