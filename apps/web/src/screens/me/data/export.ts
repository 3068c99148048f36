/** Exports everything that the service keeps of the user, as one document. */
import { api } from "../../../service.ts";
import { brokeOff, received } from "./download.tsx";

interface Page {
  export: Record<string, unknown>;
  next_cursor: string | null;
}

/** Fetches all pages. `progress` takes the bytes that have come. */
export async function exported(
  signal: AbortSignal,
  progress: (bytes: number) => void,
): Promise<Blob> {
  const head: Record<string, unknown> = {};
  /** The rows of each list, as JSON text: all of them as objects would take many times the room. */
  const lists = new Map<string, BlobPart[]>();
  let bytes = 0;
  let cursor: string | undefined;
  do {
    const body = await api.get("/api/user/export", {
      params: { query: { cursor } },
      parseAs: "stream",
      signal,
    });
    const file = await received(body, "application/json", (more) => progress(bytes + more));
    bytes += file.size;
    const page: Page = await file.text().then(JSON.parse).catch(() => Promise.reject(brokeOff()));
    for (const [name, rows] of Object.entries(page.export)) {
      if (!Array.isArray(rows)) head[name] ??= rows;
      else {
        const parts = lists.get(name) ?? [];
        lists.set(name, parts);
        if (rows.length) parts.push(parts.length ? "," : "", JSON.stringify(rows).slice(1, -1));
      }
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  const sections = [...lists].flatMap((
    [name, parts],
  ) => [`,${JSON.stringify(name)}:[`, ...parts, "]"]);
  return new Blob([`{"export":${JSON.stringify(head).slice(0, -1)}`, ...sections, "}}"], {
    type: "application/json",
  });
}
