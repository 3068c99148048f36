/**
 * The words of the app in the language of the person. A module reads those of a room as
 * `import { words } from "../words/<room>.ts"`: a file that is made here, with their type and an empty
 * object. `src/catalogues.ts` fills it before the screen is drawn: a page loads one language.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { codeOf, fileOf, languages, typeOf, wordsOf } from "./messages.ts";

const { language: _, ...english } = wordsOf("en");
const rooms = Object.keys(english);

/** Rooms that load together. The first screen's rooms, and those of a shared entry, stay small. */
const first = ["app", "common", "first-sync", "rows", "time", "today", "tones", "workout"];
const shared = ["parts", "shared"];
const parts: Record<string, string[]> = {
  first,
  rest: rooms.filter((room) => !first.includes(room)),
  shared: [...first, ...shared],
};

const list = "\0catalogues";
const [ofPart, ofRoom] = ["\0catalogue/", "\0words/"];

/** The module with the words of a part in a language. */
export const catalogueId = (language: string, part: string): string =>
  `${ofPart}${part}-${language}`;

const roomOf = (id: string) => /\/src\/words\/([\w-]+)\.ts$/.exec(id)?.[1];

/** Whether a module stands for a room of the first screen. */
export const isFirstRoom = (id: string): boolean => first.includes(roomOf(id)!);

/** The room that a module stands for, where the part does not have its words. */
export function missingRoom(id: string, part: "first" | "shared"): string | undefined {
  const room = roomOf(id);
  return room && rooms.includes(room) && !parts[part]!.includes(room) ? room : undefined;
}

/** The language of a module with words. */
export const languageOf = (id: string | null): string | undefined =>
  id?.startsWith(ofPart) ? id.split("-")[1] : undefined;

/** Writes `src/words/`, which is not committed: each room with its type, and the languages. */
export function writeRooms(): void {
  const folder = join(import.meta.dirname!, "src/words");
  const said = languages.map(wordsOf);
  const texts: Record<string, string> = Object.fromEntries(rooms.map((room) => [
    `${room}.ts`,
    `import { room } from "../rooms.ts";\nexport const words = room("${room}") as ${
      typeOf([english[room]!, ...said.flatMap((each) => each[room] ?? [])])
    };\n`,
  ]));
  const names = languages.map((language, at) => [language, said[at]!.language]);
  texts["languages.ts"] = `export const languages = ${
    JSON.stringify(Object.fromEntries(names))
  };\n`;
  mkdirSync(folder, { recursive: true });
  const old = readdirSync(folder);
  for (const name of old) if (!texts[name]) rmSync(join(folder, name), { recursive: true });
  for (const [name, text] of Object.entries(texts)) {
    const path = join(folder, name);
    if (!old.includes(name) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
  }
}

export function catalogues(): Plugin {
  return {
    name: "catalogues",
    enforce: "pre",
    config: writeRooms,
    resolveId(source) {
      if (source === "virtual:catalogues") return list;
      if (source.startsWith("\0")) return source;
    },
    load(id) {
      if (id === list) {
        const loaders = languages.map((language) => {
          const each = Object.keys(parts).map((part) =>
            `${part}: () => import(${JSON.stringify(catalogueId(language, part))})`
          );
          return `${language}: { ${each} }`;
        });
        return `export const catalogues = { ${loaders} };`;
      }
      if (id.startsWith(ofRoom)) {
        const [language, room] = id.slice(ofRoom.length).split("/") as [string, string];
        this.addWatchFile(fileOf(language));
        return `import { number, plural } from "/src/plural.ts";\nexport const words = ${
          codeOf(wordsOf(language)[room]!)
        };`;
      }
      if (!id.startsWith(ofPart)) return;
      const [part, language] = id.slice(ofPart.length).split("-") as [string, string];
      const names = parts[part]!;
      const imports = names.map((room, index) =>
        `import { words as w${index} } from "${ofRoom}${language}/${room}";`
      );
      const words = names.map((room, index) => `${JSON.stringify(room)}: w${index}`);
      return `${imports.join("\n")}\nexport const words = { ${words} };`;
    },
  };
}
