/** Waiting files in a folder: a line with the type, then the bytes. */
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileStorage } from "../offline/storage.ts";

/** The ending of a file that is being written. */
const DRAFT = ".draft";
const NEWLINE = "\n".charCodeAt(0);

/** The storage of files in a folder that exists. */
export function folderOfFiles(folder: string): FileStorage {
  const pathOf = (key: string) => join(folder, encodeURIComponent(key));
  return {
    async keep(key, file) {
      if (!(file instanceof Blob)) throw new TypeError("Node and Deno keep a Blob or a File");
      const bytes = await new Blob([JSON.stringify(file.type), "\n", file]).arrayBuffer();
      const path = pathOf(key);
      await writeFile(path + DRAFT, new Uint8Array(bytes), { mode: 0o600, flush: true });
      await rename(path + DRAFT, path);
    },
    async read(key) {
      const bytes = await readFile(pathOf(key)).catch((error) => {
        if (error.code !== "ENOENT") throw error;
      });
      if (!bytes) return undefined;
      const end = bytes.indexOf(NEWLINE);
      const type = JSON.parse(bytes.toString("utf8", 0, end));
      return new Blob([new Uint8Array(bytes.subarray(end + 1))], { type });
    },
    async keys(prefix) {
      const names = (await readdir(folder)).filter((name) => !name.endsWith(DRAFT));
      return names.map(decodeURIComponent).filter((key) => key.startsWith(prefix));
    },
    async remove(keys) {
      await Promise.all(keys.map((key) => rm(pathOf(key), { force: true })));
    },
  };
}
