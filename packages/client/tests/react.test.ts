/** The hooks: a component is drawn again when something that it shows changes, and only then. */
import { act, createElement } from "react";
import { create } from "react-test-renderer";
import { expect, vi } from "vitest";
import { it } from "../../../tests/support/it.ts";
// The packed package is used by a program of the consumers.
import {
  JournalProvider,
  useConflicts,
  useJournal,
  useList,
  useOnline,
  usePending,
  useProfile,
  useRecord,
  useSync,
  useWaiting,
} from "../src/react.ts";
import { device } from "./device.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

/** Draws a component that calls a hook, and answers its last value and how often it was drawn. */
async function drawn<T>(client: Awaited<ReturnType<typeof device>>, hook: () => T) {
  const seen: T[] = [];
  const Screen = () => {
    seen.push(hook());
    return null;
  };
  const root = await act(() =>
    create(createElement(JournalProvider, { client }, createElement(Screen)))
  );
  return {
    get now() {
      return seen.at(-1)!;
    },
    get times() {
      return seen.length;
    },
    end: () => act(() => root.unmount()),
  };
}

it("useList, useRecord and usePending follow the device", async ({ ana }) => {
  const client = await device(ana);
  const { offline } = client;
  const goal = await offline.create("goals", { title: "Run" });
  const list = await drawn(client, () => useList("goals", { where: { status: "active" } }));
  const record = await drawn(client, () => useRecord("goals", goal)?.title);
  const pending = await drawn(client, usePending);
  const profile = await drawn(client, () => useProfile()?.handle);
  expect([record.now, pending.now, typeof profile.now]).toEqual(["Run", 1, "string"]);
  await act(() => offline.sync().then(() => {}));
  expect(list.now.map(({ title }) => title)).toEqual(["Run"]);
  expect(pending.now).toBe(0);

  const { times } = list;
  await act(() => offline.create("notebooks", { name: "Walks" }).then(() => {}));
  expect(list.times).toBe(times);
  await act(() => offline.update("goals", goal, { title: "Swim" }));
  expect([list.times, record.now, list.now[0]!.title]).toEqual([times + 1, "Swim", "Swim"]);

  await list.end();
  const ended = list.times;
  await offline.update("goals", goal, { title: "Fly" });
  expect(list.times).toBe(ended);
  for (const screen of [record, pending, profile]) await screen.end();
});

it("useWaiting shows the items of the outbox", async ({ ana, ben }) => {
  const client = await device(ana);
  client.network.fate = "lost";
  const waiting = await drawn(client, useWaiting);
  expect(waiting.now).toEqual([]);
  const cheer = { recipient_id: ben.id, drop_type: "encouragement", content: "Go on" } as const;
  await act(() => client.offline.outbox.add("drops", cheer).then(() => {}));
  expect(waiting.now).toMatchObject([{ kind: "drops", fields: { content: "Go on" } }]);
  await waiting.end();
});

it("useSync shows a sync that runs, fails and succeeds, and draws nothing without a change", async ({ ana }) => {
  const client = await device(ana);
  const { offline, network } = client;
  const sync = await drawn(client, useSync);
  const before = sync.now;
  expect(before).toMatchObject({ isSyncing: false, isWhole: true, lastError: null, pending: {} });
  network.fate = "lost";
  let ends = Promise.resolve();
  await act(() => void (ends = offline.sync().catch(() => {})));
  await act(() => ends);
  expect(sync.now).toMatchObject({
    isSyncing: false,
    lastSync: before.lastSync,
    lastError: { code: "no_network", isTemporary: true },
  });
  const { times } = sync;
  await act(() => client.offline.open(ana.id).then(() => {}));
  expect(sync.times).toBe(times);
  network.fate = "arrives";
  await act(() => offline.sync());
  expect(sync.now.lastError).toBeNull();
  expect(sync.now.lastSync! > before.lastSync!).toBe(true);
  await sync.end();
});

it("useConflicts shows the edits that wait for an answer, and follows it", async ({ ana }) => {
  const [client, other] = [await device(ana), await device(ana)];
  const id = await client.offline.create("notebooks", { name: "Walks" });
  await client.offline.sync();
  await other.offline.sync();
  const conflicts = await drawn(client, useConflicts);
  expect(conflicts.now).toEqual([]);
  await other.offline.update("notebooks", id, { name: "Hikes" });
  await other.offline.sync();
  await client.offline.update("notebooks", id, { name: "Runs" }, { guarded: true });
  await act(() => client.offline.sync());
  expect(conflicts.now).toMatchObject([{ id, mine: { name: "Runs" } }]);
  await act(() => client.offline.resolve(conflicts.now[0]!, "theirs"));
  expect(conflicts.now).toEqual([]);
  await conflicts.end();
});

it("useOnline follows the network of the browser", async ({ ana }) => {
  const client = await device(ana);
  const target = new EventTarget();
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  vi.stubGlobal("navigator", { onLine: true });
  const online = await drawn(client, useOnline);
  expect(online.now).toBe(true);
  vi.stubGlobal("navigator", { onLine: false });
  await act(() => void target.dispatchEvent(new Event("offline")));
  expect(online.now).toBe(false);
  await online.end();
  vi.unstubAllGlobals();
});

it("the hooks say where their provider is missing", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Screen = () => {
    useJournal();
    return null;
  };
  expect(() => act(() => void create(createElement(Screen))))
    .toThrow("put a JournalProvider around the app");
  vi.restoreAllMocks();
});
