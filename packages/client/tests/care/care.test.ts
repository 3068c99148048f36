/**
 * How well `needsCare` finds danger. The files of `unseen/` were written before there were rules, the
 * files of `seen/` after the first rules, the files of `later/` after these were mended; their counts
 * stand apart.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { countriesWithLines, deviceCountry, helplines, needsCare } from "../../src/care/mod.ts";

const languages = ["de", "en", "es", "fr", "it", "nl", "pt"];

/** The sentences of a file, by its headings. */
function sentencesOf(part: string, language: string): { need: string[]; ordinary: string[] } {
  const text = readFileSync(new URL(`${part}/${language}.txt`, import.meta.url), "utf8");
  const [, need, ordinary] = text.split(/^# \w+\n/m)
    .map((lines) => lines.split("\n").filter(Boolean));
  return { need: need!, ordinary: ordinary! };
}

/** Texts of the app and the service, whose authors did not know the rules. */
function textsOf(language: string): string[] {
  const strings = (of: unknown): string[] =>
    typeof of === "string" ? [of] : Object.values(of as object).flatMap(strings);
  return ["apps/web/words", "supabase/words"].flatMap((folder) => {
    const file = new URL(`../../../../${folder}/${language}.json`, import.meta.url);
    return strings(JSON.parse(readFileSync(file, "utf8")));
  });
}

describe.each(languages)("in the language %s", (language) => {
  const missed = (all: string[]) => all.filter((sentence) => !needsCare(sentence, language));
  const flagged = (all: string[]) => all.filter((sentence) => needsCare(sentence, language));

  it.each([["unseen", 25], ["seen", 25], ["later", 48]] as const)(
    "95 % of the sentences that need care are found: %s",
    (part, count) => {
      const { need } = sentencesOf(part, language);
      expect(need).toHaveLength(count);
      const all = missed(need);
      expect(all.length, all.join("\n")).toBeLessThanOrEqual(0.05 * count);
    },
  );

  it.each([["unseen", 50], ["seen", 40], ["later", 39]] as const)(
    "at most 2 % of the ordinary sentences are flagged: %s",
    (part, count) => {
      const { ordinary } = sentencesOf(part, language);
      expect(ordinary.length).toBeGreaterThanOrEqual(count);
      const all = flagged(ordinary);
      expect(all.length, all.join("\n")).toBeLessThanOrEqual(0.02 * count);
    },
  );

  it("at most 2 % of the texts of the app and the service are flagged", () => {
    const texts = textsOf(language);
    expect(texts.length).toBeGreaterThan(2000);
    const all = flagged(texts);
    expect(all.length, all.join("\n")).toBeLessThanOrEqual(0.02 * texts.length);
  });

  it("a sentence is found among others, in capitals and with other apostrophes", () => {
    const { need: [need], ordinary } = sentencesOf("unseen", language);
    const text = `${ordinary.join(" ")}\n\n${need!.toUpperCase().replaceAll("'", "’")}`;
    expect(needsCare(text, language)).toBe(true);
  });
});

it("an unknown language is read as English", () => {
  expect(needsCare("I want to die.", "xx")).toBe(true);
});

it("a long text without such words is read to its end", () => {
  const text = "I want to go to the bridge and wish that nobody took the train. ".repeat(1500);
  expect(needsCare(text, "en")).toBe(false);
});

it.each([
  ["Europe/Vienna", ["en-US"], "AT"],
  ["America/New_York", ["de-DE"], "US"],
  ["Asia/Tokyo", ["ja", "ja-JP"], "JP"],
  ["UTC", ["en"], ""],
])("a device in the zone %s with the languages %j is in %j", (zone, languages, country) => {
  expect(deviceCountry(zone, languages)).toBe(country);
});

describe("helplines", () => {
  it("names lines with their source and the day of the last look", () => {
    expect(countriesWithLines.length).toBeGreaterThan(15);
    for (const country of countriesWithLines) {
      const { lines, emergency } = helplines(country);
      expect([country, emergency]).toEqual([country, expect.stringMatching(/^\d{3}$/)]);
      for (const line of lines) {
        expect(line).toMatchObject({
          phone: expect.stringMatching(/^[\d ]+$/),
          source: expect.stringMatching(/^https:/),
          looked_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        });
      }
    }
  });

  it("knows the emergency number and the directory of a country without a line", () => {
    const directory = "https://findahelpline.com";
    expect(helplines("se")).toEqual({ country: "SE", emergency: "112", lines: [], directory });
    expect(helplines("XX")).toEqual({ country: "XX", emergency: null, lines: [], directory });
  });
});
