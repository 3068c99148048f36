import type { FileStorage } from "../offline/storage.ts";
import type { Upload } from "../uploads.ts";
import type { ExpoFileSystem } from "./modules.ts";

/** A file as the pickers of Expo return it. */
export interface PickedFile {
  uri: string;
  /** On the web. */
  file?: Blob;
}

/**
 * A picked file as every call takes it: a file of the phone whose bytes Expo's `fetch` reads, on the
 * web the browser's own.
 */
export function uploadOf(
  { uri, file }: PickedFile,
  FileSystem?: ExpoFileSystem,
): Upload {
  if (file) return file;
  if (!FileSystem) {
    throw new TypeError("A file of the phone requires expo-file-system");
  }
  return new FileSystem.File(uri);
}

const isBlob = (file: Upload): file is Blob => file instanceof Blob;

/**
 * Copies of files in a folder of the app, because the system may remove files of its pickers. A
 * name consists of the parts of the key with points between them, and an ending that tells the
 * phone the type. The storage keeps names alone, because a new version of the app finds its folder
 * at another address.
 */
export function fileStorage(
  { Directory, File, Paths }: ExpoFileSystem,
  name: string,
): FileStorage {
  const folder = () => {
    const found = new Directory(Paths.document, name);
    found.create({ idempotent: true, intermediates: true });
    return found;
  };
  const names = () => folder().list().map((file) => file.name);
  // A key of sealed notebooks has their prefix before the three parts of other keys.
  const keyOf = (name: string) =>
    name.split(".").slice(0, name.startsWith("sealed ") ? 4 : 3).join("/");
  const find = (key: string) => {
    const found = names().find((name) => keyOf(name) === key);
    return found === undefined ? undefined : new File(folder(), found);
  };
  return {
    factsOf(file) {
      if (isBlob(file)) return { type: file.type, bytes: file.size };
      const { exists, size, type } = new File(file.uri);
      return { type: file.type || type, bytes: exists ? size : undefined };
    },
    async keep(key, file) {
      const to = new File(folder(), key.replaceAll("/", ".") + endingOf(file));
      if (isBlob(file)) to.write(new Uint8Array(await file.arrayBuffer()));
      else await new File(file.uri).copy(to, { overwrite: true });
    },
    read: (key) => Promise.resolve(find(key)),
    keys: (prefix) => Promise.resolve(names().map(keyOf).filter((key) => key.startsWith(prefix))),
    remove: (keys) => Promise.resolve(keys.forEach((key) => find(key)?.delete())),
  };
}

/** The ending of a file's name, or the one of its type. */
function endingOf(file: Upload): string {
  const name = isBlob(file) ? "" : file.name ?? file.uri;
  const [ending] = /\.[a-z0-9]+$/i.exec(name) ?? [];
  return ending ?? `.${file.type?.split("/")[1]?.split(/[;+]/)[0] ?? "bin"}`;
}
