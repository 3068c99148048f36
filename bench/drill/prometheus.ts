/** A separate Prometheus with the configuration and the rules of `ops/`, which reads a platform. */
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { freePort, projectRoot } from "../../packages/local-supabase/helpers.ts";

interface Alert {
  name: string;
  severity: string;
  /** The label that tells it from other alerts of its rule: a job, a figure. */
  about: string;
}

export interface Prometheus {
  /** The alerts that fire. */
  firing(): Promise<Alert[]>;
  stop(): Promise<void>;
}

/** Starts it. Throws where Debian's package `prometheus` is not installed. */
export async function startPrometheus(
  folder: string,
  { port, token }: { port: number; token: string },
): Promise<Prometheus> {
  const ops = join(projectRoot, "ops");
  const config = parse(await Deno.readTextFile(join(ops, "prometheus.yaml")));
  config.rule_files = [join(ops, "alerts.yaml")];
  Object.assign(config.scrape_configs[0], {
    scheme: "http",
    authorization: { credentials: token },
    static_configs: [{ targets: [`127.0.0.1:${port}`] }],
  });
  const file = join(folder, "prometheus.yaml");
  await Deno.writeTextFile(file, stringify(config));
  const address = `127.0.0.1:${freePort()}`;
  const child = new Deno.Command("prometheus", {
    args: [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, "prometheus")}`,
      `--web.listen-address=${address}`,
      "--log.level=error",
    ],
    stdin: "null",
  }).spawn();
  return {
    async firing() {
      const answer = await fetch(`http://${address}/api/v1/alerts`).catch(() => null);
      if (!answer?.ok) return [];
      const { data: { alerts } } = await answer.json();
      return alerts.filter(({ state }: { state: string }) => state === "firing")
        .map(({ labels: { alertname, severity, job, figure } }: {
          labels: Record<string, string>;
        }) => ({
          name: alertname,
          severity,
          about: figure ?? (job === "journal" ? "" : job) ?? "",
        }));
    },
    async stop() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}
