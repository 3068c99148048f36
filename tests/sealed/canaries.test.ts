/**
 * A year in sealed notebooks, with the client as people have it: each field has a word of its own, and
 * afterwards none of these words is anywhere at the service, nor a secret that opens them. Texts that
 * were open before they moved in are in no row and in no file. They stay in Postgres' log of changes and in the
 * pages of its tables until these are written over, in its statistics until the next `analyze`, and in
 * backups of that time.
 */
import { join } from "node:path";
import process from "node:process";
import { memoryStorage } from "@journal/client";
import { expect, it } from "vitest";
import { patience } from "../../packages/local-supabase/helpers.ts";
import {
  newRecoveryCode,
  openSlot,
  printRecoveryCode,
  readRecoveryCode,
  type Slot,
} from "../../packages/client/src/sealed/mod.ts";
import { makeBackup } from "../../tools/backup/make.ts";
import { openPlace } from "../../tools/backup/place.ts";
import { testEnvironment } from "../support/environment.ts";
import { wav } from "../support/sounds.ts";
import { filesWith, newCanary, searcher, tablesWith } from "./canaries.ts";
import { collector, copies, home, logs, platform, sentTo, status, superuser } from "./year.ts";

process.env.STATUS_FILE = status;
// These modules read where the platform is.
const { attach } = await import("../journal/attaching.ts");
const { makeNotebook, makeTeam, write } = await import("../journal/people.ts");
const { deliver, newDevice } = await import("../notifications/support.ts");
const { eventually } = await import("../support/eventually.ts");
const { readMailbox } = await import("../support/mailbox.ts");
const { persons, send } = await import("../support/people.ts");
const { ok } = await import("../support/requests.ts");
const { download, textsOf } = await import("../user/archives.ts");
const webhooks = await import("../webhooks/support.ts");
const { first, signedIn } = await import("../../packages/client/tests/sealed/client/devices.ts");

type First = Awaited<ReturnType<typeof first>>;

/** Begins the words that members alone may read, and the words that are, or once were, open. */
const [hidden, open] = [newCanary(), newCanary()];
const hiddenIn = (field: string) => hidden + field;

/** A month of a notebook: an entry with files, an edit of it, and a comment of another member. */
async function writeMonth(one: First, two: First, notebook_id: string, month: number) {
  const { entries } = one.sealed;
  const word = (field: string) => `${hiddenIn(field)}${month}`;
  const id = await entries.create({
    notebook_id,
    title: word("title"),
    content: `Of ${word("content")}`,
    tags: [word("tag")],
    mood: word("mood"),
    written_at: new Date(Date.UTC(2025, month, 15)).toISOString(),
  });
  const picture = (field: string) => new Blob([word(field).repeat(100)], { type: "image/jpeg" });
  await entries.attach(id, {
    file: picture("photo"),
    name: word("filename"),
    thumbnail: picture("thumbnail"),
  });
  await entries.attach(id, { file: new Blob([wav(1, word("sound"))], { type: "audio/wav" }) });
  await one.sealed.sync();
  await entries.update(id, { content: `Rather of ${word("edit")}` });
  await one.sealed.sync();
  await two.sealed.sync();
  await two.sealed.comments.add(id, word("comment"));
  await two.sealed.sync();
  expect(await one.sealed.comments.list(id)).toMatchObject([{ content: word("comment") }]);
  return id;
}

/** The jobs that read entries or send something. */
async function runJobs(): Promise<void> {
  const secret = { "x-cron-secret": testEnvironment.CHAT_CRON_SECRET };
  for (
    const path of [
      "/api/chat/cron/analyze-notes",
      "/api/encouragement-drops/cron/generate-daily-drops",
      "/api/insights/cron/weekly-review",
      "/api/reminders/cron/send",
    ]
  ) expect((await send("POST", path, undefined, secret)).status).toBe(200);
  await deliver();
  await webhooks.run();
}

