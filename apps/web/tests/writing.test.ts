/// <reference lib="dom" />
/** Text that is formatted while it is written: its signs, its bytes, keys, undo, the bar, recording. */
import { describe, expect, it } from "vitest";
import { ok } from "../../../tests/support/requests.ts";
import { patience } from "../../../packages/local-supabase/helpers.ts";
import { axeFindings, begin, button, goTo, sent, textOf, written } from "./browser.ts";
import { tooWide } from "./seen.ts";
import { writer } from "./writer.ts";

const onPhone = (options = {}) => writer({ isMobile: true, ...options });

/** Lines of signs at random, the same at each run. */
function signs(lines: number): string {
  const parts = "* ** _ __ ~~ ` `` [ ] ( ) ![ ]( > # - + 1. [x] \\ a b é 漢 @c #d https://e.f | ---"
    .split(" ");
  let seed = 7;
  const next = (of: number) => (seed = (seed * 48271) % 2147483647) % of;
  return Array.from(
    { length: lines },
    () =>
      Array.from({ length: next(14) }, () => parts[next(parts.length)] + " ".repeat(next(2))).join(
        "",
      ),
  )
    .join("\n");
}

/** Markdown that an editor with an own model of the text would write otherwise. */
const TRICKY = [
  "Setext\n======",
  "* star\n+ plus\n-\tdash",
  "1) one\n3) three\n10. ten",
  "__bold__ and _it_ and **a*b*c** and snake_case_word",
  "two spaces  \nand a backslash\\\nend",
  "\\*no\\* `` a`b `` &amp; <b>html</b>",
  "> quote\n>> deeper\nlazy",
  "```js\nlet a = '**b**';\n\n```",
  "    indented code",
  "| a | b |\n|---|:-:|\n| 1 | 2 |",
  "[a]: https://example.com 'T'\n[a][] ![x](y.png)",
  "- [x] done\n- [ ]\n  - nested\n\n\n\n",
  "***\n---\n___",
  "\ttab\u00a0nbsp \u200b zero\r\nwindows\r\n",
  "👩‍👩‍👧 é e\u0301 عربى",
  "**unclosed and *half ~~gone",
  signs(300),
  "",
].join("\n\n");

