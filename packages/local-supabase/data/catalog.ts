/** The Data API's knowledge of the database, read again when the database announces a change. */
import { PostgresConnection } from "@supabase/lite/postgres";
import { Types } from "./values.ts";

export type Introspection = Awaited<ReturnType<PostgresConnection["introspect"]>>;

/** Settings of the Data API: those of the role `authenticator` come before config.toml. */
export interface ApiSettings {
  schemas: string[];
  extraSearchPath: string[];
  maxRows: number;
  aggregates: boolean;
  plans: boolean;
  /** The function that runs before each request. */
  preRequest: string | null;
}

/** The settings that `alter role ... set` has given each role. */
type RoleSettings = Map<string, Map<string, string>>;

/** Reads as the database's superuser, since the API's own role sees nothing. */
export class Catalog {
  #connection: PostgresConnection;
  #introspection: Promise<Introspection> | undefined;
  #types: Promise<Types> | undefined;
  #roles: Promise<{ byRole: RoleSettings; api: ApiSettings }> | undefined;
  #views = new WeakMap<Introspection, Map<string, Introspection>>();

  constructor(
    ownerUrl: string,
    private defaults: Pick<ApiSettings, "schemas" | "extraSearchPath" | "maxRows">,
  ) {
    this.#connection = new PostgresConnection({
      url: ownerUrl,
      postgresOptions: { max: 2, onnotice: () => {} },
    });
  }

  /** The database as a request to one schema sees it. */
  async introspect(schema: string): Promise<Introspection> {
    const all = await (this.#introspection ??= this.#connection.introspect());
    // The library calls a schema empty that it could not read.
    if (!all.functions) {
      this.#introspection = undefined;
      throw new Error("The schema could not be read");
    }
    const views = this.#views.get(all) ?? new Map<string, Introspection>();
    this.#views.set(all, views);
    if (!views.has(schema)) views.set(schema, seenFrom(schema, all));
    return views.get(schema)!;
  }

  types(): Promise<Types> {
    return this.#types ??= Types.read(this.#connection.driver).catch((error) => {
      this.#types = undefined;
      throw error;
    });
  }

  /** The settings of a role that PostgREST applies when a request impersonates it. */
  async settingsOf(role: string): Promise<[string, string][]> {
    return [...(await this.#settings()).byRole.get(role) ?? []];
  }

  /** The Data API's settings: the same object until they change. */
  async apiSettings(): Promise<ApiSettings> {
    return (await this.#settings()).api;
  }

  #settings() {
    return this.#roles ??= this.#readSettings().catch((error) => {
      this.#roles = undefined;
      throw error;
    });
  }

  async #readSettings() {
    const rows = await this.#connection.driver<{ role: string; settings: string[] }[]>`
      select r.rolname as role, coalesce(s.setconfig, '{}') as settings
      from pg_roles r left join pg_db_role_setting s on s.setrole = r.oid and s.setdatabase = 0
      where r.rolname in ('anon', 'authenticated', 'service_role', 'authenticator')`;
    const byRole: RoleSettings = new Map(rows.map(({ role, settings }) => [
      role,
      new Map(settings.map((each) => each.split(/=(.*)/s).slice(0, 2) as [string, string])),
    ]));
    const setting = (name: string) => byRole.get("authenticator")?.get(`pgrst.${name}`);
    const list = (name: string) => setting(name)?.split(",").map((each) => each.trim());
    const api: ApiSettings = {
      schemas: list("db_schemas") ?? this.defaults.schemas,
      extraSearchPath: list("db_extra_search_path") ?? this.defaults.extraSearchPath,
      maxRows: Number(setting("db_max_rows") ?? this.defaults.maxRows),
      aggregates: setting("db_aggregates_enabled") === "true",
      plans: setting("db_plan_enabled") === "true",
      preRequest: setting("db_pre_request") ?? null,
    };
    return { byRole, api };
  }

  /** Listens to `notify pgrst`, as PostgREST does: `reload schema`, `reload config`, or both. */
  async follow(): Promise<void> {
    const forget = (message?: string) => {
      if (message !== "reload config") this.#introspection = this.#types = undefined;
      if (message !== "reload schema") this.#roles = undefined;
    };
    // Notifications during a lost connection are lost: after each new connection everything is read
    // again.
    await this.#connection.driver.listen("pgrst", forget, () => forget());
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}

/**
 * The library looks up columns and keys by the bare name of a table, so this removes tables of that
 * name in other schemas. The other tables stay, because views lead to tables that are not exposed.
 */
function seenFrom(schema: string, all: Introspection): Introspection {
  const own = new Set(
    [...all.tables, ...all.views].filter((each) => each.schema === schema).map(({ name }) => name),
  );
  const inSight = (of: string | undefined, table: string) => of === schema || !own.has(table);
  const byTable = <T extends { schema?: string; table: string }>(list: T[]) =>
    list.filter((each) => inSight(each.schema, each.table));
  return {
    ...all,
    tables: all.tables.filter((each) => inSight(each.schema, each.name)),
    views: all.views.filter((each) => inSight(each.schema, each.name)),
    columns: byTable(all.columns),
    primary_keys: byTable(all.primary_keys),
    indexes: byTable(all.indexes),
    foreign_keys: byTable(all.foreign_keys)
      .filter((key) => inSight(key.ref_schema ?? key.schema, key.ref_table)),
    unique_constraints: byTable(all.unique_constraints ?? []),
  };
}
