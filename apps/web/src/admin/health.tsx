/** The state of the service, its costs, and its jobs. */
import type { Answer } from "@journal/client";
import { Button, Card } from "../parts/controls.tsx";
import { Failed, Loading } from "../parts/states.tsx";
import { useRemote } from "../remote.ts";
import { api } from "../service.ts";
import { fullMoment, moment, span } from "../words.ts";
import { type Metrics, readMetrics } from "./metrics.ts";
import { amount, Facts, Head, usd } from "./parts.tsx";

type Health = Answer<"/api/admin/health", "get">;
type Job = Health["jobs"][number];

export function HealthScreen() {
  const health = useRemote(
    () => Promise.all([api.get("/api/admin/health"), readMetrics().catch(() => null)]),
    [],
  );
  return (
    <div class="page wide">
      <Head title="Health">
        <Button isBusy={health.isLoading} onClick={health.retry}>Refresh</Button>
      </Head>
      {health.failure && <Failed failure={health.failure} retry={health.retry} />}
      {health.value
        ? (
          <>
            <State health={health.value[0]} metrics={health.value[1]} />
            <Jobs jobs={health.value[0].jobs} />
          </>
        )
        : !health.failure && <Loading lines={8} />}
    </div>
  );
}

function State({ health, metrics }: { health: Health; metrics: Metrics | null }) {
  const { status, warning, database, migrations, ledger, ai, invalid_variables, commit } = health;
  const costs = (cost: number, limit: number | null) =>
    usd(cost) + (limit === null ? "" : ` of ${usd(limit)}`);
  const known = (name: string) => metrics![name] == null ? "Unknown" : amount(metrics![name]);
  const waiting = (count: string, age: string) =>
    metrics![count] === 0
      ? "None"
      : `${known(count)}${metrics![age] ? `, the oldest ${span(metrics![age] * 1000)}` : ""}`;
  const wrong = [
    warning,
    migrations.pending?.length && `Migrations are missing: ${migrations.pending.join(", ")}`,
    invalid_variables.length && `Variables have a wrong form: ${invalid_variables.join(", ")}`,
    ledger.mismatches && `${ledger.mismatches} balances differ from their ledger`,
  ].filter(Boolean);
  return (
    <Card
      title="The service"
      icon="target"
      aside={
        <span class={`chip ${status === "healthy" ? "completed" : "failed"}`}>
          {status === "healthy" ? "Healthy" : "Degraded"}
        </span>
      }
    >
      {wrong.map((text) => <p class="notice warning" key={text}>{text}</p>)}
      <Facts
        facts={{
          Database: database.ok ? `${Math.round(database.latency_ms ?? 0)} ms` : "No answer",
          Migrations: `${migrations.applied ?? "?"} of ${migrations.local}`,
          "Ledger checked": ledger.checked_at ? moment(ledger.checked_at) : "Not yet",
          Deployed: commit?.slice(0, 10) ?? "Unknown",
          ...(ai && {
            "AI calls today": costs(ai.cost_usd, ai.limit_usd),
            "Of free accounts": costs(ai.free_cost_usd, ai.free_limit_usd),
          }),
          ...(metrics && {
            "Refused this hour": `${known("requests_refused")}, failed ${known("requests_failed")}`,
            "Mails waiting": waiting("mails_waiting", "oldest_mail"),
            "Pushes waiting": waiting("pushes_waiting", "oldest_push"),
            "Files to delete": waiting("files_to_delete", "oldest_file_to_delete"),
            "Failed today": known("requests_failed_today"),
            "Mails given up in a day": known("mails_given_up"),
            "Pushes given up in a day": known("pushes_given_up"),
            "Payments of nobody known in 7 days": known("payments_without_user"),
            "Imports failed in 7 days": known("imports_failed"),
            "Last backup": metrics.last_backup == null
              ? "Unknown"
              : `${span(metrics.last_backup * 1000)} ago`,
          }),
        }}
      />
    </Card>
  );
}

/** Sorts jobs that need a look to the top. */
const urgency = ({ overdue, oldest_s, remaining }: Job) =>
  (overdue ? 1e12 : 0) + (oldest_s ?? 0) * 1e3 + Math.min(remaining ?? 0, 999);

function Jobs({ jobs }: { jobs: Job[] }) {
  const overdue = jobs.filter((job) => job.overdue).length;
  return (
    <Card
      title="Jobs"
      icon="window"
      aside={
        <span class={`chip ${overdue ? "failed" : "completed"}`}>
          {overdue ? `${overdue} overdue` : "All on time"}
        </span>
      }
    >
      <table class="sheet">
        <thead>
          <tr>
            <th scope="col">Job</th>
            <th scope="col">Last run</th>
            <th scope="col" class="number">Remaining</th>
            <th scope="col" class="number">Oldest</th>
          </tr>
        </thead>
        <tbody>
          {jobs.toSorted((a, b) => urgency(b) - urgency(a) || a.job.localeCompare(b.job)).map((
            { job, last_run, overdue, remaining, oldest_s },
          ) => (
            <tr key={job}>
              <th scope="row">
                {job.replaceAll("-", " ")} {overdue && <span class="chip failed">Overdue</span>}
              </th>
              <td title={last_run ? fullMoment(last_run) : undefined} data-label="Last run">
                {last_run ? moment(last_run) : "Never"}
              </td>
              <td class="number" data-label="Remaining">
                {remaining === null ? "Unknown" : amount(remaining)}
              </td>
              <td class="number" data-label="Oldest">
                {oldest_s === null ? "–" : span(oldest_s * 1000)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
