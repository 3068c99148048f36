/** The texts of the service to people, in each language. */
import { readFileSync } from "node:fs";
import { describe, expect, it as plain } from "vitest";
import { emailTo } from "../email/support.ts";
import { projectRoot } from "../../packages/local-supabase/helpers.ts";
import { it } from "../support/it.ts";
import { noticesOf } from "../support/notices.ts";
import { handleOf, type Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { sql } from "../support/sql.ts";
import { serviceWords } from "../../tools/words.ts";

const all = serviceWords(projectRoot);
const languages = Object.keys(all);

interface Text {
  name: string;
  part: string;
  language: string;
  text: string;
}
const texts = await sql<Text[]>`select * from private.texts order by name, part, language`;
const say = async (name: string, part: string, language: string | null, values = {}) =>
  (await sql`
    select private.text(${name}, ${part}, ${language}, ${sql.json(values)}) as text`)[0]!.text;
const speak = (who: Person, language: string) => ok(who, "PUT", "/api/user/profile", { language });

/** Placeholders with the names of their choices; `badge` and `mood` have no choices in English. */
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)(?::([^}]*))?\}/g)].map(([, name, form]) => {
    const choices = form?.split("|").map((choice) => choice.split("=")[0]).toSorted();
    return !choices || ["badge", "day", "mood"].includes(name!) ? name : `${name}: ${choices}`;
  }).toSorted();

describe("the texts", () => {
  plain("are there in every language, with the same values", () => {
    const found = Map.groupBy(texts, ({ name, part }) => `${name} ${part}`);
    expect(found.size).toBeGreaterThan(80);
    for (const [key, all] of found) {
      expect([key, all.map(({ language }) => language)]).toEqual([key, languages.toSorted()]);
      const english = all.find(({ language }) => language === "en")!;
      for (const { language, text } of all) {
        expect([key, language, placeholders(text)])
          .toEqual([key, language, placeholders(english.text)]);
        expect([key, language, text.replaceAll(/\{[^{}]*\}/g, "")])
          .toEqual([key, language, expect.not.stringMatching(/[{}]/)]);
      }
    }
  });

  plain("of notifications name every type, and each has a title and a body", async () => {
    const [{ types }] = await sql<[{ types: string[] }]>`
      select array(
        select m[1] from regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''', 'g') as m
      ) as types
      from pg_constraint where conname = 'notifications_type_check'`;
    const titled = texts.filter(({ part }) => part === "title").map(({ name }) => name);
    expect([...new Set(titled.map((name) => name.split(".")[0]))].toSorted())
      .toEqual(types.toSorted());
    expect(new Set(texts.filter(({ part }) => part === "body").map(({ name }) => name)))
      .toEqual(new Set([...titled, "invitation_mail", "relay_mail"]));
  });

  plain("fit a push, whatever the values", async () => {
    const longest = {
      handle: "h".repeat(30),
      days: 365,
      date: "2026-09-30",
      entries: 1234,
      words: 123_456,
      leader: "blue",
      color: "blue",
      most: 12_345,
      least: 12_344,
      others: 123,
      time: "08:30",
    };
    for (const { name, part, language } of texts) {
      const most = { title: 65, body: 178, subject: 200 }[part];
      if (!most || name.endsWith("_mail") && part === "body") continue;
      expect([name, part, language, (await say(name, part, language, longest)).length <= most])
        .toEqual([name, part, language, true]);
    }
  });

  plain("stand in no function that notifies or mails", async () => {
    const functions = await sql<{ name: string; body: string }[]>`
      select proname as name, prosrc as body from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and prosrc ~ 'private\\.(notify|notify_all|notify_author|queue_mail)\\('`;
    expect(functions.length).toBeGreaterThan(15);
    for (const { name, body } of functions) {
      for (const argument of callArguments(body)) {
        if (argument.startsWith("p_dedupe_key")) continue;
        const sentences = [...argument.matchAll(/'((?:[^']|'')*)'/g)]
          .filter(([, literal]) => /\p{L}{2}.* |^\p{Lu}\p{Ll}/u.test(literal!)).map(([all]) => all);
        expect([name, sentences]).toEqual([name, []]);
      }
    }
  });

  plain("name things as the app does, by the words of the glossary", () => {
    const ofService = (language: string) =>
      texts.filter((each) => each.language === language).map(({ text }) => text.toLowerCase());
    for (const [language, { glossary }] of Object.entries(all)) {
      expect(Object.keys(glossary)).toEqual(Object.keys(all.en!.glossary));
      const ofApp = readFileSync(`${projectRoot}/apps/web/words/${language}.json`, "utf8")
        .toLowerCase();
      for (const [thing, words] of Object.entries(glossary)) {
        const says = (of: string) =>
          all[of]!.glossary[thing]!.toLowerCase().split(", ")
            .some((word) => ofService(of).some((text) => text.includes(word)));
        expect([language, thing, says(language)]).toEqual([language, thing, says("en")]);
        for (const word of words.toLowerCase().split(", ")) {
          expect([language, word, ofApp.includes(word)]).toEqual([language, word, true]);
        }
      }
    }
  });
});

