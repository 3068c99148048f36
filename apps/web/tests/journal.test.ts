/// <reference lib="dom" />
/** The surroundings of an entry: its mood, its background and its track. */
import { describe, expect, it } from "vitest";
import { newWords, provider } from "../../../tests/ai/support.ts";
import { sql } from "../../../tests/support/sql.ts";
import { axeFindings, begin, button, phone, sent, signUp, visit } from "./browser.ts";

describe("an entry", () => {
  it("gets a suggested mood, a painted background, and the track of its author", async () => {
    const page = await visit("/today", phone);
    const { email } = await signUp(page);
    const words = newWords();
    await begin(page, `So grateful. ${words}`, "By the river");
    await button(page, "Mood").click();
    await button(page, "Suggest from the text").click();
    await button(page, "Mood: grateful").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await sent(page);
    await page.locator(".chip.mood", { hasText: "grateful" }).last().waitFor();

    await provider(words, { path: "chat", refusal: "No." });
    await page.getByRole("button", { name: "Make a picture of this entry" }).click();
    await page.getByText("declines to work on this text").waitFor();
    await page.getByRole("button", { name: "Make a picture of this entry" }).click();
    const picture = page.getByAltText("A picture for this entry: grateful");
    await picture.waitFor();
    expect(await picture.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined();

    const [track] = await sql`
      insert into public.spotify_tracks (id, name, artist_names)
      values (${words.slice(0, 22)}, 'Slow Water', '{Mara Ileana}') returning id`;
    await sql`
      update public.journal_entries set spotify_track_id = ${track!.id}
      where user_id = (select id from auth.users where email = ${email})`;
    await page.reload();
    await picture.waitFor();
    await page.getByText("Mara Ileana").waitFor();
    expect(await axeFindings(page)).toEqual([]);

    await page.getByRole("button", { name: "Remove the picture" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Make a picture of this entry" }).waitFor();
  });
});
