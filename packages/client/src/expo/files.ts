import type { Upload } from "../uploads.ts";
import type { ExpoFileSystem } from "./modules.ts";

/** What the pickers of Expo answer. */
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