describe("the text", () => {
  it("keeps its bytes when it is opened and saved, and all other lines when one is changed", async () => {
    const { ana, page, stored } = await onPhone();
    const { entry } = await ok(ana, "POST", "/api/journal", { title: "Signs", content: TRICKY });
    await goTo(page, `/journal/${entry.id}/edit`);
    await textOf(page).waitFor();
    expect(await written(page)).toBe(TRICKY);
    // Going through every line draws each of them.
    await textOf(page).focus();
    for (let line = 0; line < 12; line++) await page.keyboard.press("ArrowDown");
    expect(await written(page)).toBe(TRICKY);
    await page.getByRole("toolbar").getByRole("button", { name: "Mood" }).click();
    await button(page, "calm").click();
    await button(page, "Save").click();
    await sent(page);
    expect(await stored()).toMatchObject([{ content: TRICKY, mood: "calm" }]);
    await goTo(page, `/journal/${entry.id}/edit`);
    await textOf(page).press("Control+Home");
    await page.keyboard.type("A ");
    await button(page, "Save").click();
    await sent(page);
    expect((await stored())[0].content).toBe(`A ${TRICKY}`);
    // Written and taken back, it is what it was: nothing is sent.
    const { version } = (await stored())[0];
    await goTo(page, `/journal/${entry.id}/edit`);
    await textOf(page).press("Control+End");
    await page.keyboard.type("end");
    for (let key = 0; key < 3; key++) await page.keyboard.press("Backspace");
    await button(page, "Save").click();
    await sent(page);
    expect(await stored()).toMatchObject([{ content: `A ${TRICKY}`, version }]);
  });

  it("shows its formats without their signs, and the signs of the line of the cursor", async () => {
    const { page } = await onPhone();
    await begin(page, "");
    await textOf(page).click();
    await page.keyboard.type("## At the **lake**");
    await page.keyboard.press("Enter");
    await page.keyboard.type("It was *cold*, see [this](https://example.com).");
    const lines = page.locator(".paper .line");
    expect(await lines.first().innerText()).toBe("At the lake");
    expect(await lines.last().innerText())
      .toBe("It was *cold*, see [this](https://example.com).");
    expect(await lines.first().getAttribute("class")).toContain("h2");
    expect(await page.locator(".paper b").innerText()).toBe("lake");
    await page.keyboard.press("ArrowUp");
    expect(await lines.first().innerText()).toBe("## At the **lake**");
    expect(await lines.last().innerText()).toBe("It was cold, see this.");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.keyboard.type("- [ ] tent");
    await page.keyboard.press("Enter");
    await page.keyboard.type("stove");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("Done.");
    expect(await written(page)).toMatch(/\n- \[ \] tent\n- \[ \] stove\n\nDone\.$/);
    expect(await page.locator(".paper .task").allInnerTexts()).toEqual(["tent", "stove"]);
    expect(await axeFindings(page)).toEqual([]);
    // Readers of the screen get a field of several lines with a name.
    const field = textOf(page);
    expect(await field.getAttribute("aria-multiline")).toBe("true");
    await button(page, "Save").click();
    await page.getByRole("heading", { level: 1, name: "At the lake" }).waitFor();
    await page.locator(".markdown").getByRole("checkbox").first().waitFor();
  });

  it("undoes and does again, joins lines, replaces selections, and pastes plain text", async () => {
    const { page } = await onPhone();
    await begin(page, "one **two**\n## three\nfour");
    await textOf(page).press("Control+Home");
    await page.keyboard.press("ArrowDown");
    await page.locator(".paper .h2.active").waitFor();
    await page.keyboard.press("Home");
    // The signs of the line before are out of sight, and stay.
    await page.keyboard.press("Backspace");
    expect(await written(page)).toBe("one **two**## three\nfour");
    await page.keyboard.press("Control+z");
    expect(await written(page)).toBe("one **two**\n## three\nfour");
    await page.keyboard.press("Control+Shift+z");
    expect(await written(page)).toBe("one **two**## three\nfour");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Control+Home");
    // Its signs are shown, so the end of the line is behind them.
    await page.locator(".paper .line:first-child.active").waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Delete");
    expect(await written(page)).toBe("one **two**## three\nfour");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("new");
    expect(await written(page)).toBe("new");
    await page.keyboard.press("Control+z");
    expect(await written(page)).toBe("one **two**## three\nfour");
    await page.keyboard.press("Control+a");
    await textOf(page).evaluate((paper) => {
      const data = new DataTransfer();
      data.setData("text/plain", "a\r\n\r\nb");
      data.setData("text/html", "<h1>a</h1><p style='color: red'>b</p>");
      paper.dispatchEvent(
        new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
      );
    });
    expect(await written(page)).toBe("a\n\nb");
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("c\nd");
    expect(await written(page)).toBe("a\n\nbc\nd");
  });

  it("sets formats by buttons and keys, and takes them away", async () => {
    const { page } = await onPhone();
    await begin(page, "the lake\nmilk\nbread");
    await button(page, "Format").click();
    await textOf(page).press("Control+Home");
    await page.keyboard.press("Control+b");
    expect(await written(page)).toBe("**the** lake\nmilk\nbread");
    await page.keyboard.press("Control+b");
    expect(await written(page)).toBe("the lake\nmilk\nbread");
    await button(page, "Heading").tap();
    expect(await written(page)).toBe("## the lake\nmilk\nbread");
    // The text keeps the focus.
    expect(await textOf(page).evaluate((paper) => paper === document.activeElement)).toBe(true);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+Control+End");
    const shown: Record<string, string> = {
      List: "- milk\n- bread",
      Numbers: "1. milk\n2. bread",
      Checklist: "- [ ] milk\n- [ ] bread",
      Quote: "> milk\n> bread",
    };
    for (const [name, text] of Object.entries(shown)) {
      await page.getByRole("button", { name, exact: true }).tap();
      expect(await written(page)).toBe(`## the lake\n${text}`);
    }
    await button(page, "Quote").tap();
    expect(await written(page)).toBe("## the lake\nmilk\nbread");
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Shift+Control+ArrowLeft");
    await button(page, "Link").tap();
    await page.keyboard.type("https://example.com");
    expect(await written(page)).toBe("## the lake\nmilk\n[bread](https://example.com)");
    await button(page, "Italic").tap();
    expect(await axeFindings(page)).toEqual([]);
  });

  it("takes what a keyboard composes, and formats it afterwards", async () => {
    const { page } = await onPhone();
    await begin(page, "");
    await textOf(page).click();
    const session = await page.context().newCDPSession(page);
    await page.keyboard.type("**");
    await session.send("Input.imeSetComposition", {
      text: "か",
      selectionStart: 1,
      selectionEnd: 1,
    });
    await session.send("Input.imeSetComposition", {
      text: "かん",
      selectionStart: 2,
      selectionEnd: 2,
    });
    await page.keyboard.insertText("漢");
    await page.keyboard.type("**");
    await page.keyboard.press("Enter");
    expect(await written(page)).toBe("**漢**\n");
    expect(await page.locator(".paper b").innerText()).toBe("漢");
  });

  it("writes in a long text without a pause of 50 ms", async () => {
    const { ana, page } = await onPhone();
    const content = Array.from({ length: 1500 }, (_, n) => `Line ${n} of the **long** text.`).join(
      "\n",
    );
    const { entry } = await ok(ana, "POST", "/api/journal", { title: "Long", content });
    await goTo(page, `/journal/${entry.id}/edit`);
    await textOf(page).press("Control+Home");
    const longest = await page.evaluate(async () => {
      const { element, at } = { element: document.querySelector(".paper")!, at: [] as number[] };
      for (let n = 0; n < 20; n++) {
        const before = performance.now();
        element.dispatchEvent(new InputEvent("input", { bubbles: true }));
        document.dispatchEvent(new Event("selectionchange"));
        at.push(performance.now() - before);
        await new Promise((resolve) => setTimeout(resolve));
      }
      return at.sort((a, b) => a - b)[10]!;
    });
    expect(longest).toBeLessThan(patience(50));
  });
});

