/** Changes that arrive as they happen, on a user's devices and in a team's chat. */
import { describe, expect, onTestFinished, vi } from "vitest";
import { signToken } from "../../local-supabase/helpers.ts";
import { it } from "../../../tests/support/it.ts";
import type { Person } from "../../../tests/support/people.ts";
import { keys, platform } from "../../../tests/support/platform.ts";
import { ok } from "../../../tests/support/requests.ts";
import { device } from "./device.ts";
import { eventually } from "../../../tests/support/eventually.ts";

/** The callback after joining the topic; earlier changes may still arrive. */
const joined = { type: null, id: null };

/** The entries behind it change no streak. */
const writeFirstEntry = (who: Person) =>
  ok(who, "POST", "/api/journal", { title: "A", content: "" });

describe("a device that follows", () => {
  it("shows what another device of the user writes, and deletes", async ({ ana }) => {
    const [phone, laptop] = [await device(ana), await device(ana)];
    const changes: unknown[] = [];
    onTestFinished(phone.live.follow((change) => changes.push(change)));
    await eventually(() => expect(changes).toContainEqual(joined));

    const id = await laptop.offline.create("goals", { title: "Swim" });
    await laptop.offline.sync();
    await eventually(() => expect(phone.offline.get("goals", id)?.title).toBe("Swim"));
    await eventually(() => expect(changes).toContainEqual({ type: "goal", id }));

    await laptop.offline.remove("goals", id);
    await laptop.offline.sync();
    await eventually(() => expect(phone.offline.get("goals", id)).toBeUndefined());
  });

  it("is told of a change when its copy has it, and not before", async ({ ana }) => {
    const [phone, laptop] = [await device(ana), await device(ana)];
    const titles: (string | undefined)[] = [];
    let isJoined = false;
    const follow = phone.live.follow(({ type, id }) => {
      if (type === "goal") titles.push(phone.offline.get("goals", id!)?.title);
      isJoined = true;
    });
    onTestFinished(follow);
    await eventually(() => expect(isJoined).toBe(true));
    const { goal } = await laptop.api.post("/api/goals", { body: { title: "Swim" } });
    await eventually(() => expect(titles).toEqual(["Swim"]));

    phone.network.fate = "lost";
    await laptop.api.put("/api/goals/{id}", {
      params: { path: { id: goal.id } },
      body: { title: "Dive" },
    });
    await eventually(() => expect(phone.offline.status().lastError?.code).toBe("no_network"));
    expect(titles).toEqual(["Swim"]);
    phone.network.fate = "arrives";
    await laptop.api.post("/api/notebooks", { body: { name: "Sea" } });
    await eventually(() => expect(titles).toEqual(["Swim", "Dive"]));
  });

  it("fetches a change of another device once, and nothing after its own writes", async ({ ana }) => {
    await writeFirstEntry(ana);
    const [phone, laptop] = [await device(ana), await device(ana)];
    const heard: unknown[] = [];
    onTestFinished(phone.live.follow(({ id }) => heard.push(id)));
    await eventually(() => expect(heard).toContain(null));
    phone.requests.length = 0;
    const fetches = () =>
      phone.requests.filter(({ method, url }) => method === "GET" && url.includes("/api/sync"));
    const own = await phone.offline.create("journal_entries", { title: "Fog", content: "" });
    await phone.offline.send();
    await eventually(() => expect(heard).toContain(own));
    expect(phone.offline.status().pending).toEqual({});
    expect(fetches()).toHaveLength(0);
    const other = await laptop.offline.create("goals", { title: "Run" });
    await laptop.offline.sync();
    await eventually(() => expect(phone.offline.get("goals", other)?.title).toBe("Run"));
    expect(fetches()).toHaveLength(1);
    // `sync` always fetches, and so does `send` without a write.
    await phone.offline.create("journal_entries", { title: "Rain", content: "" });
    await phone.offline.sync();
    expect(fetches()).toHaveLength(2);
    await phone.offline.send();
    expect(fetches()).toHaveLength(3);
  });

  it("fetches what its own write has changed besides", async ({ ana }) => {
    const { offline, live } = await device(ana);
    const heard: unknown[] = [];
    onTestFinished(live.follow(({ id }) => heard.push(id)));
    await eventually(() => expect(heard).toContain(null));
    await offline.create("journal_entries", { title: "Fog", content: "" });
    await offline.send();
    expect(offline.list("streaks")).toMatchObject([{ current: 1 }]);
  });

  it("fetches after its own write when it may have missed a message", async ({ ana }) => {
    const { offline, live, network, requests, supabase } = await device(ana);
    const heard: unknown[] = [];
    await writeFirstEntry(ana);
    onTestFinished(live.follow(({ id }) => heard.push(id)));
    await eventually(() => expect(heard).toContain(null));
    const fetchesAfterWrite = async () => {
      requests.length = 0;
      const id = await offline.create("journal_entries", { title: "Fog", content: "" });
      await offline.send();
      const fetches = requests.filter(({ method }) => method === "GET").length;
      await eventually(() => expect(heard).toContain(id));
      return fetches;
    };
    expect(await fetchesAfterWrite()).toBe(0);
    const now = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
    onTestFinished(() => now.mockRestore());
    expect(await fetchesAfterWrite()).toBe(1);
    expect(await fetchesAfterWrite()).toBe(0);

    // A fetch has failed: the next one has to bring what it should have brought.
    network.fate = "lost";
    await expect(offline.sync()).rejects.toThrow();
    network.fate = "arrives";
    expect(await fetchesAfterWrite()).toBe(1);
    expect(await fetchesAfterWrite()).toBe(0);

    await supabase.realtime.disconnect();
    const { goal } = await ok(ana, "POST", "/api/goals", { title: "Swim" });
    await offline.create("journal_entries", { title: "Rain", content: "" });
    await offline.send();
    expect(offline.get("goals", goal.id)?.title).toBe("Swim");
  });

  it("fetches a burst of changes together", async ({ ana }) => {
    const [phone, tablet] = [await device(ana), await device(ana)];
    const [heard, there]: unknown[][] = [[], []];
    onTestFinished(phone.live.follow(({ id }) => heard!.push(id)));
    onTestFinished(tablet.live.follow(({ id }) => there!.push(id)));
    await eventually(() => expect([heard, there]).toEqual([[null], [null]]));
    await new Promise((resolve) => setTimeout(resolve, 300));
    phone.requests.length = 0;
    const made = Promise.withResolvers<void>();
    phone.network.held = made.promise;
    const ids: string[] = [];
    for (let n = 0; n < 10; n++) {
      ids.push((await ok(ana, "POST", "/api/goals", { title: `Goal ${n}` })).goal.id);
    }
    // The messages have come to both.
    await eventually(() => expect(there).toEqual(expect.arrayContaining(ids)));
    made.resolve();
    await eventually(() => expect(phone.offline.list("goals")).toHaveLength(10));
    // The first one leaves at once; the others share one, or two where they came slowly.
    expect(phone.requests.length).toBeLessThan(4);
  });

  it("may do so in several places", async ({ ana }) => {
    const { live, api } = await device(ana);
    const heard: [unknown[], unknown[]] = [[], []];
    const leave = live.follow((change) => heard[0].push(change));
    onTestFinished(live.follow((change) => heard[1].push(change)));
    for (const changes of heard) {
      await eventually(() => expect(changes).toContainEqual(joined));
    }
    leave();
    const { goal } = await api.post("/api/goals", { body: { title: "Swim" } });
    const change = { type: "goal", id: goal.id };
    await eventually(() => expect(heard[1]).toContainEqual(change));
    expect(heard[0]).not.toContainEqual(change);
  });

  it("comes back when the service has ended its channel", async ({ ana }) => {
    const { live, supabase } = await device(ana);
    let joins = 0;
    onTestFinished(live.follow(({ type }) => type ?? joins++));
    await eventually(() => expect(joins).toBe(1));
    const claims = { sub: ana.id, role: "authenticated", iss: `${platform.api_url}/auth/v1` };
    await supabase.realtime.setAuth(await signToken(claims, keys.signing, { expiresIn: 1 }));
    await eventually(() => expect(supabase.getChannels()).toEqual([]));
    await supabase.realtime.setAuth();
    await eventually(() => expect(joins).toBe(2));
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
    await eventually(() => expect(changes).toContainEqual(joined));
    const { goal: bens } = await other.api.post("/api/goals", { body: { title: "Of Ben" } });
    const { goal } = await follower.api.post("/api/goals", { body: { title: "Of Ana" } });
    await eventually(() => expect(changes).toContainEqual({ type: "goal", id: goal.id }));
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
    await eventually(() => expect(present.map(({ id }) => id)).toContain(ben.id));

    second.typing();
    await eventually(() => expect(present).toContainEqual({ id: ben.id, isTyping: true }));
    await two.api.post("/api/teams/{id}/messages", { params, body: { content: "Hello" } });
    await eventually(() => expect(contents).toEqual(["Hello"]));

    second.leave();
    await eventually(() => expect(present.map(({ id }) => id)).toEqual([ana.id]));
  });
});
