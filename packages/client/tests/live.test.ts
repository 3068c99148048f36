/** Changes that arrive as they happen, on a user's devices and in a team's chat. */
import { describe, expect, onTestFinished, vi } from "vitest";
import { signToken } from "../../local-supabase/helpers.ts";
import { it } from "../../../tests/support/it.ts";
import { keys, platform } from "../../../tests/support/platform.ts";
import { ok } from "../../../tests/support/requests.ts";
import { device } from "./device.ts";

/** Told when the topic was joined; what was told just before may still arrive. */
const joined = { type: null, id: null };
const soon = { timeout: 10_000, interval: 50 };

describe("a device that follows", () => {
  it("shows what another device of the user writes, and deletes", async ({ ana }) => {
    const [phone, laptop] = [await device(ana), await device(ana)];
    const changes: unknown[] = [];
    onTestFinished(phone.live.follow((change) => changes.push(change)));
    await vi.waitFor(() => expect(changes).toContainEqual(joined), soon);

    const id = await laptop.offline.create("goals", { title: "Swim" });
    await laptop.offline.sync();
    await vi.waitFor(() => expect(phone.offline.get("goals", id)?.title).toBe("Swim"), soon);
    await vi.waitFor(() => expect(changes).toContainEqual({ type: "goal", id }), soon);

    await laptop.offline.remove("goals", id);
    await laptop.offline.sync();
    await vi.waitFor(() => expect(phone.offline.get("goals", id)).toBeUndefined(), soon);
  });

  it("may do so in several places", async ({ ana }) => {
    const { live, api } = await device(ana);
    const heard: [unknown[], unknown[]] = [[], []];
    const leave = live.follow((change) => heard[0].push(change));
    onTestFinished(live.follow((change) => heard[1].push(change)));
    for (const changes of heard) {
      await vi.waitFor(() => expect(changes).toContainEqual(joined), soon);
    }
    leave();
    const { goal } = await api.post("/api/goals", { body: { title: "Swim" } });
    const change = { type: "goal", id: goal.id };
    await vi.waitFor(() => expect(heard[1]).toContainEqual(change), soon);
    expect(heard[0]).not.toContainEqual(change);
  });

  it("comes back when the service has ended its channel", async ({ ana }) => {
    const { live, supabase } = await device(ana);
    let joins = 0;
    onTestFinished(live.follow(({ type }) => type ?? joins++));
    await vi.waitFor(() => expect(joins).toBe(1), soon);
    const claims = { sub: ana.id, role: "authenticated", iss: `${platform.api_url}/auth/v1` };
    await supabase.realtime.setAuth(await signToken(claims, keys.signing, { expiresIn: 1 }));
    await vi.waitFor(() => expect(supabase.getChannels()).toEqual([]), soon);
    await supabase.realtime.setAuth();
    await vi.waitFor(() => expect(joins).toBe(2), soon);
  });

  it("needs a user", async ({ ana }) => {
    const { live, offline } = await device(ana);
    await offline.clear();
    expect(() => live.follow()).toThrow("Sign in first");
  });

  it("hears nothing of others", async ({ ana, ben }) => {
    const [follower, other] = [await device(ana), await device(ben)];
    const changes: unknown[] = [];
    onTestFinished(follower.live.follow((change) => changes.push(change)));
    await vi.waitFor(() => expect(changes).toContainEqual(joined), soon);
    const { goal: bens } = await other.api.post("/api/goals", { body: { title: "Of Ben" } });
    const { goal } = await follower.api.post("/api/goals", { body: { title: "Of Ana" } });
    await vi.waitFor(() => expect(changes).toContainEqual({ type: "goal", id: goal.id }), soon);
    expect(changes).not.toContainEqual({ type: "goal", id: bens.id });
  });
});

describe("a team's chat", () => {
  it("tells its members of messages, who is there and who is typing", async ({ ana, ben }) => {
    const { organization } = await ok(ana, "POST", "/api/organizations", { name: "Friends" });
    const { team } = await ok(ana, "POST", "/api/teams", { name: "Us", org_id: organization.id });
    const member = { user_id: ben.id };
    await ok(ana, "POST", `/api/organizations/${organization.id}/members`, member);
    await ok(ana, "POST", `/api/teams/${team.id}/members`, member);
    const [one, two] = [await device(ana), await device(ben)];
    const params = { path: { id: team.id } };
    let contents: string[] = [];
    let present: { id: string; isTyping: boolean }[] = [];
    const first = one.live.team(team.id, {
      async changed() {
        const { messages } = await one.api.get("/api/teams/{id}/messages", { params });
        contents = messages.map(({ content }) => content);
      },
      present: (users) => present = users,
    });
    const second = two.live.team(team.id, { changed() {} });
    onTestFinished(first.leave);
    await vi.waitFor(() => expect(present.map(({ id }) => id)).toContain(ben.id), soon);

    second.typing();
    await vi.waitFor(() => expect(present).toContainEqual({ id: ben.id, isTyping: true }), soon);
    await two.api.post("/api/teams/{id}/messages", { params, body: { content: "Hello" } });
    await vi.waitFor(() => expect(contents).toEqual(["Hello"]), soon);

    second.leave();
    await vi.waitFor(() => expect(present.map(({ id }) => id)).toEqual([ana.id]), soon);
  });
});
