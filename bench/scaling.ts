/**
 * `npm run scaling`: writes what `npm run bench` and `npm run load` have measured last into
 * docs/scaling.md, between the comments that begin and end its tables, and draws the plots.
 */
import { drawChart, type Line } from "../docs/plots/chart.ts";
import { loadPlot, loadTables, wasLoaded } from "./load/tables.ts";
import { keptRows, type Row } from "./measure.ts";
import { isTwice, keptJobs, meetsBars, type Outcome, rate, seconds } from "./jobs.ts";
import { isRead, type Measured } from "./routes/bench.ts";
import { growthOf, keptRoutes, measuredWorld, sizes, verdict } from "./routes/index.ts";
import { reasons } from "./routes/reasons.ts";
import { sizeOf } from "./world/size.ts";

const page = new URL("../docs/scaling.md", import.meta.url);
const plot = (name: string) => new URL(`../docs/plots/${name}.svg`, import.meta.url);

/** The routes that were measured at a size. */
interface Known {
  users: number;
  routes: Measured[];
}

const known = sizes.map((users) => ({ users, routes: keptRoutes(users) }))
  .filter((each): each is Known => each.routes !== undefined);
const [smallest, largest] = [known[0], known.at(-1)];
const jobs = keptJobs() ?? [];

const number = (value: number) => Math.round(value).toLocaleString("en");
const columns = known.map(({ users }) => `${number(users)} users`);

