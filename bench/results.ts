/** Keeps the last results of the benches in `bench/generated/results.csv`, a row for each row of a report. */
// @ts-types="@types/papaparse"
import Papa from "papaparse";
import type { Row } from "./measure.ts";

const file = new URL("generated/results.csv", import.meta.url);

interface Result {
  bench: string;
  what: string;
  measured: string;
  ratio: string;
  bar: string;
  ok: string;
  reason: string;
}

const keyOf = ({ bench, what }: Result) => `${bench}\n${what}`;

const resultOf = (bench: string, { what, measured, ratio, bar, ok, reason }: Row): Result => ({
  bench,
  what,
  measured,
  ratio: ratio?.toFixed(2) ?? "",
  bar: bar ?? "",
  ok: ok === undefined ? "" : ok ? "yes" : "no",
  reason: reason ?? "",
});

/** Keeps rows of a bench in place of former rows with the same names; its other rows stay. */
export function keep(bench: string, rows: Row[]): void {
  const before = Papa.parse<Result>(Deno.readTextFileSync(file), {
    header: true,
    skipEmptyLines: true,
  }).data;
  const results = new Map(before.map((result) => [keyOf(result), result]));
  for (const row of rows) {
    const result = resultOf(bench, row);
    results.set(keyOf(result), result);
  }
  Deno.writeTextFileSync(file, `${Papa.unparse([...results.values()], { newline: "\n" })}\n`);
}

/** Prints rows as a table. */
export function report(rows: Row[]): void {
  console.table(
    Object.fromEntries(rows.map(({ what, measured, ratio, bar, ok }) => [what, {
      measured,
      ratio: ratio?.toFixed(2) ?? "",
      bar: bar ?? "",
      ok: ok === undefined ? "" : ok ? "yes" : "NO",
    }])),
  );
}
