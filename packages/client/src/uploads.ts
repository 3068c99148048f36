/** A file in the form of React Native's pickers and its `FormData`. */
export interface NativeFile {
  uri: string;
  name: string;
  type: string;
}

/** A file to send: of the web's `<input>`, `fetch` and canvas, or of React Native. */
export type Upload = Blob | NativeFile;

const isUpload = (value: unknown): value is Upload =>
  value instanceof Blob ||
  typeof value === "object" && value !== null && typeof (value as NativeFile).uri === "string";

/** A body with a file as a multipart form, any other body as JSON. */
export function serialize(body: unknown): FormData | string {
  const fields = Object.entries(body as object);
  if (!fields.some(([, value]) => isUpload(value))) return JSON.stringify(body);
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value === undefined || value === null) continue;
    // React Native's own FormData takes its files as they are.
    form.append(name, isUpload(value) ? value as Blob : String(value));
  }
  return form;
}
