import type { Auth } from "./auth.ts";

/** The tags of operations that no person calls, with their descriptions. */
export const callers = {
  jobs: "Scheduled jobs, called with the secret of the job",
  webhooks: "Events of outside providers, signed by them",
} as const;

/**
 * The tag of an operation: its group, for the operations of administrators `admin`, and for those
 * that no person calls one of `callers`.
 */
export function tagOf({ path, auth }: { path: string; auth: Auth }): string {
  const kind = typeof auth === "string" ? auth : auth.kind;
  if (kind === "super_admin") return "admin";
  if (kind === "cron" || kind === "super_admin-or-cron") return "jobs";
  if (kind === "none" || kind === "user" || kind === "account_holder") {
    return path.split("/", 2)[1]!;
  }
  return "webhooks";
}

/** The tags by who calls their operations, as readers of the document show them. */
export function tagGroups(people: string[], service: string[]) {
  return [
    { name: "People", tags: people.filter((tag) => tag !== "admin") },
    { name: "Administrators", tags: ["admin"] },
    { name: "Jobs", tags: ["jobs"] },
    { name: "Webhooks", tags: ["webhooks"] },
    { name: "Service", tags: service },
  ];
}
