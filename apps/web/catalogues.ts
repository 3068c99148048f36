/**
 * The words of the app in the language of the person. A module reads a catalogue as
 * `import { words } from "../words/en/<room>.ts"`, which gives its type. Vite puts an object in its
 * place, and `src/catalogues.ts` fills it before the screen is drawn: a page loads one language.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const folder = join(import.meta.dirname!, "src/words");
const languages = readdirSync(folder);
const rooms = readdirSync(join(folder, "en")).map((file) => file.replace(/\.ts$/, ""));

/** What is loaded together. The rooms of the first screen, and those of a shared entry, stay small. */
const first = ["app", "common", "first-sync", "rows", "time", "today", "tones", "workout"];
const shared = ["parts", "shared"];
const parts: Record<string, string[]> = {
  first,
  rest: rooms.filter((room) => !first.includes(room)),
  shared: [...first, ...shared],
};

const list = "\0catalogues";
const [ofPart, ofRoom] = ["\0catalogue/", "\0room/"];

/** The module with the words of a part in a language. */
export const catalogueId = (language: string, part: string): string =>
  `${ofPart}${part}-${language}`;

/** Whether a module stands for a room of the first screen. */
export const isFirstRoom = (id: string): boolean =>
  id.startsWith(ofRoom) && first.includes(id.slice(ofRoom.length));

/** The room that a module stands for, where the part does not have its words. */
export function missingRoom(id: string, part: "first" | "shared"): string | undefined {
  const room = id.startsWith(ofRoom) ? id.slice(ofRoom.length) : undefined;
  return room && !parts[part]!.includes(room) ? room : undefined;
}

/** The language of a module with words. */
export const languageOf = (id: string | null): string | undefined =>
  id?.startsWith(ofPart) ? id.split("-")[1] : undefined;

export function catalogues(): Plugin {
  return {
    name: "catalogues",
    enforce: "pre",
    resolveId(source, importer) {
      if (source === "virtual:catalogues") return list;
      if (source.startsWith("\0")) return source;
      const room = /\/words\/en\/([\w-]+)\.ts$/.exec(source)?.[1];
      if (room && importer && !importer.startsWith(ofPart)) return ofRoom + room;
    },
    load(id) {
      if (id.startsWith(ofRoom)) {
        const room = JSON.stringify(id.slice(ofRoom.length));
        return `import { room } from "/src/rooms.ts"; export const words = room(${room});`;
      }
      if (id === list) {
        const loaders = languages.map((language) => {
          const each = Object.keys(parts).map((part) =>
            `${part}: () => import(${JSON.stringify(catalogueId(language, part))})`
          );
          return `${language}: { ${each} }`;
        });
        return `export const catalogues = { ${loaders} };`;
      }
      if (!id.startsWith(ofPart)) return;
      const [part, language] = id.slice(ofPart.length).split("-") as [string, string];
      const names = parts[part]!;
      const imports = names.map((room, index) =>
        `import { words as w${index} } from ${
          JSON.stringify(join(folder, language, `${room}.ts`))
        };`
      );
      const words = names.map((room, index) => `${JSON.stringify(room)}: w${index}`);
      return `${imports.join("\n")}\nexport const words = { ${words} };`;
    },
  };
}
