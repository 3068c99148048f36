/** Lists of files as Supabase Storage makes them; the library lists every file below a prefix. */
import { Buffer } from "node:buffer";

interface StoredObject {
  id: string | null;
  name: string;
  updated_at: string | null;
  created_at: string | null;
  last_accessed_at: string | null;
  metadata: unknown;
}

interface SortBy {
  column?: string;
  order?: string;
}

/** Every file below a prefix that the caller may see. */
export type FilesBelow = (
  prefix: string,
  sortBy?: SortBy,
) => Promise<StoredObject[] | Response>;

const listed = (object: StoredObject, name: string): StoredObject => {
  const { id, updated_at, created_at, last_accessed_at, metadata } = object;
  return { name, id, updated_at, created_at, last_accessed_at, metadata };
};

const folder = (name: string): StoredObject => ({
  name,
  id: null,
  updated_at: null,
  created_at: null,
  last_accessed_at: null,
  metadata: null,
});

interface ListRequest {
  prefix?: string;
  search?: string;
  limit?: number;
  offset?: number;
  sortBy?: SortBy;
}

/** `list()`: one folder, with names relative to it; deeper files appear as folders without id. */
export async function listFolder(
  { prefix = "", search = "", limit = 100, offset = 0, sortBy }: ListRequest,
  filesBelow: FilesBelow,
): Promise<Response> {
  const parent = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const objects = await filesBelow(parent, sortBy);
  if (objects instanceof Response) return objects;
  const items = new Map<string, StoredObject>();
  for (const object of objects) {
    const [name = "", ...deeper] = object.name.slice(parent.length).split("/");
    if (!name.toLowerCase().startsWith(search.toLowerCase())) continue;
    if (!deeper.length) items.set(name, listed(object, name));
    else if (!items.has(name)) items.set(name, folder(name));
  }
  return Response.json([...items.values()].slice(offset, offset + limit));
}

interface ListV2Request {
  prefix?: string;
  limit?: number;
  cursor?: string;
  with_delimiter?: boolean;
  sortBy?: SortBy;
}

/** `listV2()`: whole names, page by page; with a delimiter deeper files become their folder. */
export async function listPage(
  { prefix = "", limit = 1000, cursor, with_delimiter, sortBy }: ListV2Request,
  filesBelow: FilesBelow,
): Promise<Response> {
  const objects = await filesBelow(prefix);
  if (objects instanceof Response) return objects;
  const column = sortBy?.column === "created_at" || sortBy?.column === "updated_at"
    ? sortBy.column
    : "name";
  const direction = sortBy?.order === "desc" ? -1 : 1;
  type Place = [value: string, name: string];
  const placeOf = (item: StoredObject): Place => [String(item[column] ?? ""), item.name];
  const compare = (a: Place, b: Place) =>
    direction * ((a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0) || (a[1] < b[1] ? -1 : 1));

  const items = new Map<string, StoredObject>();
  for (const object of objects) {
    const deeper = with_delimiter ? object.name.indexOf("/", prefix.length) : -1;
    const name = deeper < 0 ? object.name : object.name.slice(0, deeper + 1);
    if (!items.has(name)) items.set(name, deeper < 0 ? object : folder(name));
  }
  const after: Place | null = cursor ? JSON.parse(Buffer.from(cursor, "base64").toString()) : null;
  const rest = [...items.values()]
    .filter((item) => !after || item.name !== after[1] && compare(placeOf(item), after) > 0)
    .sort((a, b) => compare(placeOf(a), placeOf(b)));
  const page = rest.slice(0, limit);
  const hasNext = rest.length > limit;
  return Response.json({
    hasNext,
    ...(hasNext &&
      { nextCursor: Buffer.from(JSON.stringify(placeOf(page.at(-1)!))).toString("base64") }),
    folders: page.filter(({ id }) => id === null)
      .map(({ name }) => ({ name, key: name.replace(/\/$/, "") })),
    objects: page.filter(({ id }) => id !== null)
      .map((item) => ({ ...listed(item, item.name), key: item.name })),
  });
}
