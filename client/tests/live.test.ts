/** Changes that arrive as they happen, on a user's devices and in a team's chat. */
import { describe, expect, onTestFinished, vi } from "vitest";
import { it } from "../../tests/support/it.ts";
import { ok } from "../../tests/support/requests.ts";
import { device } from "./device.ts";

const soon = { timeout: 10_000, interval: 50 };

describe("a device that follows", () => {
  it("shows what another device of the user writes, and deletes", async ({ ana }) => {
    const [phone, laptop] = [await device(ana), await device(ana)];
    const changes: unknown[] = [];
    onTestFinished(phone.live.follow((change) => changes.push(change)));
    await vi.waitFor(() => expect(changes).toEqual([{ type: null, id: null }]), soon);

    const id = await laptop.offline.create("goals", { title: "Swim" });
    await laptop.offline.sync();
    await vi.waitFor(() => expect(phone.offline.get("goals", id)?.title).toBe("Swim"), soon);
    expect(changes).toContainEqual({ type: "goal", id });

    await laptop.offline.remove("goals", id);
    await laptop.offline.sync();
    await vi.waitFor(() => expect(phone.offline.get("goals", id)).toBeUndefined(), soon);
  });

  it("hears nothing of others", async ({ ana, ben }) => {
    const [follower, other] = [await device(ana), await device(ben)];
    const changes: unknown[] = [];
    onTestFinished(follower.live.follow((change) => changes.push(change)));
    await vi.waitFor(() => expect(changes).toHaveLength(1), soon);
    await other.api.post("/api/goals", { body: { title: "Of Ben" } });
    const { goal } = await follower.api.post("/api/goals", { body: { title: "Of Ana" } });
    await vi.waitFor(() => expect(changes).toContainEqual({ type: "goal", id: goal.id }), soon);
    expect(changes).toHaveLength(2);
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
