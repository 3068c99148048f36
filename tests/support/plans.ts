/** The plans of the queries inside database functions. */
import postgres from "postgres";
import { keys, platform } from "./platform.ts";

/** A node of an executed plan. */
interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Filter?: string;
  "Rows Removed by Filter"?: number;
  Output?: string[];
  Plans?: PlanNode[];
}

/** All nodes of a plan, the root first. */
export const nodesOf = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? []).flatMap(nodesOf),
];

/** The largest number of rows that any node of a plan reads, including rows that it filters out. */
export const mostRows = (plan: PlanNode): number =>
  Math.max(
    ...nodesOf(plan).map((node) =>
      (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
    ),
  );

type Given = (transaction: postgres.TransactionSql) => Promise<unknown>;

interface Step {
  /** Prepares this step alone, as the superuser without triggers. */
  given?: Given;
  query: string;
  parameters?: postgres.ParameterOrJSON<never>[];
}

/** An executed query and its plan. */
interface Executed {
  query: string;
  plan: PlanNode;
}

/**
 * Runs a query as a signed-in caller, or as the owner of the functions when there is none, and
 * returns the plans of all queries that it causes, also those inside functions, by auto_explain,
 * which only the superuser can use. Everything is rolled back, also the rows that `given` inserts
 * before, as the superuser without triggers.
 *
 * @example
 * const plans = await plansOf(ana.id, "select * from public.list_tone_packs('public')");
 * const page = plans.find(({ query }) => query.includes("limit p_limit"));
 */
export async function plansOf(
  userId: string | null,
  query: string,
  parameters: postgres.ParameterOrJSON<never>[] = [],
  given?: Given,
): Promise<Executed[]> {
  const [plans] = await plansOfEach(userId, () => Promise.resolve(), [{
    given,
    query,
    parameters,
  }]);
  return plans!;
}

/** As `plansOf`, of several queries after `shared`: each is rolled back before the next one. */
export async function plansOfEach(
  userId: string | null,
  shared: Given,
  steps: Step[],
): Promise<Executed[][]> {
  const url = new URL(platform.db_url);
  url.username = "supabase_admin";
  url.password = keys.database.supabase_admin;
  const notices: string[] = [];
  const superuser = postgres(url.href, {
    max: 1,
    onnotice: ({ message }) => void notices.push(message ?? ""),
  });
  const undo = new Error("undo");
  const ignoreUndo = (error: unknown) => {
    if (error !== undo) throw error;
  };
  const settings = {
    "auto_explain.log_analyze": "on",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_nested_statements": "on",
    client_min_messages: "notice",
    // Without effect unless the profile says so, too.
    "request.jwt.claims": JSON.stringify({
      sub: userId,
      role: "authenticated",
      user_role: "super_admin",
      session_id: crypto.randomUUID(),
    }),
    role: userId ? "authenticated" : "postgres",
  };
  const plans: Executed[][] = [];
  try {
    await superuser.begin(async (transaction) => {
      await transaction.unsafe("load 'auto_explain'");
      await transaction`set local session_replication_role = replica`;
      await shared(transaction);
      for (const { given, query, parameters } of steps) {
        await transaction.savepoint(async (savepoint) => {
          await given?.(savepoint);
          // It also makes Postgres forget the plans of functions, which another step has left.
          await savepoint`set local session_replication_role = origin`;
          for (const [name, value] of Object.entries(settings)) {
            await savepoint`select set_config(${name}, ${value}, true)`;
          }
          notices.length = 0;
          await savepoint.unsafe(query, parameters);
          throw undo;
        }).catch(ignoreUndo);
        plans.push(
          notices.filter((notice) => notice.startsWith("duration:")).map((notice) => {
            const { "Query Text": query, Plan: plan } = JSON.parse(
              notice.slice(notice.indexOf("{")),
            );
            return { query, plan };
          }),
        );
      }
      throw undo;
    }).catch(ignoreUndo);
  } finally {
    await superuser.end();
  }
  return plans;
}