it("no word of a year, and no secret that opens it, is anywhere at the service", {
  timeout: patience(240_000),
  // The log of Postgres has the words that the last search asks for.
  retry: 0,
}, async () => {
  const [ana, ben, cleo] = Object.values(await persons("Ana", "Ben", "Cleo"));
  const storage = memoryStorage();
  const [one, two, three] = [await first(ana!, { storage }), await first(ben!), await first(cleo!)];
  const { keys, notebooks, entries } = one.sealed;
  const passphrase = `${hiddenIn("passphrase")} and three more words`;
  await keys.addWay({ passphrase }, "Words");
  const another = await printRecoveryCode(newRecoveryCode());
  await keys.addWay({ recoveryCode: another });
  const events = ["journal_entry.changed", "attachment.changed", "notification.created"];
  const heard = [await webhooks.hook(ana!, events), await webhooks.hook(ben!, events)];
  await newDevice(ana!);
  await newDevice(ben!);

  const { team_id } = await makeTeam(ana!, [ben!, cleo!]);
  const ours = await notebooks.create({ name: `${open}name`, team_id });
  await notebooks.add(ours, [ben!.id, cleo!.id]);
  const months: string[] = [];
  for (let month = 0; month < 12; month++) {
    months.push(await writeMonth(one, two, ours, month));
    // In the middle of the year somebody goes, and the key is another from then on.
    if (month === 5) await notebooks.remove(ours, [three.who.id]);
    if (month === 8) await notebooks.renewKey(ours);
  }
  expect(entries.search(hiddenIn("edit11"))).toHaveLength(1);
  await one.sealed.drafts.keep("new", { content: hiddenIn("draft") });
  await ok(ben!, "POST", "/api/reports", {
    about: "journal_entry",
    id: months[0],
    reason: "spam",
  });
  await ok(ben!, "PUT", `/api/journal/${months[1]}/reaction`, { reaction: "heart" });
  await entries.remove(months[11]!);

  // Other devices: by twelve signs, by the passphrase, and by a code, with edits that meet.
  const laptop = await signedIn(ana!);
  const joining = await laptop.sealed.keys.join();
  const [asking] = await keys.asking();
  await keys.admit(asking!, joining.signs);
  expect(await joining.look()).toBe(true);
  const tablet = await signedIn(ana!);
  await tablet.sealed.keys.enter({ passphrase });
  const phone = await signedIn(ana!);
  await phone.sealed.keys.enter({ recoveryCode: one.recoveryCode });
  const all = [one, two, three, laptop, tablet, phone];
  for (const own of [laptop, tablet]) await own.sealed.sync();
  await laptop.sealed.entries.update(months[3]!, { content: hiddenIn("laptop") });
  await laptop.sealed.sync();
  await tablet.sealed.entries.update(months[3]!, { content: hiddenIn("tablet") });
  await tablet.sealed.sync();
  expect(tablet.sealed.entries.conflicts).toHaveLength(1);
  await tablet.sealed.entries.resolve(tablet.sealed.entries.conflicts[0]!, "both");
  await tablet.sealed.sync();

  // A device that is locked, with an edit that waits.
  one.network.fate = "lost";
  await entries.update(months[4]!, { content: hiddenIn("waiting") });
  await keys.lock();
  const kept = JSON.stringify(await storage.read(""));
  expect(searcher([hidden])(Buffer.from(kept))).toBe(false);
  one.network.fate = "arrives";
  await keys.unlock({ recoveryCode: another });
  await one.sealed.sync();

  // An open notebook moves in.
  const { id: former } = await makeNotebook(ana!, { name: "Former" });
  const text = { notebook_id: former, title: `${open}title`, content: `${open}content` };
  const { entry } = (await ana!.api("POST", "/api/journal", { ...text, tags: [`${open}tag`] }, {
    "idempotency-key": crypto.randomUUID(),
  })).body as { entry: { id: string } };
  const edited = await write(ana!, { notebook_id: former, title: `${open}before` });
  await ok(ana!, "PUT", `/api/journal/${edited.id}`, { title: `${open}after` });
  await attach(ana!, entry.id, { file: wav(1, `${open}sound`) });
  await superuser`analyze`;
  const opened = [`${open}title`, `${open}content`, `${open}tag`, `${open}before`, `${open}sound`];
  for (const word of opened.slice(0, -1)) {
    expect(await tablesWith(superuser, [word])).not.toEqual([]);
  }
  expect(await filesWith(join(home, "storage"), opened)).toHaveLength(1);
  const mine = await notebooks.create({ name: `${open}name` });
  expect(await entries.moveAllIn([entry.id, edited.id], mine)).toEqual([]);
  expect(entries.get(entry.id)).toMatchObject({ title: `${open}title`, failure: null });
  await ok(ana!, "DELETE", `/api/notebooks/${former}`);
  // Over to another one, too.
  const plain = await entries.create({ notebook_id: ours, content: hiddenIn("moving") });
  await one.sealed.sync();
  await entries.moveIn(plain, mine);

  // A member leaves, and another one starts anew.
  const setUp = await three.sealed.keys.setUp({ anew: true });
  await setUp.confirm(setUp.recoveryCode);
  await setUp.finish({ passkey: three.passkey() });
  await two.sealed.notebooks.leave(ours);
  await entries.create({ notebook_id: ours, content: hiddenIn("alone") });
  await one.sealed.sync();
  expect(entries.conflicts).toEqual([]);
  await runJobs();

  const exported = JSON.stringify([
    await ok(ana!, "GET", "/api/user/export"),
    await textsOf(await download(ana!)),
  ]);
  await makeBackup(platform.status, openPlace(copies), { keepDays: 30 });

  const { account } = await ok(ana!, "GET", "/api/sealed");
  const { slots } = await ok(ana!, "GET", "/api/sealed/slots");
  const secrets: (string | Uint8Array)[] = [hidden];
  for (const printed of [one.recoveryCode, another]) {
    const code = await readRecoveryCode(printed);
    secrets.push(printed, printed.replaceAll("-", ""), code);
  }
  const code = await readRecoveryCode(one.recoveryCode);
  const ofCodes: Slot[] = slots.filter(({ kind }: Slot) => kind === 2);
  secrets.push(
    await Promise.any(
      ofCodes.map((slot) => openSlot(ana!.id, slot, { code }, account)),
    ),
  );

  const sent = await Promise.all(
    all.flatMap(({ requests }) => requests).map(async (request) =>
      `${request.url} ${Buffer.from(await request.arrayBuffer()).toString("latin1")}`
    ),
  );
  const said: Record<string, string> = {
    "requests of devices": sent.join("\n"),
    "logs of functions": logs.join("\n"),
    traces: JSON.stringify(collector.received),
    "mails of auth": JSON.stringify(await readMailbox()),
    mails: await sentTo("RESEND_BASE_URL", "/test/sent"),
    pushes: await sentTo("EXPO_PUSH_URL", "/test/messages"),
    "questions to models": await sentTo("OPENAI_BASE_URL", "/test/requests"),
    webhooks: JSON.stringify(await Promise.all(heard.map(({ received }) => received()))),
    "statements that run": JSON.stringify(await superuser`select query from pg_stat_activity`),
    "export and archive": exported,
  };
  const has = searcher(secrets);
  for (const [where, text] of Object.entries(said)) {
    expect([where, has(Buffer.from(text))]).toEqual([where, false]);
  }
  await superuser`checkpoint`;
  expect(await filesWith(home, secrets)).toEqual([]);
  expect(await filesWith(copies, secrets)).toEqual([]);
  // The last one: the log of Postgres has its words from then on.
  expect(await tablesWith(superuser, secrets)).toEqual([]);

  // The service knows the names of notebooks: the search finds them in each of these places.
  const names = [`${open}name`];
  expect(await tablesWith(superuser, names)).toContain("public.notebooks");
  expect(said["requests of devices"]).toContain(names[0]);
  expect(said["export and archive"]).toContain(names[0]);
  const inFiles = await filesWith(home, names);
  for (const part of ["postgres/base/", "postgres/pg_wal/", "postgres.log"]) {
    expect(inFiles.some((file) => file.startsWith(part))).toBe(true);
  }
  expect(await filesWith(copies, names)).not.toEqual([]);
  for (const where of ["logs of functions", "traces", "pushes", "webhooks"]) {
    expect(said[where]!.length).toBeGreaterThan(100);
  }

  // The texts that moved in.
  const tables = await tablesWith(superuser, opened);
  expect(tables.filter((name) => name !== "pg_catalog.pg_statistic")).toEqual([]);
  await superuser`analyze`;
  expect(await tablesWith(superuser, opened)).toEqual([]);
  await eventually(async () => {
    expect(await filesWith(join(home, "storage"), opened)).toEqual([]);
  });
  expect(await filesWith(copies, opened)).toEqual([]);
  await superuser`vacuum full`;
  await superuser`checkpoint`;
  const left = await filesWith(home, opened);
  expect(left.filter((file) => !/^postgres(\/pg_wal\/|\.log$)/.test(file))).toEqual([]);
  expect(left).not.toEqual([]);
});
