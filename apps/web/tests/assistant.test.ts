/// <reference lib="dom" />
/** The assistant in the browser: its answers, its permissions, and the analyses. */
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { newWords, provider, reached, release } from "../../../tests/ai/support.ts";
import { eventually } from "../../../tests/support/eventually.ts";
import { person } from "../../../tests/support/people.ts";
import { ok } from "../../../tests/support/requests.ts";
import {
  account,
  axeFindings,
  axeFindsNothing,
  countTaps,
  goTo,
  phone,
  sent,
  signIn,
  signUp,
  visit,
  write,
} from "./browser.ts";

const field = (page: Page) => page.getByLabel("Message to the assistant");
const send = async (page: Page, text: string) => {
  await field(page).fill(text);
  await page.keyboard.press("Enter");
};
const bubbles = async (page: Page) =>
  (await page.locator(".bubble").allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
const answer = (page: Page) => page.locator(".bubble.assistant").last();

describe("the assistant", () => {
  it("writes its answer piece by piece, says it once, stops, and keeps it all", async () => {
    const page = await visit("/assistant");
    await signUp(page);
    await page.getByText("What is on your mind?").waitFor();
    const [first, second] = [newWords(), newWords()];
    await provider(first, { pieces: ["You ", "slept ", "badly ", "again."], hold_pieces: true });
    await send(page, first);
    for (const shown of ["You", "You slept", "You slept badly", "You slept badly again."]) {
      await eventually(() => release(first));
      await expect.poll(async () => (await answer(page).innerText()).trim()).toMatch(
        new RegExp(`^(Assistant:\\s+)?${shown}$`),
      );
    }
    const announcement = page.locator(".chat > [role=status]");
    await expect.poll(() => announcement.innerText()).toBe("The assistant: You slept badly again.");

    await provider(second, { pieces: ["A long ", "story"], pause_ms: 100, then: "hold" });
    await send(page, second);
    await expect.poll(() => answer(page).innerText()).toContain("A long story");
    await page.getByRole("button", { name: "Stop the answer" }).click();
    await page.getByText("was cut off").waitFor();
    expect(await field(page).evaluate((element) => element === document.activeElement)).toBe(true);

    await page.reload();
    await page.getByText("was cut off").waitFor();
    expect(await bubbles(page)).toEqual([
      `You: ${first}`,
      "Assistant: You slept badly again.",
      `You: ${second}`,
      "Assistant: A long story The answer was cut off here.",
    ]);
    await goTo(page, "/assistant/settings");
    await page.getByRole("button", { name: "Delete the conversation" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("Deleted").waitFor();
    await goTo(page, "/assistant");
    await page.getByText("What is on your mind?").waitFor();
  });

  it("shows an answer that was being written when the conversation was opened", async () => {
    const [here, there] = [await visit("/assistant"), await visit()];
    const who = await signUp(here);
    const words = newWords();
    await provider(words, { pieces: ["Here it is."], then: "hold" });
    await send(here, words);
    await answer(here).getByText("Here it is.").waitFor();
    await signIn(there, who);
    await goTo(there, "/assistant");
    await there.getByText(words).waitFor();
    expect(await there.getByText("Here it is.").count()).toBe(0);
    await release(words);
    await there.getByText("Here it is.").waitFor();
  });

  it("shows that it looks, and the entries that an answer cites, which lead to them", async () => {
    const page = await visit("/assistant", phone);
    const ana = await person("Ana");
    await ok(ana, "PUT", "/api/chat/settings", { read_notes_enabled: true });
    for (const title of ["One heron", "Two herons", "Three herons", "Four herons"]) {
      await ok(ana, "POST", "/api/journal", { title, content: "By the river.", mood: "calm" });
    }
    await signIn(page, ana);
    await goTo(page, "/assistant");
    const words = newWords();
    await provider(words, {
      pieces: [],
      calls: [{ name: "search_entries", arguments: { query: "heron" } }],
    });
    await provider(words, {
      hold: true,
      pieces: ["Four times [1][2][3][4], and not [7] in `code[1]`."],
    });
    await send(page, words);
    await page.getByText("Looking in your journal").waitFor();
    await reached(words, 2);
    await release(words);
    await answer(page).getByText("Four times").waitFor();
    const sources = page.getByRole("list", { name: "From your journal" });
    // They come with the end of the answer.
    await expect.poll(() => sources.getByRole("link").allInnerTexts()).toEqual([
      expect.stringContaining("Four herons"),
      expect.stringContaining("Three herons"),
      expect.stringContaining("Two herons"),
    ]);
    await page.getByRole("button", { name: "1 more entry" }).click();
    await expect.poll(() => sources.getByRole("link").count()).toBe(4);
    await page.reload();
    // The marks of the text lead there too.
    const marks = answer(page).locator("a.mark");
    await expect.poll(() => marks.allInnerTexts()).toEqual(["1", "2", "3", "4"]);
    await answer(page).getByRole("link", { name: "Three herons" }).click();
    await page.getByRole("heading", { name: "Three herons" }).waitFor();
    await page.goBack();
    await sources.getByRole("link", { name: /Two herons/ }).click();
    await page.getByRole("heading", { name: "Two herons" }).waitFor();
  });

  it("draws the Markdown of an answer, and leaves the words of a question as they are", async () => {
    const page = await visit("/assistant", phone);
    await signUp(page);
    const words = `**Why** ${newWords()}`;
    await provider(words, { pieces: ["Two **reasons**:\n\n- the river\n- the light"] });
    await send(page, words);
    await answer(page).locator("li", { hasText: "the light" }).waitFor();
    expect(await answer(page).locator("strong").innerText()).toBe("reasons");
    expect(await answer(page).innerText()).not.toContain("*");
    await page.locator(".bubble.user").getByText(words).waitFor();
    expect(await axeFindings(page)).toEqual([]);

    // The end is in sight again at a start, also where the formats come later than the answers.
    const long = newWords();
    const lines = Array.from({ length: 20 }, (_, n) => `- line ${n}\n\n  of the river`);
    await provider(long, { pieces: [lines.join("\n")] });
    await send(page, long);
    await answer(page).getByText("line 19").waitFor();
    await page.getByRole("button", { name: "Send" }).waitFor();
    await page.reload();
    await answer(page).locator("li", { hasText: "line 19" }).waitFor();
    await expect.poll(() =>
      page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
    ).toBeLessThan(2);
  });

  it("is asked from Today in two taps", async () => {
    const ana = await person("Ana");
    await ok(ana, "PUT", "/api/user/profile", { preferences: { ai_acts: true } });
    const page = await visit("/today", phone);
    await signIn(page, ana);
    const taps = await countTaps(page);
    await page.getByRole("link", { name: "Ask my journal" }).click();
    await expect.poll(() => field(page).evaluate((each) => each === document.activeElement))
      .toBe(true);
    await page.keyboard.type("How was my week?");
    await page.getByRole("button", { name: "Send" }).click();
    await answer(page).getByText("This is the stand-in").waitFor();
    expect(await taps()).toBe(2);
  });

  it("says why there is no answer, and asks again", async () => {
    const page = await visit("/assistant", phone);
    await signUp(page);
    const [declined, broken, lost] = [newWords(), newWords(), newWords()];
    await provider(declined, { refusal: "No." });
    await send(page, declined);
    await page.getByRole("alert").getByText("Try to say it in other words").waitFor();

    await provider(broken, { pieces: ["Half "], then: "error" });
    await send(page, broken);
    await page.getByRole("alert").waitFor();
    await page.getByText("was cut off").waitFor();
    await provider(broken, { pieces: ["The whole of it."] });
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText("The whole of it.").first().waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);

    await page.context().setOffline(true);
    await field(page).fill(lost);
    await page.getByText("There is no network. Your question stays in the field.").waitFor();
    expect(await page.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
    await page.context().setOffline(false);
    await page.route("**/api/chat/messages", (route) => route.abort(), { times: 1 });
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("We cannot reach the assistant.").waitFor();
    await expect.poll(() => field(page).inputValue()).toBe(lost);
    expect(await page.locator(".bubble.user", { hasText: lost }).count()).toBe(0);
    await page.getByRole("button", { name: "Send" }).click();
    await answer(page).getByText("This is the stand-in").waitFor();
  });

  it("reads and analyzes the journal only when it may", async () => {
    const page = await visit();
    await signUp(page);
    await write(page, "A quiet walk along the river.");
    await sent(page);
    await goTo(page, "/assistant/analyses");
    await page.getByRole("link", { name: "Choose what it may read" }).click();
    await page.getByRole("switch", { name: "Read my journal" }).click();
    await expect.poll(() => page.getByRole("switch", { name: "Read my journal" }).isChecked())
      .toBe(true);
    await page.getByRole("link", { name: "Looking back" }).click();
    await page.getByRole("button", { name: "Summarize now" }).click();
    await page.getByText("A real one would sum up the entries here").waitFor();
    await page.getByRole("button", { name: "Summarize now" }).click();
    await page.getByText("You already have a summary of today.").waitFor();
    await page.getByRole("button", { name: /^Delete the summary/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByText("No summaries yet").waitFor();
  });
});

axeFindsNothing("about the assistant", async (page, look) => {
  await signIn(page, account("demo"));
  await goTo(page, "/assistant");
  await page.locator(".bubble").first().waitFor();
  const before = await page.locator(".bubble").count();
  const older = page.getByRole("button", { name: "Older messages" });
  if (await older.count()) {
    await older.click();
    await expect.poll(() => page.locator(".bubble").count()).toBeGreaterThan(before);
  }
  for (const part of ["", "/analyses", "/settings"]) {
    await goTo(page, `/assistant${part}`);
    await look(part);
  }
});
