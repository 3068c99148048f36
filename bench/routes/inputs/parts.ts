/** Parts of recipes. */
import type { Recipe, Scene } from "../scene.ts";

/** A call about an object that the caller has, found by a query with the caller as `$1`. */
export const about = (name: string, query: string, orMake?: string): Recipe => async (scene) => ({
  path: { [name]: await scene.pick(query, orMake) },
});

/** A call about a row of a table that is the caller's own. */
export const own = (table: string, orMake: string): Recipe =>
  about("id", `select id from public.${table} where user_id = $1`, orMake);

/** A call about an object that an operation has just made. */
export const aboutNew = (operationId: string, name = "id"): Recipe => async (scene) => ({
  path: { [name]: (await scene.make(operationId)).id },
});

/** Combines two recipes: the path of the first, and everything else of the second. */
export const with_ = (path: Recipe, rest: Recipe): Recipe => async (scene) => ({
  ...await rest(scene),
  ...await path(scene),
});

export const today = () => new Date().toISOString().slice(0, 10);

/** A form with one file and other fields. */
export function formOf(
  name: string,
  bytes: Uint8Array | string,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set(name, new File([bytes as BlobPart], "file"));
  return form;
}

/** The document's example with other fields. */
export const example = (scene: Scene, operationId: string, fields: Record<string, unknown>) => ({
  ...scene.operation(operationId).requestBody!.content["application/json"]!.example as object,
  ...fields,
});
