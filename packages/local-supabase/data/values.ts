/**
 * Values of a request in the form that Postgres reads for their types. PostgREST lets Postgres turn
 * JSON into the column's or argument's type; `@supabase/lite` hands values to the driver, which does
 * not know whether a string is text, JSON or a row.
 */
import type { PostgresConnection } from "@supabase/lite/postgres";
import { sql } from "kysely";
import type postgres from "postgres";
import { quoted } from "./types.ts";

/** A request as the library has parsed it. */
export type Query = Parameters<PostgresConnection["onPostgrestAST"]>[0];
type Row = Record<string, unknown>;

interface Type {
  kind: "json" | "array" | "row" | "plain";
  isDomain: boolean;
  element: string;
  /** Name and type of each column of a table or composite type. */
  fields: [name: string, type: string][] | null;
}

interface Routine {
  schema: string;
  name: string;
  names: string[];
  types: string[];
}

/** JSON keeps its value through the library's and the driver's own conversions. */
class Json {
  constructor(private value: unknown) {}
  toJSON(): unknown {
    return this.value;
  }
}

/** The database's types, the columns of its tables and the arguments of its functions. */
export class Types {
  private constructor(
    private types: Map<string, Type>,
    private tables: Map<string, Type>,
    private routines: Routine[],
  ) {}

  static async read(connection: postgres.Sql): Promise<Types> {
    const types = await connection<(Type & { oid: string; name: string | null })[]>`
      select t.oid::text, n.nspname || '.' || c.relname as name, b.typelem::text as element,
        case when b.typname in ('json', 'jsonb') then 'json'
          when b.typcategory = 'A' then 'array'
          when b.typtype = 'c' then 'row'
          else 'plain' end as kind,
        t.typtype = 'd' as "isDomain",
        (select json_agg(json_build_array(a.attname, a.atttypid::text) order by a.attnum)
          from pg_attribute a
          where a.attrelid = b.typrelid and a.attnum > 0 and not a.attisdropped) as fields
      from pg_type t
        join pg_type b on b.oid = case t.typtype when 'd' then t.typbasetype else t.oid end
        left join pg_class c on c.oid = t.typrelid
        left join pg_namespace n on n.oid = c.relnamespace`;
    const routines = await connection<Routine[]>`
      select n.nspname as schema, p.proname as name, coalesce(p.proargnames, '{}') as names,
        array(
          select case n when p.pronargs then case p.provariadic when 0 then oid else 0 end
            else oid end::text
          from unnest(coalesce(p.proallargtypes, p.proargtypes)) with ordinality as t (oid, n)
          order by n
        ) as types
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname not in ('pg_catalog', 'information_schema')`;
    return new Types(
      new Map(types.map((type) => [type.oid, type])),
      new Map(types.flatMap((type) => type.name === null ? [] : [[type.name, type]])),
      [...routines],
    );
  }

  /** The type of each column of a table or view. */
  columns(schema: string, table: string): Map<string, string> {
    return new Map(this.tables.get(`${schema}.${table}`)?.fields);
  }

  /** The type of each argument of the first function that takes arguments of these names. */
  arguments(schema: string, name: string, given: string[]): Map<string, string> {
    const routine = this.routines.find((each) =>
      each.schema === schema && each.name === name &&
      given.every((argument) => each.names.includes(argument))
    );
    return new Map(routine?.names.map((argument, n) => [argument, routine.types[n]!]));
  }

  /** A value of a request for a column or argument of a type. */
  input(value: unknown, oid: string | undefined): unknown {
    const type = this.types.get(oid ?? "");
    if (!type || value === null || value === undefined) return value;
    // The library and the driver convert JSON, and know nothing of a domain over it.
    if (type.kind === "json") return type.isDomain ? JSON.stringify(value) : new Json(value);
    return typeof value === "object" ? this.#literal(value, type) : value;
  }

