/** Makes the entries of imports, some in each step. A step that is cut off is done again. */
import { z } from "zod";
import { HttpError } from "../../shared/base/errors.ts";
import { describeError, log } from "../../shared/base/log.ts";
import { type Db, serviceClient, storageClient } from "../../shared/database/clients.ts";
import { must, shaped } from "../../shared/database/results.ts";
import { downloaded } from "../../shared/files/downloaded.ts";
import { RUN_S } from "../../shared/jobs/batches.ts";
import { storeNextPictures } from "./pictures.ts";
import { Import, type ImportKind, type ImportRow, WaitingPicture } from "./rows.ts";
import { rowsOf } from "./sources.ts";
import { BadFile, openZip, type Packed } from "./zip.ts";

/** The private bucket of the files. */
export const BUCKET = "entry-imports";

/** How long (ms) one call works: less processor time than a request has. */
const RUN_MS = 4000;

/** How long (ms) an import has its turn while others wait. */
const TURN_MS = 1000;

/** The most rows, and about the most characters and pictures, of one call of the database. */
const BATCH = { rows: 50, characters: 1_000_000, pictures: 50 };

/**
 * Works on the due imports for about four seconds, each in turns of a second, or on the imports of
 * one user. Then the job goes on at once, in a request with time of its own; where the project has
 * no secret for the job, the request of the user goes on itself. Returns the number of rows done.
 */
export async function runImports(
  userId?: string,
): Promise<{ total: number; errors: string[] }> {
  const db = serviceClient();
  const run = { total: 0, errors: [] as string[] };
  const last = performance.now() + (userId ? RUN_S * 1000 : RUN_MS);
  while (performance.now() < last) {
    const end = performance.now() + RUN_MS;
    while (performance.now() < end) {
      const found = await db.rpc("take_entry_import", { p_user_id: userId });
      const taken = must(shaped(Import.nullable(), found));
      if (!taken) return run;
      try {
        const turn = userId || taken.is_alone ? RUN_MS : TURN_MS;
        run.total += await step(db, taken, Math.min(end, performance.now() + turn));
      } catch (error) {
        log("warn", "import interrupted", { import_id: taken.id, error: describeError(error) });
        run.errors.push(`${taken.id}: ${error instanceof Error ? error.message : error}`);
      }
    }
    const { error } = await db.rpc("continue_entry_imports");
    if (!error) return run;
    log("warn", "the job of imports was not posted", { error: describeError(error) });
  }
  return run;
}

/**
 * Works on an import until the deadline, and at least on one row or a few pictures, so that each step
 * gets somewhere. Returns how many rows it did.
 *
 * @throws {HttpError} 503 when Storage or the database does not answer: the import is put off.
 */
export async function step(db: Db, taken: Import, deadline: number): Promise<number> {
  const end = async (how: { p_done?: boolean; p_error?: string; p_is_outage?: boolean }) => {
    must(await db.rpc("end_import_step", { p_claim: taken.claim, ...how }));
  };
  const work = new Work(db, taken, deadline);
  try {
    const isDone = taken.kind === "rows"
      ? await work.onReceivedRows()
      : await work.onFile(taken.kind, await fileOf(taken));
    await end({ p_done: isDone });
  } catch (error) {
    if (error instanceof HttpError && error.status === 503) await end({ p_is_outage: true });
    // The daily quota is used up by rows that the request has not counted.
    const isOver = error instanceof HttpError && error.status === 429;
    if (!(error instanceof BadFile || isOver)) throw error;
    const isDone = isOver || await work.flush();
    await end(isDone ? { p_done: true, p_error: error.message } : {});
  }
  return work.total;
}

/** The files in the ZIP file of an import. */
async function fileOf({ path }: Import): Promise<Map<string, Packed>> {
  const file = downloaded(await storageClient().from(BUCKET).download(path!));
  if (!file) throw new BadFile("The file is missing");
  return await openZip(new Uint8Array(await file.arrayBuffer()));
}

/** The work of a step; its methods return whether all of it is done. */
class Work {
  /** How many rows are done. */
  total = 0;
  private files = new Map<string, Packed>();
  private batch: ImportRow[] = [];
  private characters = 0;

  constructor(
    private readonly db: Db,
    private readonly taken: Import,
    private readonly deadline: number,
  ) {}

  private get isLate(): boolean {
    return performance.now() >= this.deadline;
  }

  async onReceivedRows(): Promise<boolean> {
    for (;;) {
      const p_claim = this.taken.claim;
      const count = must(await this.db.rpc("record_received_rows", { p_claim }));
      this.total += count;
      if (count === 0 || this.isLate) return count === 0;
    }
  }

  async onFile(kind: ImportKind, files: Map<string, Packed>): Promise<boolean> {
    const { taken } = this;
    this.files = files;
    // The pictures that the last step has left.
    if (taken.pictures.length > 0 && (!await this.storePictures() || this.isLate)) return false;
    const done = taken.imported + taken.skipped + taken.failed;
    const place = typeof taken.place === "number" ? null : taken.place;
    for await (const row of rowsOf(kind, files, done, place)) {
      this.batch.push(row);
      this.characters += (row.entry?.content.length ?? 0) + (row.entry?.sealed?.record.length ?? 0);
      const pictures = this.batch.reduce((sum, { pictures }) => sum + (pictures?.length ?? 0), 0);
      const isFull = this.batch.length === BATCH.rows || this.characters > BATCH.characters ||
        pictures > BATCH.pictures;
      const isLate = this.isLate;
      if ((isFull || isLate) && (!await this.flush() || isLate)) return false;
    }
    return await this.flush();
  }

  /** Has entries made of the rows that were read, and stores their pictures. */
  async flush(): Promise<boolean> {
    if (this.batch.length > 0) {
      const { taken, batch } = this;
      const p_claim = taken.claim;
      const recorded = await this.db.rpc("record_import_rows", { p_claim, p_rows: batch });
      taken.pictures = must(shaped(z.array(WaitingPicture), recorded));
      this.total += batch.length;
      this.batch = [];
      this.characters = 0;
      if (this.isLate) return taken.pictures.length === 0;
    }
    return await this.storePictures();
  }

  private async storePictures(): Promise<boolean> {
    while (this.taken.pictures.length > 0) {
      this.taken.pictures = await storeNextPictures(this.taken, this.files);
      if (this.isLate) break;
    }
    return this.taken.pictures.length === 0;
  }
}
