/** Makes the entries of imports, some in each step. A step that is cut off is done again. */
import { HttpError } from "../../shared/base/errors.ts";
import { describeError, log } from "../../shared/base/log.ts";
import { type Db, serviceClient, storageClient } from "../../shared/database/clients.ts";
import { must } from "../../shared/database/results.ts";
import { downloaded } from "../../shared/files/downloaded.ts";
import { attach } from "./pictures.ts";
import type { Import, SourceRow } from "./rows.ts";
import { rowsOf } from "./sources.ts";
import { BadFile, openZip } from "./zip.ts";

/** The private bucket of the files. */
export const BUCKET = "entry-imports";

/** How long (ms) one call works: less processor time than a request has. */
const RUN_MS = 4000;

/** How long (ms) an import has its turn while others wait. */
const TURN_MS = 1000;

/** The most rows and characters of one call of the database. */
const BATCH = { rows: 50, characters: 1_000_000 };

/**
 * Works for about four seconds on the imports that are due, in turns of a second, or on the import of
 * one user. Returns how many rows it did.
 */
export async function runImports(
  userId?: string,
): Promise<{ total: number; errors: string[] }> {
  const db = serviceClient();
  const end = performance.now() + RUN_MS;
  const run = { total: 0, errors: [] as string[] };
  while (performance.now() < end) {
    const taken = must<Import | null>(await db.rpc("take_entry_import", { p_user_id: userId }));
    if (!taken) break;
    try {
      const turn = userId || taken.is_alone ? RUN_MS : TURN_MS;
      run.total += await step(db, taken, Math.min(end, performance.now() + turn));
    } catch (error) {
      log("warn", "import interrupted", { import_id: taken.id, error: describeError(error) });
      run.errors.push(`${taken.id}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return run;
}

/**
 * Works on an import until the deadline, and at least on one row or picture, so that each step gets
 * somewhere. Returns how many rows it did.
 *
 * @throws {HttpError} 503 when Storage or the database does not answer: the import is put off.
 */
export async function step(db: Db, taken: Import, deadline: number): Promise<number> {
  const end = async (how: { p_done?: boolean; p_error?: string; p_is_outage?: boolean }) => {
    must(await db.rpc("end_import_step", { p_claim: taken.claim, ...how }));
  };
  const rows = new Rows(db, taken, deadline);
  try {
    const done = taken.imported + taken.skipped + taken.failed;
    const files = await openZip(await fileOf(taken));
    for await (const row of rowsOf(taken.kind, files, done, taken.place)) {
      await rows.add(row);
      if (rows.isCut) break;
    }
    await rows.flush();
    await end({ p_done: !rows.isCut });
  } catch (error) {
    if (error instanceof HttpError && error.status === 503) await end({ p_is_outage: true });
    // The daily quota is used up by rows that the request has not counted.
    const isOver = error instanceof HttpError && error.status === 429;
    if (!(error instanceof BadFile || isOver)) throw error;
    if (!isOver) await rows.flush();
    await end({ p_done: true, p_error: error.message });
  }
  return rows.total;
}

/** The file of an import. */
async function fileOf({ path }: Import): Promise<Uint8Array> {
  const file = downloaded(await storageClient().from(BUCKET).download(path));
  if (!file) throw new BadFile("The file is missing");
  return new Uint8Array(await file.arrayBuffer());
}

/** Collects rows for few calls of the database. */
class Rows {
  total = 0;
  /** Whether the deadline has ended the step. */
  isCut = false;
  private batch: SourceRow[] = [];
  private characters = 0;
  /** The entry of the first row, where an earlier step has made it. */
  private made: string | null;

  constructor(
    private readonly db: Db,
    private readonly taken: Import,
    private readonly deadline: number,
  ) {
    this.made = taken.entry_id;
  }

  async add(source: SourceRow): Promise<void> {
    this.batch.push(source);
    this.characters += source.row.entry?.content.length ?? 0;
    this.isCut = performance.now() >= this.deadline;
    const isFull = this.batch.length === BATCH.rows || this.characters > BATCH.characters;
    if (isFull || this.isCut || source.pictures.length > 0) await this.flush();
  }

  async flush(): Promise<void> {
    const last = this.batch.at(-1);
    if (!last) return;
    const p_claim = this.taken.claim;
    const p_rows = this.batch.map(({ row, pictures }) => ({
      ...row,
      pictures: pictures.length > 0,
    }));
    const first = this.made ? this.taken.pictures : 0;
    const entryId = this.made ?? must(await this.db.rpc("record_import_rows", { p_claim, p_rows }));
    if (entryId) {
      const { errors, next } = await attach(
        this.taken,
        entryId,
        last.pictures,
        first,
        this.deadline,
      );
      this.isCut ||= next !== null;
      must(
        await this.db.rpc("finish_import_row", {
          p_claim,
          p_number: last.row.number,
          p_errors: errors,
          p_place: last.row.place,
          p_pictures: next ?? undefined,
        }),
      );
    }
    this.made = null;
    this.total += this.batch.length;
    this.batch = [];
    this.characters = 0;
  }
}
