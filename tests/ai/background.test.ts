/** Backgrounds: their inputs, their cost, and refusals. */
import { imageDimensionsFromData } from "image-dimensions";
import { Buffer } from "node:buffer";
import { beforeEach, describe, expect } from "vitest";
import { paint } from "../../packages/stand-ins/png.ts";
import { jpeg } from "../support/images.ts";
import { it } from "../support/it.ts";
import { subscribe } from "../support/subscriptions.ts";
import { type Person, person, service } from "../support/people.ts";
import { failing } from "../user/leaving.ts";
import { ask, filesOf, imagined, rowsOf, waiting, writeEntry } from "./backgrounds.ts";
import { exhaust, messagesOf, newWords, provider, requestsWith, usageOf } from "./support.ts";

let ana: Person;
let words: string;
beforeEach(async () => {
  ana = await person("Ana");
  words = newWords();
});

const generate = (fields: Record<string, unknown> = {}) => ask(ana, { content: words, ...fields });

/** The text model's output for these words. */
const imagine = (scene?: string, tone?: string) => imagined(words, scene, tone);

describe("a background", () => {
  it("is a PNG with a signed address", async () => {
    await imagine();
    const { status, body } = await generate({ title: "Lake" });
    expect(status, JSON.stringify(body)).toBe(200);
    const { background } = body;
    expect(Object.keys(background).sort()).toEqual(["prompt", "tone", "url"]);
    expect(background.tone).toBe("peaceful");
    expect(background.prompt).toMatch(/peaceful mood.*a still lake, words/s);

    const image = await fetch(background.url);
    expect([image.status, image.headers.get("content-type")]).toEqual([200, "image/png"]);
    const bytes = new Uint8Array(await image.arrayBuffer());
    expect(imageDimensionsFromData(bytes)).toEqual({ type: "png", width: 1024, height: 1024 });
    expect(Buffer.from(bytes)).toEqual(Buffer.from(paint(background.prompt)));

    expect(await rowsOf(ana)).toEqual([{
      entry_id: null,
      path: expect.stringMatching(new RegExp(`^${ana.id}/[0-9a-f-]{36}\\.png$`)),
      prompt: background.prompt,
      tone: "peaceful",
      quality: "standard",
    }]);
    expect(await filesOf(ana)).toEqual([(await rowsOf(ana))[0]!.path]);
  });

  it("sends the image model a scene and never the user's text", async () => {
    await imagine(`hills, ${words}`);
    await generate({ content: `${words} My name is Ana Beispiel`, title: "Private" });
    const [chat, image] = await requestsWith(words);
    expect([chat!.path, image!.path]).toEqual(["chat", "images"]);
    expect(JSON.parse(messagesOf(chat!)[1])).toEqual({
      title: "Private",
      content: `${words} My name is Ana Beispiel`,
      mood: null,
    });
    expect(image!.body.prompt).not.toMatch(/Beispiel|Private/);
  });

  it.each([
    ["standard", 0.04, "medium"],
    ["hd", 0.08, "high"],
  ])("of quality %s is recorded with the scene's tokens", async (quality, cost, asked) => {
    await subscribe(ana);
    const entryId = await writeEntry(ana);
    await imagine();
    expect(await generate({ quality, entry_id: entryId })).toMatchObject({ status: 200 });
    const usage = await usageOf(ana.id);
    expect(usage).toMatchObject([
      { type: "image_generation", model: "gpt-6-luna", images: 0, entry_id: entryId },
      { type: "image_generation", model: "gpt-image-2.5-flare", images: 1, entry_id: entryId },
    ]);
    expect(usage[1]!.cost_usd).toBe(cost);
    expect((await requestsWith(words))[1]!.body.quality).toBe(asked);
    const { images } = (await ana.api("GET", "/api/ai/usage")).body.usage;
    expect(images.images).toBe(1);
    expect(images.cost_usd).toBeCloseTo(cost, 3);
  });

  it("takes the tone from a mood that names one, and other moods as a hint", async () => {
    await imagine(undefined, "sad");
    expect((await generate({ mood: " Hopeful" })).body.background.tone).toBe("hopeful");
    words = newWords();
    await imagine(undefined, "Sad ");
    expect((await generate({ mood: "blue-ish" })).body.background.tone).toBe("sad");
    const [chat] = await requestsWith(words);
    expect(JSON.parse(messagesOf(chat!)[1]).mood).toBe("blue-ish");
  });
});

describe("the model's output", () => {
  it("becomes one line of plain text with a maximum length", async () => {
    await imagine(`\u202e a lake\u0000\n\nSystem: ${"words ".repeat(400)}`);
    const { background } = (await generate()).body;
    expect(background.prompt).toMatch(/a lake System: words/);
    expect(background.prompt).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(background.prompt.length).toBeLessThan(900);
  });

  it.each([
    ["names no known tone", { answer: { tone: "mauve", scene: "a lake" } }, 503],
    ["describes nothing", { answer: { tone: "calm", scene: " \n " } }, 503],
    ["is no JSON", { content: "A lake." }, 503],
    ["declines", { refusal: "No." }, 400],
  ])("is refused and recorded when it %s, and no image is made", async (_what, said, status) => {
    await provider(words, { path: "chat", ...said });
    expect(await generate()).toMatchObject({ status });
    expect(await requestsWith(words)).toHaveLength(1);
    expect(await usageOf(ana.id)).toHaveLength(1);
    expect(await filesOf(ana)).toEqual([]);
  });
});

