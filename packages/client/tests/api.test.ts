/** Typed calls: their user, refusals, repetitions and uploads. */
import { describe, expect } from "vitest";
import { JournalError } from "@journal/client";
import "../../../tests/support/configured.ts";
import { webp } from "../../../tests/support/images.ts";
import { it } from "../../../tests/support/it.ts";
import { device } from "./device.ts";

describe("a call", () => {
  it("answers the body, as the user who is signed in", async ({ ana }) => {
    const { api } = await device(ana);
    const { goal } = await api.post("/api/goals", { body: { title: "Write every morning" } });
    const params = { path: { id: goal.id } };
    expect((await api.get("/api/goals/{id}", { params })).goal).toMatchObject({
      title: "Write every morning",
      user_id: ana.id,
    });
    expect(await api.delete("/api/goals/{id}", { params })).toEqual({ message: "Goal deleted" });
  });

  it("throws a refusal with its code and the fields that are wrong", async ({ ana }) => {
    const { api } = await device(ana);
    const refused = api.post("/api/goals", { body: { title: "" } });
    await expect(refused).rejects.toBeInstanceOf(JournalError);
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: "invalid_input",
      fields: [{ path: "title", code: "too_short" }],
      requestId: expect.any(String),
      isTemporary: false,
    });
  });

  it("sends files as forms", async ({ ana }) => {
    const { api } = await device(ana);
    const file = new File([webp()], "me.webp");
    const { profile } = await api.post("/api/user/avatar", { body: { file } });
    expect(profile.avatar_url).toMatch(/^http/);
  });

  it("waits when the service asks to, and is repeated with the same key", async ({ ana }) => {
    const { api, network, requests } = await device(ana);
    const headers = { "retry-after": "0" };
    network.answers = [429, 503].map((status) => new Response("{}", { status, headers }));
    const { goal } = await api.post("/api/goals", { body: { title: "Once" } });
    expect(goal.title).toBe("Once");
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  it("does nothing twice when it is made again after its answer was lost", async ({ ana }) => {
    const { api, network } = await device(ana);
    const call = () => api.post("/api/organizations", { body: { name: "Once alone" } });
    network.fate = "answer lost";
    await expect(call()).rejects.toMatchObject({ code: "no_network" });
    network.fate = "arrives";
    const { organization } = await call();
    expect((await call()).organization.id).not.toBe(organization.id);
    const { organizations } = await api.get("/api/organizations");
    expect(organizations.filter(({ name }) => name === "Once alone")).toHaveLength(2);
  });

  it.for(
    [
      ["longer than it has patience for", { "retry-after": "3600" }],
      ["without a time to wait", {}],
    ] as const,
  )("is refused at once when the service is busy %s", async ([, headers], { ana }) => {
    const { api, network } = await device(ana);
    const body = JSON.stringify({ error: "Too many requests", code: "rate_limited" });
    network.answers = [new Response(body, { status: 429, headers })];
    await expect(api.get("/api/goals")).rejects.toMatchObject({
      code: "rate_limited",
      retryAfter: "retry-after" in headers ? 3600 : undefined,
    });
  });

  it("is made again with a new token when the service refuses the old one", async ({ ana }) => {
    const { api, network, requests, supabase } = await device(ana);
    const events: string[] = [];
    supabase.auth.onAuthStateChange((event) => void events.push(event));
    network.answers = [
      Response.json({ error: "Sign in", code: "unauthorized" }, { status: 401 }),
    ];
    await api.get("/api/goals");
    expect(events).toContain("TOKEN_REFRESHED");
    expect(requests).toHaveLength(2);
  });

  it.for(["session_ended", "account_deleted", "passphrase_needed", "invalid_code"])(
    "is not made again after %s, which no new token mends",
    async (code, { ana }) => {
      const { api, network, requests, supabase } = await device(ana);
      const events: string[] = [];
      supabase.auth.onAuthStateChange((event) => void events.push(event));
      network.answers = [Response.json({ error: "Refused", code }, { status: 401 })];
      await expect(api.get("/api/goals")).rejects.toMatchObject({ status: 401, code });
      expect(requests).toHaveLength(1);
      expect(events).not.toContain("TOKEN_REFRESHED");
    },
  );

  it("has an Idempotency-Key when it writes by POST, the same one in each repetition", async ({ ana }) => {
    const { api, chat, network, requests } = await device(ana);
    const again = () => new Response("{}", { status: 503, headers: { "retry-after": "0" } });
    const keys = () => requests.splice(0).map(({ headers }) => headers.get("idempotency-key"));
    const uuid = expect.stringMatching(/^[0-9a-f]{8}-/);

    network.answers = [again()];
    await api.post("/api/user/avatar", { body: { file: new File([webp()], "me.webp") } });
    const upload = keys();
    expect(upload).toEqual([uuid, upload[0]]);

    network.answers = [again()];
    for await (const _ of chat("Are you there?"));
    const message = keys();
    expect(message).toEqual([uuid, message[0]]);

    const headers = { "x-client-info": "test" };
    await api.post("/api/goals", { body: { title: "With headers" }, headers });
    expect(keys()).toEqual([uuid]);

    const { goal } = await api.post("/api/goals", { body: { title: "Read" } });
    const params = { path: { id: goal.id } };
    await api.get("/api/goals/{id}", { params });
    await api.put("/api/goals/{id}", { params, body: { title: "Read more" } });
    await api.delete("/api/goals/{id}", { params });
    expect(keys()).toEqual([uuid, null, null, null]);
  });
});

describe("the chat", () => {
  it("comes piece by piece, and ends with the stored message", async ({ ana }) => {
    const { chat } = await device(ana);
    const events = [];
    for await (const event of chat("What helped me this week?")) events.push(event);
    const last = events.at(-1)!;
    const text = events.map((event) => "delta" in event ? event.delta : "").join("");
    expect(events.length).toBeGreaterThan(2);
    expect(last).toMatchObject({ done: true, message: { role: "assistant", content: text } });
  });

  it("comes at once where answers cannot be streamed", async ({ ana }) => {
    const { chat, network } = await device(ana);
    const body =
      'data: {"delta": "Yes"}\n\ndata: {"done": true, "message": {"content": "Yes"}}\n\n';
    const answer = new Response(body);
    Object.defineProperty(answer, "body", { value: undefined });
    network.answers = [answer];
    const events = [];
    for await (const event of chat("Are you there?")) events.push(event);
    expect(events).toEqual([{ delta: "Yes" }, { done: true, message: { content: "Yes" } }]);
  });

  it("throws the error that breaks an answer off", async ({ ana }) => {
    const { chat, network } = await device(ana);
    network.answers = [
      new Response('data: {"delta": "Ye"}\n\ndata: {"error": "Gone", "code": "gone"}\n\n'),
    ];
    const read = async () => {
      for await (const _ of chat("Are you there?"));
    };
    await expect(read()).rejects.toMatchObject({ code: "gone", message: "Gone" });
    network.answers = [new Response('data: {"delta": "Ye"}\n\n')];
    await expect(read()).rejects.toMatchObject({ code: "no_network" });
  });
});