  /** A value as Postgres writes it: `{...}` for an array, `(...)` for a row, JSON for the rest. */
  #literal(value: unknown, type: Type | undefined): string {
    if (type?.kind === "array" && Array.isArray(value)) {
      const element = this.types.get(type.element);
      const items = value.map((item) =>
        Array.isArray(item) && element?.kind !== "json"
          ? this.#literal(item, type)
          : item === null
          ? "null"
          : quoted(this.#literal(item, element))
      );
      return `{${items.join()}}`;
    }
    if (type?.kind === "row" && typeof value === "object") {
      const fields = type.fields!.map(([name, oid]) => {
        const field = (value as Row)[name] ?? null;
        return field === null ? "" : quoted(this.#literal(field, this.types.get(oid)));
      });
      return `(${fields.join()})`;
    }
    if (type?.kind === "json" || typeof value === "object") return JSON.stringify(value);
    return String(value);
  }
}

/**
 * Puts a request's values into the form of their types. With `columns=` every row gets every
 * column: a missing value becomes null, or with `missing=default` the column's default.
 */
export function typeValues(query: Query, types: Types, request: Request): Query {
  const schema = query.schema ?? "public";
  if (query.type === "rpc") return typeArguments(query, types, request, schema);
  if (!query.from) return query;
  const columns = types.columns(schema, query.from);
  if (query.where) query = { ...query, where: typeFilters(query.where, columns) } as Query;
  if (!query.values) return query;
  const missing = query.$meta?.missing !== "default"
    ? null
    // The library leaves an undefined value out of an insert, which makes Postgres take the default.
    : query.type === "update"
    ? sql`default`
    : undefined;
  const isCsv = request.headers.get("content-type")?.startsWith("text/csv");
  const complete = (row: Row): Row =>
    Object.fromEntries([
      ...(query.$meta?.columns ?? []).map((name) => [name, missing] as const),
      ...Object.entries(row).map(([name, value]) =>
        [name, isCsv && value === "NULL" ? null : value] as const
      ),
    ]);
  const rowOf = (row: unknown) =>
    typeof row === "object" && row !== null && !Array.isArray(row)
      ? typed(complete(row as Row), columns, types)
      : row;
  const { values } = query;
  return { ...query, values: Array.isArray(values) ? values.map(rowOf) : rowOf(values) } as Query;
}

const BOOLEAN = "16";

/** Filters by "true" and "false" on columns of other types, which the library takes for booleans. */
function typeFilters<T>(filter: T, columns: Map<string, string>, type?: string): T {
  if (Array.isArray(filter)) return filter.map((each) => typeFilters(each, columns, type)) as T;
  if (typeof filter === "boolean" && type && type !== BOOLEAN) return String(filter) as T;
  if (typeof filter !== "object" || filter?.constructor !== Object) return filter;
  return Object.fromEntries(
    Object.entries(filter).map((
      [name, value],
    ) => [name, name === "$is" ? value : typeFilters(value, columns, columns.get(name) ?? type)]),
  ) as T;
}

function typeArguments(query: Query, types: Types, request: Request, schema: string): Query {
  const { args, function: name } = query as { args?: object; function: string };
  if (!args) return query;
  // A list stands for the body that an unnamed argument takes whole.
  if (Array.isArray(args)) {
    const isJson = (request.headers.get("content-type") ?? "").includes("json");
    return isJson ? query : { ...query, inputType: "text" } as Query;
  }
  const wanted = types.arguments(schema, name, Object.keys(args));
  return {
    ...query,
    args: typed(isRead(request) ? fromUrl(args, request) : args as Row, wanted, types),
  };
}

export const isRead = ({ method }: Request): boolean => method === "GET" || method === "HEAD";

/** Arguments from the URL as texts. The library turns texts that look like JSON into JSON. */
function fromUrl(args: object, { url }: Request): Row {
  const { searchParams } = new URL(url);
  return Object.fromEntries(
    Object.keys(args).map((name) => {
      const given = searchParams.getAll(name);
      return [name, given.length > 1 ? given : given[0]];
    }),
  );
}

const typed = (row: Row, wanted: Map<string, string>, types: Types): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, types.input(value, wanted.get(name))]),
  );
