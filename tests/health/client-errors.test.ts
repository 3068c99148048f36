/** Errors of the web app reach the log, and nothing that a person has written does. */
import { beforeAll, describe, expect, it, vi } from "vitest";
import { routes } from "../../functions/health/client-errors.ts";
import { placesOf, withoutContent } from "../../functions/health/without-content.ts";
import { createApp } from "../../shared/http/app.ts";
import { useProject } from "../http/project.ts";

beforeAll(useProject);

const app = createApp([routes]);
const newAddress = () => `2001:db8::${crypto.randomUUID().slice(0, 4)}:${crypto.randomUUID()}`;

/** The status of a report, and what it writes into the log besides its own line. */
async function report(body: unknown, address = newAddress()) {
  Deno.env.set("LOG_LEVEL", "info");
  const lines: string[] = [];
  const spy = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(String(line)));
  const { status } = await app.request("/client-errors", {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": address },
    body: JSON.stringify(body),
  });
  spy.mockRestore();
  return {
    status,
    lines: lines.map((line) => JSON.parse(line)).filter(({ message }) => message !== "request"),
  };
}

describe("POST /client-errors", () => {
  it("writes the message, the places and the release into the log", async () => {
    const { status, lines } = await report({
      message: "x is not a function",
      stack: "TypeError: x is not a function\n    at Row (https://a.example/assets/i.js:1:23)",
      release: "1.0.0+0123abc",
    });
    expect(status).toBe(202);
    expect(lines).toEqual([expect.objectContaining({
      level: "warn",
      message: "client error",
      request_id: expect.any(String),
      error: {
        message: "x is not a function",
        stack: ["at Row (https://a.example/assets/i.js:1:23)"],
      },
      release: "1.0.0+0123abc",
    })]);
  });

  it("leaves out what a person may have written", async () => {
    const id = crypto.randomUUID();
    const { lines } = await report({
      message: `ana@example.com: Unexpected token 'D', "Dear diary" is not valid JSON, ${id}`,
      stack: `Error: Dear diary\nopen@https://a.example/${id}/i.js?token=secret:1:23`,
    });
    const text = JSON.stringify(lines);
    expect(text).toContain("open@https://a.example/<id>/i.js:1:23");
    for (const secret of ["ana", "Dear", "secret", id]) expect(text).not.toContain(secret);
  });

  it.each([
    ["a long message", { message: "x".repeat(501) }],
    ["no message", { message: "" }],
    ["a long stack", { message: "x", stack: "x".repeat(4001) }],
    ["a release with spaces", { message: "x", release: "Dear diary" }],
  ])("refuses %s", async (_name, body) => {
    expect(await report(body)).toEqual({ status: 400, lines: [] });
  });

  it("takes ten a minute from one address", async () => {
    const address = newAddress();
    for (let n = 0; n < 10; n++) expect((await report({ message: "x" }, address)).status).toBe(202);
    expect(await report({ message: "x" }, address)).toEqual({ status: 429, lines: [] });
    expect((await report({ message: "x" })).status).toBe(202);
  });
});

it.each([
  [
    "Cannot read properties of undefined (reading 'title')",
    "Cannot read properties of undefined (reading 'title')",
  ],
  ["no such key 'Dear diary'", "no such key '…'"],
  ["wrote `Dear diary` and “Dear diary”", 'wrote "…" and "…"'],
  ['an unended "Dear diary', 'an unended "…"'],
  ["mail to ana.b@example.com, or ana@exam", "mail to <mail> or <mail>"],
  ["GET /api/journal?q=diary#x failed", "GET /api/journal failed"],
  ["GET https://a.example/#/journal/7?x=1", "GET https://a.example/"],
])("the message %j is logged as %j", (text, logged) => {
  expect(withoutContent(text)).toBe(logged);
});

it("the places of a stack are at most ten, each of at most 300 characters", () => {
  const places = placesOf(`Error: x\n${`    at ${"y".repeat(400)}:1:2\n`.repeat(20)}`);
  expect(places).toHaveLength(10);
  expect(places[0]).toHaveLength(300);
});
