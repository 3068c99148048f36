/** The project that a tool works on: addresses and keys of a hosted one, or the running platform. */
import { createConnection, type Socket } from "node:net";
import { resolve } from "node:path";
import postgres from "postgres";
import { localDir, readStatus } from "../packages/local-supabase/helpers.ts";

export interface Project {
  /** The database's address with the role `postgres`. */
  db_url: string;
  api_url: string;
  secret_key: string;
}

const isProject = (given: Partial<Project>): given is Project =>
  Boolean(given.db_url && given.api_url && given.secret_key);

/**
 * The project of a file like `status.json`; without a file the project of `DATABASE_URL`,
 * `SUPABASE_URL` and `SUPABASE_SECRET_KEY`; without these the running local platform. Throws where
 * there is none, and where only some of the three variables are set: the local platform is then not
 * meant.
 */
export async function findProject(file?: string): Promise<Project> {
  if (file) {
    const given = JSON.parse(await Deno.readTextFile(resolve(file)));
    if (isProject(given)) return given;
    throw new Error(`${file} lacks one of db_url, api_url and secret_key.`);
  }
  const names = ["DATABASE_URL", "SUPABASE_URL", "SUPABASE_SECRET_KEY"];
  const [db_url, api_url, secret_key] = names.map((name) => Deno.env.get(name));
  const given = { db_url, api_url, secret_key };
  if (isProject(given)) return given;
  const missing = names.filter((name) => !Deno.env.get(name));
  if (missing.length < names.length) throw new Error(`${missing.join(" and ")}: not set.`);
  const status = await readStatus(localDir());
  if (status) return status;
  throw new Error(
    "No platform is running here: npm start, or name a project in DATABASE_URL, SUPABASE_URL and " +
      "SUPABASE_SECRET_KEY.",
  );
}

/** So long (ms) a server may take to accept a connection. */
const PATIENCE = 15_000;

/**
 * A socket that sends at once. The client sends the end of a table's rows as a packet of its own, which
 * would wait until the server has confirmed the rows: 40 ms and more.
 */
function openSocket({ host, port }: { host: string[]; port: number[] }): Promise<Socket> {
  const socket = createConnection({ host: host[0]!, port: port[0]!, noDelay: true });
  socket.setTimeout(PATIENCE, () => socket.destroy(new Error(`${host[0]}:${port[0]} is silent`)));
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.setTimeout(0);
      socket.off("error", reject);
      // The client reads the name for TLS there.
      resolve(Object.assign(socket, { host: host[0] }));
    });
  });
}

/** Throws unless an address of a database can be read. The message of the parser has the password. */
export function checkDatabaseUrl(url: string): void {
  try {
    decodeURIComponent(new URL(url).password);
  } catch {
    throw new Error(
      "The address of the database cannot be read. Write characters of its password other than " +
        "letters and digits as encodeURIComponent does.",
    );
  }
}

/**
 * Throws unless the database and the Storage API belong to one project: both have the same buckets,
 * made at the same time.
 */
export async function checkStorage(
  sql: postgres.ISql,
  { api_url, secret_key }: Project,
): Promise<void> {
  const answer = await fetch(`${api_url}/storage/v1/bucket`, { headers: { apikey: secret_key } });
  if (!answer.ok) throw new Error(`${api_url}: ${answer.status} ${await answer.text()}`);
  const made = (buckets: { id: string; created_at: string | Date }[]) =>
    JSON.stringify(buckets.map(({ id, created_at }) => [id, +new Date(created_at)]).sort());
  const stored = await sql<{ id: string; created_at: Date }[]>`
    select id, created_at from storage.buckets`;
  if (made(await answer.json()) !== made(stored)) {
    throw new Error(`The database is not that of ${api_url}.`);
  }
}

/** One connection to the database of a project: locks and temporary tables last as long as it. */
export function connect({ db_url }: Project): postgres.Sql {
  checkDatabaseUrl(db_url);
  const options = {
    max: 1,
    max_lifetime: null,
    ssl: "prefer" as const,
    onnotice: () => {},
    // The types of the client lack this option.
    socket: openSocket,
  };
  return postgres(db_url, options);
}

/** Asks for a file of the Storage API, with the headers of a request. */
export function askForFile(
  { api_url, secret_key }: Project,
  { bucket, path }: { bucket: string; path: string },
  { headers, ...init }: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
): Promise<Response> {
  // The path as supabase-js writes it: the local storage does not decode the other characters.
  const place = encodeURI(`${bucket}/${path}`).replace(/[?#]/g, encodeURIComponent);
  return fetch(`${api_url}/storage/v1/object/${place}`, {
    ...init,
    headers: { apikey: secret_key, ...headers },
  });
}

/**
 * Whether an answer of the Storage API says that it has no bytes of a file. Throws when it says
 * anything else than that or the file.
 */
export async function isLost(answer: Response, { bucket, path }: { bucket: string; path: string }) {
  if (answer.ok) return false;
  const said = await answer.text();
  if (answer.status === 404 || /not.?found|NoSuchKey/i.test(said)) return true;
  throw new Error(`${bucket}/${path}: ${answer.status} ${said}`);
}