describe("the bar", () => {
  it("has eight names in 360 pixels, in each language, and stands above a keyboard", async () => {
    const { ana, page } = await onPhone({ viewport: { width: 360, height: 740 } });
    for (const language of ["de", "fr", "es", "it", "nl", "pt", "en"]) {
      // The page loads itself again in the new language, if the user does not type.
      await goTo(page, "/today");
      await ok(ana, "PUT", "/api/user/profile", { language });
      await page.locator(`html[lang=${language}] .bar`).waitFor();
      await goTo(page, "/journal/new");
      await page.locator(".composer .button").first().waitFor();
      await page.locator(".composer .button").last().tap();
      expect(await page.locator(".composer [role=toolbar]").count()).toBe(2);
      const cut = await page.locator(".composer .button").evaluateAll((all) =>
        all.filter((each) => {
          const { left, right, height } = each.getBoundingClientRect();
          const words = each.querySelector("span")!;
          return left < 0 || right > 360 || height < 44 || words.scrollWidth > each.clientWidth ||
            words.getBoundingClientRect().height > 16;
        }).map((each) => each.textContent)
      );
      expect([language, cut, await tooWide(page)]).toEqual([language, [], []]);
    }
    expect(await axeFindings(page)).toEqual([]);
    await textOf(page).tap();
    expect(await page.locator(".bar").isVisible()).toBe(false);
    const bottom = () =>
      page.locator(".composer").evaluate((each) => Math.round(each.getBoundingClientRect().bottom));
    await expect.poll(bottom).toBe(740);
    // A keyboard of 300 pixels that leaves the page as it is.
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, "height", { value: 440, configurable: true });
      visualViewport!.dispatchEvent(new Event("resize"));
    });
    await expect.poll(bottom).toBe(440);
    await button(page, "Save").focus();
    expect(await page.locator(".bar").isVisible()).toBe(true);
  });

  it("records by one tap, shows the level, says what was added, and plays it in full length", async () => {
    const { page, stored } = await onPhone();
    await begin(page, "Of the river.");
    await button(page, "Record").tap();
    const timer = page.getByRole("timer", { name: "Length of the recording" });
    await timer.getByText("0:02").waitFor();
    // The microphone of the tests beeps.
    const strokes = async () => (await page.locator(".level path").getAttribute("d"))!;
    expect((await strokes()).split("M").length).toBeGreaterThan(10);
    expect(
      Math.max(...[...(await strokes()).matchAll(/v([\d.]+)/g)].map(([, high]) => Number(high))),
    )
      .toBeGreaterThan(10);
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Stop and add").tap();
    const news = page.getByRole("status").getByText(/^Recording added: \d+ s$/);
    await news.waitFor({ state: "attached" });
    const seconds = Number(/\d+/.exec((await news.textContent())!)![0]);
    const player = page.getByRole("group", { name: "Recording 1" });
    const clock = player.locator(".clock");
    /** The player shows the length that the status has told. */
    const isWhole = () =>
      expect.poll(async () => {
        const [, at, of] = /^0:(\d\d) \/ 0:(\d\d)$/.exec(await clock.innerText()) ?? [];
        return [Number(at), Math.abs(Number(of) - seconds) <= 1];
      }).toEqual([0, true]);
    await isWhole();
    expect(await player.evaluate((each) => each.getBoundingClientRect().bottom < innerHeight)).toBe(
      true,
    );
    await player.getByRole("button", { name: "Play" }).tap();
    await player.getByRole("button", { name: "Pause" }).waitFor();
    await page.locator(".sound-player .clock", { hasText: /^0:0[1-9]/ }).waitFor();
    await player.getByRole("button", { name: "Pause" }).tap();
    await player.getByRole("slider", { name: "Place in the recording" }).fill("0");
    await expect.poll(() => clock.innerText()).toMatch(/^0:00/);
    expect(await axeFindings(page)).toEqual([]);
    await button(page, "Save").tap();
    await sent(page);
    await expect.poll(async () => (await stored())[0].attachment_count).toBe(1);
    await isWhole();
    await player.getByRole("button", { name: "Play" }).tap();
    await page.locator(".sound-player .clock", { hasText: /^0:0[1-9]/ }).waitFor();
    await page.getByRole("button", { name: "Record", exact: true }).tap();
    await timer.waitFor();
    await button(page, "Discard").tap();
    await timer.waitFor({ state: "detached" });
  });
});