/** The arguments of the calls that notify and mail, of all of them. */
function callArguments(body: string): string[] {
  const found: string[] = [];
  for (const { index, 0: call } of body.matchAll(/private\.(notify\w*|queue_mail)\(/g)) {
    let depth = 1;
    let argument = "";
    let quoted = false;
    for (const letter of body.slice(index + call.length)) {
      if (letter === "'") quoted = !quoted;
      if (!quoted && "([".includes(letter)) depth++;
      if (!quoted && ")]".includes(letter) && --depth === 0) break;
      if (!quoted && letter === "," && depth === 1) {
        found.push(argument.trim());
        argument = "";
      } else argument += letter;
    }
    found.push(argument.trim());
  }
  return found;
}

describe("private.text", () => {
  plain.each([
    ["en", { entries: 1, words: 1, days: 1 }, "1 entry with 1 word on 1 day"],
    ["en", { entries: 0, words: 1234, days: 7 }, "0 entries with 1,234 words on 7 days"],
    ["de", { entries: 1, words: 1234, days: 1 }, "1 Eintrag mit 1.234 Wörtern an 1 Tag"],
    ["fr", { entries: 0, words: 1234, days: 2 }, "0 entrée avec 1\u202f234 mots en 2 jours"],
    ["pt", { entries: 0, words: 1, days: 2 }, "0 registro com 1 palavra em 2 dias"],
    [
      "es",
      { entries: 2, words: 1_000_000, days: 5 },
      "2 entradas con 1.000.000 palabras en 5 días",
    ],
    ["ja", { entries: 2, words: 2, days: 2 }, "2 entries with 2 words on 2 days"],
    [null, { entries: 2, words: 2, days: 2 }, "2 entries with 2 words on 2 days"],
  ])("counts in %s: %j", async (language, values, text) => {
    expect(await say("weekly_review", "body", language, values)).toBe(text);
  });

  plain.each([
    ["en", { most: 1, least: 0 }, "Blue leads with 1 chip to 0. Your team is red."],
    ["de", { most: 1234, least: 1 }, "Blau führt mit 1.234 zu 1 Chips. Dein Team ist Rot."],
    [
      "fr",
      { most: 1, least: 0 },
      "Les bleus mènent avec 1 jeton contre 0. Ton équipe est la rouge.",
    ],
    ["it", { most: 5, least: 2 }, "I blu sono in testa con 5 gettoni a 2. Tu sei con i rossi."],
  ])("counts the chips of a battle in %s: %j", async (language, values, text) => {
    expect(
      await say("battle_update.lead", "body", language, {
        leader: "blue",
        color: "red",
        ...values,
      }),
    ).toBe(text);
  });

  plain.each(languages)("names moods in %s as the app does", async (language) => {
    const file = `${projectRoot}/apps/web/words/${language}.json`;
    const { tones } = JSON.parse(readFileSync(file, "utf8"));
    const moods = Object.entries<string>(tones.names);
    expect(moods).toHaveLength(20);
    for (const [mood, name] of [...moods, ["Über {mood}|one=#", "Über {mood}|one=#"]]) {
      expect(await say("mood", "name", language, { mood })).toBe(name);
    }
  });

  plain.each([
    ["en", "There is somebody else before or after you on Tuesday 1 December."],
    ["de", "Am Dienstag, 1. Dezember steht jemand anderes vor oder nach dir."],
    ["fr", "Le mardi 1er décembre, une autre personne est avant ou après toi."],
    ["es", "El martes 1 de diciembre va otra persona antes o después de ti."],
  ])("names a date in %s", async (language, text) => {
    expect(await say("chain_updated", "body", language, { date: "2026-12-01" })).toBe(text);
  });

  plain("chooses by a value, and takes no value for a text", async () => {
    const badge = (name: string) =>
      say("badge_reached", "body", "de", { emoji: "🌿", badge: name });
    expect([await badge("Sprout"), await badge("Own"), await badge("{emoji}|one=#")])
      .toEqual(["🌿 Spross", "🌿 Own", "🌿 {emoji}|one=#"]);
    expect(await say("token_created", "body", "en", { name: "{handle} #" })).toBe("{handle} #");
  });
});

describe("a person is told in their own language", () => {
  it("of a comment, and of an earlier one in the language that they had", async ({ ana, ben }) => {
    const { entry } = await ok(ana, "POST", "/api/journal", {
      title: "Fog",
      content: "",
      metadata_visibility: "public",
      content_visibility: "public",
    });
    const handle = await handleOf(ben);
    const path = `/api/journal/${entry.id}`;
    await ok(ben, "POST", `${path}/comments`, { content: "Hello" });
    await speak(ana, "de");
    await ok(ben, "PUT", `${path}/reaction`, { reaction: "heart" });
    expect([...await noticesOf(ana, "comment"), ...await noticesOf(ana, "reaction")]).toMatchObject(
      [
        { title: "New comment", body: `@${handle} commented on your entry` },
        { title: "Neue Reaktion", body: `@${handle} hat auf deinen Eintrag reagiert` },
      ],
    );
  });

  it("when many are told at once, each in theirs", async ({ ana, ben, cleo }) => {
    await speak(ana, "it");
    await speak(ben, "nl");
    await sql`
      select private.notify_all(array[${ana.id}, ${ben.id}, ${cleo.id}]::uuid[], 'team_message',
        '{"handle": "eve"}', '{}', null)`;
    const told = [ana, ben, cleo].map((who) => noticesOf(who, "team_message"));
    expect((await Promise.all(told)).map(([one]) => one!.body)).toEqual([
      "@eve ha scritto alla tua squadra",
      "@eve heeft je team geschreven",
      "@eve wrote to your team",
    ]);
  });

  it("by mail: the review of their week, and an invitation", async ({ ana, ben }) => {
    await speak(ana, "de");
    await ok(ana, "PUT", "/api/user/profile", { preferences: { weekly_review_mail: true } });
    const written_at = "2026-11-18T12:00:00Z";
    await ok(ana, "POST", "/api/journal", {
      title: "Zwei",
      content: "Wörter",
      written_at,
      mood: "calm",
    });
    await sql`
      select private.send_review(p, '2026-11-23', null) from public.profiles as p
      where id = ${ana.id}`;
    expect(await emailTo(ana.email)).toMatchObject({
      text_body: "Von Montag, 16. November, bis Sonntag, 22. November, hast du 1 Eintrag mit " +
        "2 Wörtern an 1 Tag geschrieben.\n\nDeine häufigsten Stimmungen: ruhig (1)\n\n" +
        "Du bekommst diese Mail, weil du sie in deinem Profil bestellt hast. " +
        "Dort kannst du sie abbestellen.",
    });

    const { organization } = await ok(ben, "POST", "/api/organizations", { name: "Swimmers" });
    const invitation = { email: ana.email, role: "member" };
    await ok(ben, "POST", `/api/organizations/${organization.id}/invitations`, invitation);
    expect(await emailTo(ana.email)).toMatchObject({
      text_body: expect.stringContaining(
        `@${await handleOf(ben)} lädt dich in eine Organisation ein.`,
      ),
    });
    expect(await noticesOf(ana, "organization_invitation"))
      .toMatchObject([{ title: "Du bist in eine Organisation eingeladen" }]);
  });
});
