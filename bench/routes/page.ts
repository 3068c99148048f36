/**
 * `npm run scaling`: writes what `npm run bench -- routes` measured last into docs/scaling.md, between
 * the comments that begin and end the table, and draws its plot.
 */
import { drawChart, type Line } from "../../docs/plots/chart.ts";
import type { Measured } from "./bench.ts";
import { growthOf, keptRoutes, sizes, verdict } from "./index.ts";
import { reasons } from "./reasons.ts";

const page = new URL("../../docs/scaling.md", import.meta.url);
const plot = new URL("../../docs/plots/scaling.svg", import.meta.url);
const [BEGIN, END] = ["<!-- routes -->", "<!-- end of routes -->"];

const known = sizes.map((users) => ({ users, routes: keptRoutes(users) }))
  .filter((each): each is { users: number; routes: Measured[] } => each.routes !== null);
const [smallest, largest] = [known[0], known.at(-1)];
if (!smallest || !largest) {
  console.error("Nothing was measured: run `npm run bench -- routes` first.");
  Deno.exit(1);
}

const columns = known.map(({ users }) => `${users.toLocaleString("en")} users`);
const cells = known.map(({ routes }) => new Map(routes.map((each) => [each.operation, each])));

/** A route's row: median and p99 at each size, growth, and the reason where it misses a bar. */
function rowOf(route: Measured): string {
  const growth = largest === smallest ? undefined : growthOf(route, smallest!.routes);
  const times = cells.map((of) => {
    const { all, failed } = of.get(route.operation) ?? { all: null, failed: "not measured" };
    return all && !failed ? `${all.p50.toFixed(1)} / ${all.p99.toFixed(1)}` : failed;
  });
  const met = verdict(route, growth);
  const remark = met === null ? reasons[route.operation] : met ? "" : "misses";
  const { statements, rows, buffers } = route.all;
  return `| \`${route.method} ${route.path}\` | ${
    [statements, rows, buffers, ...times, growth?.toFixed(2) ?? "", remark].join(" | ")
  } |`;
}

const table = [
  "![Share of the operations by their database time](plots/scaling.svg)",
  "",
  `| route | statements | rows | buffers | ${columns.join(" | ")} | growth | remark |`,
  `| --- | ${Array(5 + columns.length).fill("---").join(" | ")} |`,
  ...largest.routes.map(rowOf),
].join("\n");

const text = await Deno.readTextFile(page);
const [before, after] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
await Deno.writeTextFile(page, `${text.slice(0, before)}\n\n${table}\n\n${text.slice(after)}`);

/** The share of the operations whose p99 is at most so many milliseconds. */
const line = ({ users, routes }: { users: number; routes: Measured[] }): Line => {
  const times = routes.filter(({ failed }) => !failed).map(({ all }) => all.p99)
    .sort((a, b) => a - b);
  return {
    label: users.toLocaleString("en"),
    points: times.map((time, n) => [Math.max(time, 0.1), 100 * (n + 1) / times.length]),
  };
};
await Deno.writeTextFile(
  plot,
  drawChart({
    title: "Operations by their database time",
    x: { label: "Database time, p99 (ms)", domain: [0.1, 10_000], log: true },
    y: { label: "Share of the operations (%)", domain: [0, 100], format: "d" },
    legend: "Users",
    lines: known.map(line),
  }),
);
await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", page.pathname] }).output();
console.log(`docs/scaling.md: ${largest.routes.length} routes at ${columns.join(", ")}`);