describe("the cost is recorded when a later step fails", () => {
  it.each([
    ["is none", Buffer.from("no image")],
    ["is truncated in its header", Buffer.from(paint("cut off").subarray(0, 20))],
    ["is of another kind", Buffer.from(jpeg())],
  ])("the image %s", async (_what, image) => {
    const scene = newWords();
    await imagine(scene);
    await provider(scene, { path: "images", image: image.toString("base64") });
    expect(await generate()).toMatchObject({
      status: 503,
      body: { error: "The AI provider's answer is of no use" },
    });
    expect(await usageOf(ana.id)).toMatchObject([{ images: 0 }, { images: 1, cost_usd: 0.04 }]);
    expect(await rowsOf(ana)).toEqual([]);
    expect(await filesOf(ana)).toEqual([]);
  });

  it("storage refuses the image", async () => {
    await imagine();
    const repair = await failing("insert", "storage.objects", `new.name like '${ana.id}/%'`);
    const answer = await generate();
    await repair();
    expect(answer).toMatchObject({ status: 503, body: { error: "The image could not be stored" } });
    expect(await usageOf(ana.id)).toMatchObject([{ images: 0 }, { images: 1, cost_usd: 0.04 }]);
    expect(await rowsOf(ana)).toEqual([]);
    expect(await filesOf(ana)).toEqual([]);
  });

  it("the image model is broken after the scene was described", async () => {
    const scene = newWords();
    await imagine(scene);
    const behaviour = { status: 500, times: 3, headers: { "retry-after-ms": "1" } };
    await provider(scene, { path: "images", ...behaviour });
    expect(await generate()).toMatchObject({ status: 503 });
    expect(await usageOf(ana.id)).toMatchObject([{ model: "gpt-6-luna" }]);
  });

  it("the provider declines the scene", async () => {
    const scene = newWords();
    await imagine(scene);
    const error = { code: "moderation_blocked" };
    await provider(scene, { path: "images", status: 400, error });
    expect(await generate()).toMatchObject({
      status: 400,
      body: { error: "The AI provider declines to work on this text" },
    });
    expect(await usageOf(ana.id)).toHaveLength(1);
  });
});

describe("the route", () => {
  it("refuses more calls than the hourly limit", async () => {
    await exhaust(ana.id);
    const { status, headers } = await generate();
    expect([status, Number(headers.get("retry-after")) > 3000]).toEqual([429, true]);
    expect(await requestsWith(words)).toEqual([]);
  });

  it.each([
    [{ content: "" }, "content: must not be empty"],
    [{ quality: "4k" }, "quality: expected one of standard, hd"],
    [{ mood: "x".repeat(51) }, "mood: expected at most 50 characters"],
    [{ entry_id: "1" }, "entry_id: expected a UUID"],
  ])("refuses a body with %j", async (fields, error) => {
    expect(await generate(fields)).toMatchObject({ status: 400, body: { error } });
  });
});

describe("the database", () => {
  const newPath = () => `${ana.id}/${crypto.randomUUID()}.png`;
  const reserve = (p_path: string) =>
    service.rpc("reserve_file", { p_bucket: "entry-backgrounds", p_path });
  const record = (p_path: string, changes: Record<string, unknown> = {}) =>
    service.rpc("record_entry_background", {
      p_user_id: ana.id,
      p_path,
      p_prompt: "a lake",
      p_tone: "calm",
      p_quality: "standard",
      ...changes,
    });

  it("accepts only files in the user's folder and the user's own entries", async ({ ben }) => {
    const [elsewhere, path] = [`${ben.id}/x.png`, newPath()];
    for (const each of [elsewhere, path]) await reserve(each);
    expect((await record(elsewhere)).error).toMatchObject({ code: "23514" });
    const foreign = await record(path, { p_entry_id: await writeEntry(ben) });
    expect(foreign.error).toMatchObject({ code: "PT404" });
    expect((await record(path, { p_tone: "mauve" })).error).toMatchObject({ code: "23514" });
  });

  it("takes a reserved file off the list of files to delete, and no other file", async () => {
    const path = newPath();
    await reserve(path);
    expect((await record(path)).error).toBeNull();
    expect(await waiting(path)).toBe(false);
    expect((await record(newPath())).error).toMatchObject({
      code: "PT409",
      message: expect.stringMatching("not stored in time"),
    });
  });

  it("gives the text of an entry to its author only", async ({ ben }) => {
    const entryId = await writeEntry(ana);
    await ana.api("PUT", `/api/journal/${entryId}`, { metadata_visibility: "public" });
    const version = (who: Person) =>
      who.client.rpc("own_entry_content_version", { p_entry_id: entryId });
    expect((await version(ana)).data).toMatch(/^[0-9a-f]{64}$/);
    expect((await version(ben)).error).toMatchObject({ code: "PT403" });
  });
});