const table = (head: string[], rows: (string | number)[][]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

const growth = (route: Measured): number | undefined =>
  largest === smallest ? undefined : growthOf(route, smallest!.routes);

/** What so large a share of the reads, or of the writes, stays below. */
function below(
  { routes }: Known,
  share: number,
  read: boolean,
  of: (all: Measured["all"]) => number,
) {
  const all = routes.filter((route) => !route.failed && isRead(route) === read)
    .map((route) => of(route.all)).sort((a, b) => a - b);
  return all[Math.ceil(all.length * share) - 1] ?? 0;
}

/** What a size holds and costs, all routes together. */
function sizesTable(): string {
  const times = (read: boolean, share: number, of: (all: Measured["all"]) => number) =>
    known.map((each) => below(each, share, read, of).toFixed(1));
  const world = (of: (world: NonNullable<ReturnType<typeof measuredWorld>>) => string) =>
    known.map(({ users }) => {
      const marker = measuredWorld(users);
      return marker?.bytes ? of(marker) : "not kept";
    });
  const kinds = [["read", true], ["write", false]] as const;
  return table(["all routes", ...columns], [
    ["years of use of each user", ...known.map(({ users }) => sizeOf(users).share)],
    ["rows", ...world(({ rows }) => number(rows))],
    ["database, GB", ...world(({ bytes }) => (bytes / 1e9).toFixed(1))],
    [
      "kB for each user",
      ...world(({ bytes, users }) => number(bytes / users / 1e3)),
    ],
    ["minutes of loading", ...world(({ minutes }) => String(minutes))],
    ...kinds.flatMap(([kind, read]) => [
      [`${kind}s: half of them have a median below, ms`, ...times(read, 0.5, ({ p50 }) => p50)],
      [`${kind}s: nine of ten have a median below, ms`, ...times(read, 0.9, ({ p50 }) => p50)],
      [`${kind}s: nine of ten have a p99 below, ms`, ...times(read, 0.9, ({ p99 }) => p99)],
    ]),
    [
      "routes that miss a bar, without a reason",
      ...known.map(({ routes, users }) =>
        routes.filter((route) =>
          verdict(route, users === largest!.users ? growth(route) : undefined) === false
        ).map(({ method, path, all }) => `\`${method} ${path}\` ${all.p99.toFixed(1)} ms`)
          .join(", ") || "none"
      ),
    ],
  ]);
}

/** A row for each route: median and p99 at each size, growth, and the reason where it misses a bar. */
function routesTable(): string {
  const cells = known.map(({ routes }) => new Map(routes.map((each) => [each.operation, each])));
  const rows = largest!.routes.map((route) => {
    const times = cells.map((of) => {
      const { all, failed } = of.get(route.operation) ?? { all: null, failed: "not measured" };
      return all && !failed ? `${all.p50.toFixed(1)} / ${all.p99.toFixed(1)}` : "failed";
    });
    const met = verdict(route, growth(route));
    const remark = met === null ? reasons[route.operation]! : met ? "" : "misses";
    const { statements, rows, buffers } = route.all;
    return [
      `\`${route.method} ${route.path}\``,
      statements,
      rows,
      buffers,
      ...times,
      growth(route)?.toFixed(2) ?? "",
      remark,
    ];
  });
  return "![Share of the operations by their database time](plots/scaling.svg)\n\n" +
    table(["route", "statements", "rows", "buffers", ...columns, "growth", "remark"], rows);
}

/** A row for each measurement against a baseline of the same run. */
const baselinesTable = (rows: Row[]): string =>
  table(
    ["what", "measured", "ratio", "bar", "remark"],
    rows.map(({ what, measured, ratio, bar, ok, reason }) => [
      what,
      measured,
      ratio?.toFixed(2) ?? "",
      bar ?? "",
      ok ? "" : reason ?? (bar ? "misses" : ""),
    ]),
  );

/** What the users of the plan do: the share of them on a day, and each of these. */
const use = { active: 0.2, requests: 50, reads: 0.8, peak: 4 };

/** Jobs that ask a provider for each user: the seconds in which all have their turn, and their share. */
const perUser = {
  "music-sync": { seconds: 900, share: 1 },
  "chat-analyze-notes": { seconds: 86_400, share: use.active },
  // From nine o'clock on.
  "encouragement-daily-drops": { seconds: 54_000, share: use.active },
};

/** What users need, from what was measured at the nearest size. */
function planTable(): string {
  const plans = [10_000, 1_000_000, 100_000_000].map((users) => {
    const near = known.findLast((each) => each.users <= users) ?? smallest!;
    const requests = users * use.active * use.requests / 86_400 * use.peak;
    const mean = (of: (all: Measured["all"]) => number) =>
      use.reads * below(near, 0.9, true, of) + (1 - use.reads) * below(near, 0.9, false, of);
    return {
      users,
      requests,
      busy: requests * mean(({ p50 }) => p50) / 1000,
      pages: requests * mean(({ buffers }) => buffers),
    };
  });
  // The largest world with a whole year: in the smallest one user has most rows.
  const year = known.map(({ users }) => measuredWorld(users))
    .findLast((world) => world?.bytes && sizeOf(world.users).share === 1);
  const speed = (name: string) => {
    const job = jobs.find(({ job, workers }) => job === name && workers === 1);
    return job && job.done > 0 ? job.done / job.total * 1000 : undefined;
  };
  const row = (name: string, of: (plan: typeof plans[number]) => number | undefined) => [
    name,
    ...plans.map((plan) => {
      const value = of(plan);
      return value === undefined
        ? "not measured"
        : value < 10 && !Number.isInteger(value)
        ? value.toPrecision(2)
        : number(value);
    }),
  ];
  return `A fifth of the users is active on a day, with ${use.requests} requests each, four in five of ` +
    `them reads; the busiest hour has ${use.peak} times the mean.\n\n` +
    table(["users", ...plans.map(({ users }) => number(users))], [
      row("requests a second at the peak", ({ requests }) => requests),
      row("connections and processors busy at the peak, at most", ({ busy }) => busy),
      row("pages of 8 kB read a second at the peak, at most", ({ pages }) => pages),
      row(
        "database after a year, GB",
        ({ users }) => year && year.bytes / year.users * users / 1e9,
      ),
      row("`drops-award-monthly`, hours of one call after another", ({ users }) => {
        const rate = speed("drops-award-monthly");
        return rate && users / rate / 3600;
      }),
      ...Object.entries(perUser).map(([name, { seconds, share }]) =>
        row(`\`${name}\`, calls at once to keep up`, ({ users }) => {
          const rate = speed(name);
          return rate && Math.ceil(users * share / seconds / rate);
        })
      ),
    ]);
}

/** A row for each job, with what one worker and four have done. */
function jobsTable(): string {
  const names = [...new Set(jobs.map(({ job }) => job))];
  const cells = (outcome?: Outcome) =>
    outcome
      ? [
        outcome.calls,
        seconds(outcome.longestCall),
        seconds(outcome.longestStatement),
        seconds(outcome.total),
        number(outcome.done),
        number(rate(outcome)),
      ]
      : Array(6).fill("");
  const remark = (outcome?: Outcome) =>
    !outcome
      ? "not measured"
      : outcome.failed
      ? "failed"
      : isTwice(outcome, jobs)
      ? "rows done twice"
      : !meetsBars(outcome)
      ? "misses"
      : outcome.complete
      ? ""
      : "not ended";
  const head = ["calls", "call", "statement", "total", "rows", "a second"];
  return table(
    ["job", ...head, ...head.map((name) => `4: ${name}`), "remark"],
    names.map((name) => {
      const [one, four] = [1, 4].map((workers) =>
        jobs.find(({ job, workers: count }) => job === name && count === workers)
      );
      const remarks = [...new Set([remark(one), remark(four)])].filter(Boolean).join(", ");
      return [`\`${name}\``, ...cells(one), ...cells(four), remarks];
    }),
  );
}

/** The text with a table in the place that its comments mark. */
function withTable(text: string, name: string, content: string): string {
  const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/scaling.md has no place for ${name}`);
  return `${text.slice(0, from)}${begin}\n\n${content}\n\n${text.slice(to)}`;
}

/** The share of the operations whose p99 is at most so many milliseconds. */
const line = ({ users, routes }: Known): Line => {
  const times = routes.filter(({ failed }) => !failed).map(({ all }) => all.p99)
    .sort((a, b) => a - b);
  return {
    label: users.toLocaleString("en"),
    points: times.map((time, n) => [Math.max(time, 0.1), 100 * (n + 1) / times.length]),
  };
};
const scalingPlot = (): string =>
  drawChart({
    title: "Operations by their database time",
    x: { label: "Database time, p99 (ms)", domain: [0.1, 10_000], log: true },
    y: { label: "Share of the operations (%)", domain: [0, 100], format: "d" },
    legend: "Users",
    lines: known.map(line),
  });

let text = await Deno.readTextFile(page);
if (known.length) {
  text = withTable(text, "sizes", sizesTable());
  text = withTable(text, "plan", planTable());
  text = withTable(text, "routes", routesTable());
  await Deno.writeTextFile(plot("scaling"), scalingPlot());
}
if (wasLoaded) {
  text = withTable(text, "load", loadTables(table));
  await Deno.writeTextFile(plot("load"), loadPlot());
}
const baselines = keptRows();
if (baselines) {
  text = withTable(text, "baselines", baselinesTable(Object.values(baselines).flat()));
}
if (jobs.length) text = withTable(text, "jobs", jobsTable());
await Deno.writeTextFile(page, text);

await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", page.pathname] }).output();
console.log(
  `docs/scaling.md: routes at ${columns.join(", ") || "no size"}, ${jobs.length} runs of jobs` +
    (wasLoaded ? ", load" : ""),
);
