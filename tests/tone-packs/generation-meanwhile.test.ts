/** Images during generation: concurrency, other requests, and deletions meanwhile. */
import { expect, it } from "vitest";
import { tones } from "../../shared/ai/tones.ts";
import { provider, reached, release, requestsWith } from "../ai/support.ts";
import { eventually } from "../support/eventually.ts";
import { filesAreGoing } from "../support/files.ts";
import type { Person } from "../support/people.ts";
import { platform } from "../support/platform.ts";
import { usedOf } from "../support/limits.ts";
import { claimsOf, generate, named, setUp, usageOf } from "./generating.ts";
import { download, opens, type Pack, pathOf, png, readPack, upload } from "./support.ts";

/** Waits until this many images are stored and this many are requested. */
const stand = (who: Person, pack: Pack, words: string, made: number, asked: number) =>
  eventually(async () => {
    expect((await readPack(who, pack.id)).image_count).toBe(made);
    expect(await requestsWith(words)).toHaveLength(asked);
  });

it("are generated three at a time and shown one by one", async () => {
  const { ana, words, pack } = await setUp();
  const asked = tones.slice(0, 6);
  await provider(words, { hold: true, times: asked.length });
  const running = generate(ana, pack, asked);
  await reached(words, 3);
  for (let made = 0; made < asked.length; made++) {
    await stand(ana, pack, words, made, Math.min(made + 3, asked.length));
    await release(words, 1);
  }
  expect((await running).body.failed).toBe(0);
  expect((await readPack(ana, pack.id)).image_count).toBe(6);
});

it("are generated once for two requests for one tone at once", async () => {
  const { ana, words, pack } = await setUp();
  await provider(words, { hold: true, times: 2 });
  const first = generate(ana, pack, ["joyful", "sad"]);
  await reached(words, 2);
  const [same, more] = await Promise.all([
    generate(ana, pack, ["sad"]),
    generate(ana, pack, ["sad", "calm"]),
  ]);
  expect([same.status, same.body.error]).toEqual([
    409,
    "These images are being made already, and will be in the pack",
  ]);
  expect([more.status, named(more.body.images), more.body.failed, more.body.errors]).toEqual([
    200,
    ["calm"],
    1,
    ["sad: is being made already"],
  ]);
  await release(words, 2);
  expect([(await first).status, named((await first).body.images)]).toEqual([
    200,
    ["joyful", "sad"],
  ]);
  expect(await requestsWith(words)).toHaveLength(3);
  expect(await usageOf(ana)).toHaveLength(3);
  expect((await usedOf(ana, "ai")).used).toBe(3);
  expect((await generate(ana, pack, ["sad", "calm"])).body.failed).toBe(0);
});

it("are not started after the client disconnects; finished ones stay", async () => {
  const { ana, words, pack } = await setUp();
  const gone = new AbortController();
  const send = (signal?: AbortSignal) =>
    fetch(`${platform.base_url}/tone-packs/${pack.id}/generate-images`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${ana.token}`,
        "content-type": "application/json",
        "idempotency-key": "given up",
      },
      body: JSON.stringify({ tones }),
      signal,
    });
  await provider(words, { hold: true, times: 4 });
  const request = expect(send(gone.signal)).rejects.toThrow();
  await reached(words, 3);
  await release(words, 1);
  await stand(ana, pack, words, 1, 4);
  gone.abort();
  await request;
  // The end of the request: its claims are released, and its provider calls aborted.
  await eventually(async () => {
    expect((await requestsWith(words)).map(({ aborted }) => aborted))
      .toEqual([false, true, true, true]);
    expect(await claimsOf(pack)).toBe(0);
  });
  expect((await readPack(ana, pack.id)).image_count).toBe(1);
  // Aborted images may have been generated and billed.
  expect(await usageOf(ana)).toHaveLength(4);
  await eventually(async () => expect((await usedOf(ana, "ai")).used).toBe(1));

  // The idempotency key was released: the same request generates the rest.
  const again = await send();
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, null]);
  const { images, failed } = await again.json();
  expect([named(images), failed]).toEqual([[...tones].sort(), 0]);
  expect(await requestsWith(words)).toHaveLength(4 + tones.length - 1);
});

it("are recorded and leave no file when their pack is deleted meanwhile", async () => {
  const { ana, words, pack } = await setUp();
  await provider(words, { hold: true });
  const running = generate(ana, pack, ["joyful"]);
  await reached(words);
  await ana.api("DELETE", `/api/tone-packs/${pack.id}`);
  await release(words);
  expect((await running).status).toBe(404);
  expect(await usageOf(ana)).toHaveLength(1);
  await filesAreGoing("tone-packs", `%/${pack.id}/%`);
});

it("do not replace an image that was uploaded meanwhile", async () => {
  const { ana, words, pack } = await setUp();
  await provider(words, { hold: true });
  const running = generate(ana, pack, ["joyful"]);
  await reached(words);
  const own = await upload(ana, `/api/tone-packs/${pack.id}/images`, "joyful", png("mine"));
  await release(words);
  expect((await running).body.images).toEqual([own.body.image]);
  expect(await download(own.body.image.url)).toEqual(png("mine"));
  await filesAreGoing("tone-packs", `%/${pack.id}/%`, [pathOf(own.body.image.url)]);
  expect(await opens(own.body.image.url)).toBe(true);
});
