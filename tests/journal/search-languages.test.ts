/** Search in the languages of authors and readers. */
import { describe, expect } from "vitest";
import { it } from "../support/it.ts";
import { type Person } from "../support/people.ts";
import { ok } from "../support/requests.ts";
import { list, write } from "./people.ts";

const speak = (who: Person, language: string) => ok(who, "PUT", "/api/user/profile", { language });
const found = async (who: Person, q: string, author = who) =>
  (await list(who, { q, user_id: author.id })).length;

describe("an entry is found", () => {
  it.for(
    [
      ["de", "Die alten Häuser am Fluss", "Haus", "Hafen"],
      ["es", "Las ciudades del sur", "ciudad", "ciudadela"],
      ["fr", "Nous marchions vers les montagnes", "montagne", "montre"],
      ["pt", "Conversei com meus amigos", "amigo", "amar"],
      ["it", "Abbiamo visto le montagne", "montagna", "monte"],
      ["nl", "De boeken van gisteren", "boek", "boer"],
      ["en", "Three ponies by the river", "pony", "ponder"],
    ] as const,
  )("in %s: %s by %s", async ([language, content, word, other], { ana }) => {
    await speak(ana, language);
    await write(ana, { title: "1", content });
    const last = content.split(" ").at(-1)!;
    expect([
      await found(ana, word),
      await found(ana, `${last} ${word}`),
      await found(ana, `${last} -${word}`),
      await found(ana, `${other} or ${word}`),
      await found(ana, other),
      await found(ana, `"${content.toUpperCase()}"`),
    ]).toEqual([1, 1, 0, 1, 0, 1]);
  });

  it("as it is written by readers of another language, in its phrases too", async ({ ana, ben }) => {
    await speak(ana, "de");
    await write(ana, {
      title: "1",
      content: "Über den Dächern zieht eine Wolke",
      metadata_visibility: "public",
      content_visibility: "public",
    });
    const answers = async (q: string) => [await found(ana, q, ana), await found(ben, q, ana)];
    expect([
      await answers("wolke"),
      await answers("Wolken"),
      await answers('"über den dächern"'),
      await answers("zieht -wolke"),
      await answers("zieht -wolken"),
    ]).toEqual([[1, 1], [1, 0], [1, 1], [0, 0], [0, 1]]);
  });

  it("by stop words as they are written where nothing else is asked", async ({ ana, ben }) => {
    await speak(ana, "de");
    await write(ana, {
      title: "1",
      content: "Die Wolke und der Fluss",
      metadata_visibility: "public",
      content_visibility: "public",
    });
    const asked = [
      "und",
      "die und",
      '"und der"',
      "und das",
      "das wolke",
      "-und",
      "und -wolke",
      "-",
    ];
    const answers = await Promise.all(asked.map((q) => found(ana, q)));
    expect(Object.fromEntries(asked.map((q, n) => [q, answers[n]]))).toEqual({
      und: 1,
      "die und": 1,
      '"und der"': 1,
      "und das": 0,
      "das wolke": 1,
      "-und": 0,
      "und -wolke": 0,
      "-": 0,
    });
    // To a reader of another language these are words as any other.
    expect([await found(ben, "und", ana), await found(ben, "das wolke", ana)]).toEqual([1, 0]);
  });

  it.for(
    [
      ["de", "Straße, Größe und Äpfel", ["straße", "STRASSE", "größe", "apfel", "'Äpfel'"]],
      ["fr", "L'été, où est Noël ?", ["été", "l'été", "Noël"]],
      ["es", "¿Mañana? ¡Sí, señor!", ["mañana", "¿mañana?", "señores"]],
      ["pt", "As canções e o irmão", ["canções", "irmãos", "IRMÃO"]],
      ["de", "naïve {name} <b>fett</b> 100% :*", ["naïve", "{name}", "<b>fett</b>", "fett:*"]],
    ] as const,
  )("in %s with accents and signs: %s", async ([language, content, words], { ana }) => {
    await speak(ana, language);
    await write(ana, { title: "1", content });
    const lost = [];
    for (const word of words) if (await found(ana, word) !== 1) lost.push(word);
    expect(lost).toEqual([]);
  });

  it("by its title alone where the reader does not see the content", async ({ ana, ben }) => {
    await speak(ana, "de");
    await write(ana, {
      title: "Alte Häuser",
      content: "Nebel",
      metadata_visibility: "public",
      content_visibility: "user",
    });
    await speak(ben, "de");
    expect([await found(ben, "haus", ana), await found(ben, "nebel", ana)]).toEqual([1, 0]);
  });
});
