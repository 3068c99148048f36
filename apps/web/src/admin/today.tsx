/** The first screen: the figures and the waiting work of the morning, with links to them. */
import { Button, Card } from "../parts/controls.tsx";
import { Loaded } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { rowsOf } from "../data-api.ts";
import { api, supabase } from "../service.ts";
import { clock, shortDay } from "../words.ts";
import { type Day, type Metrics, readDays, readMetrics } from "./metrics.ts";
import { amount, Head, usd } from "./parts.tsx";

export function TodayScreen() {
  const read = useRemote(
    async () => {
      // The job counts every hour; for somebody who looks, the service counts now.
      const at = await rowsOf<string>(supabase.rpc("recount_service_days"));
      const [metrics, days, { ledger, migrations }] = await Promise.all([
        readMetrics(),
        readDays(15),
        api.get("/api/admin/health"),
      ]);
      return { metrics, days, ledger, migrations, at };
    },
    [],
  );
  return (
    <div class="page wide">
      <Head title="Today">
        <Button isBusy={read.isLoading} onClick={read.retry}>Refresh</Button>
      </Head>
      <Loaded remote={read} label="Loading the figures" lines={8}>
        {({ metrics, days, ledger, migrations, at }) => (
          <>
            <Days days={days} limit={metrics.ai_daily_cost_limit ?? null} />
            <div class="columns">
              <List title="Waits for you" figures={waiting} metrics={metrics} />
              <List
                title="Has failed"
                figures={failed}
                metrics={{
                  ...metrics,
                  ledger: ledger.mismatches,
                  migrations: migrations.pending?.length ?? 0,
                }}
              />
            </div>
            <p class="hint">Counted at {clock(at)}. Days are those of UTC.</p>
          </>
        )}
      </Loaded>
    </div>
  );
}

const measures: {
  name: string;
  of: "sign_ups" | "active_people" | "entries" | "ai_cost_usd";
  href: string;
}[] = [
  { name: "Sign-ups", of: "sign_ups", href: "#/users" },
  { name: "Active people", of: "active_people", href: "#/days" },
  { name: "Entries", of: "entries", href: "#/days" },
  { name: "AI cost", of: "ai_cost_usd", href: "#/days" },
];

const utcDay = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

function Days({ days, limit }: { days: Day[]; limit: number | null }) {
  const [today, yesterday] = [0, 1].map((ago) => days.find(({ day }) => day === utcDay(ago)));
  if (!days.length) {
    return <p class="notice">The figures of the days come within an hour: a job counts them.</p>;
  }
  return (
    <div class="tiles">
      {measures.map(({ name, of, href }) => {
        const show = of === "ai_cost_usd" ? usd : amount;
        return (
          <a class="card tile" href={href} key={of}>
            <span class="tile-name">{name}, yesterday</span>
            <strong>{yesterday ? show(yesterday[of]) : "Not counted"}</strong>
            <span class="hint">
              {today ? show(today[of]) : "Nothing"} today
              {of === "ai_cost_usd" && limit !== null && ` of ${usd(limit)}`}
            </span>
            <Bars days={days} of={of} show={show} />
          </a>
        );
      })}
    </div>
  );
}

/** A bar for each of the last days, the oldest first. */
function Bars({ days, of, show }: {
  days: Day[];
  of: (typeof measures)[number]["of"];
  show(value: number): string;
}) {
  const values = days.toReversed().map((day) => day[of]);
  const most = Math.max(...values, 1e-9);
  const [first, last] = [days.at(-1)!, days[0]!];
  return (
    <svg
      class="bars"
      role="img"
      aria-label={`From ${shortDay(first.day)} to ${shortDay(last.day)}: at most ${
        show(most)
      } a day`}
      viewBox={`0 0 ${values.length * 4} 24`}
      preserveAspectRatio="none"
    >
      {values.map((value, index) => {
        const height = Math.max(1, value / most * 24);
        return <rect key={index} x={index * 4} y={24 - height} width={3} height={height} />;
      })}
    </svg>
  );
}

interface Figure {
  metric: string;
  name: string;
  href: string;
}

const waiting: Figure[] = [
  { metric: "reports_open", name: "Reports", href: "#/reports" },
  { metric: "check_ins_to_review", name: "Check-ins in doubt", href: "#/review" },
  { metric: "videos_to_review", name: "Videos", href: "#/review/videos" },
  { metric: "opportunities_to_review", name: "Opportunities", href: "#/review/opportunities" },
  { metric: "sponsors_to_review", name: "Sponsors", href: "#/review/sponsors" },
];

const failed: Figure[] = [
  { metric: "jobs_overdue", name: "Jobs that are overdue", href: "#/health" },
  { metric: "requests_failed_today", name: "Requests that failed today", href: "#/health" },
  { metric: "mails_given_up", name: "Mails given up in a day", href: "#/health" },
  { metric: "pushes_given_up", name: "Pushes given up in a day", href: "#/health" },
  { metric: "payments_without_user", name: "Payments of nobody known in 7 days", href: "#/health" },
  { metric: "imports_failed", name: "Imports that failed in 7 days", href: "#/imports" },
  { metric: "ledger", name: "Balances that differ from their ledger", href: "#/health" },
  { metric: "migrations", name: "Migrations that are missing", href: "#/health" },
];

function List(
  { title, figures, metrics }: { title: string; figures: Figure[]; metrics: Metrics },
) {
  const isFailure = figures === failed;
  const numbers = figures.map(({ metric }) => metrics[metric] ?? 0);
  const kinds = numbers.filter(Boolean).length;
  return (
    <Card
      title={title}
      icon={isFailure ? "warning" : "check"}
      aside={
        <span class={`chip ${!kinds ? "completed" : isFailure ? "failed" : "pending"}`}>
          {!kinds
            ? isFailure ? "Nothing" : "All done"
            : isFailure
            ? `${kinds} to look at`
            : `${amount(numbers.reduce((sum, each) => sum + each))} in all`}
        </span>
      }
    >
      <ul class="counts">
        {figures.map(({ metric, name, href }) => {
          const number = metrics[metric] ?? 0;
          return (
            <li key={metric}>
              <a href={href} class={number ? "" : "none"}>
                <span>{name}</span>
                <strong>{number >= 10_000 ? "10,000 or more" : amount(number)}</strong>
              </a>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
