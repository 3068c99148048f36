/** The entries in the peer's schema: their table, a device's query, and its write. */
import {
  createBuilder,
  createSchema,
  defineMutator,
  defineMutators,
  defineQueries,
  defineQuery,
  json,
  number,
  string,
  table,
} from "@rocicorp/zero";

const entries = table("peer_entries").columns({
  id: string(),
  user_id: string(),
  title: string(),
  content: string(),
  tags: json(),
  written_at: number(),
}).primaryKey("id");

export const schema = createSchema({ tables: [entries] });
const zql = createBuilder(schema);

export const queries = defineQueries({
  own: defineQuery(({ ctx }) => zql.peer_entries.where("user_id", ctx.userId)),
});

export const mutators = defineMutators({
  write: defineMutator(({ tx, args }) => tx.mutate.peer_entries.insert(args)),
});
