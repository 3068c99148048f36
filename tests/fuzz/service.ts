/** The service under test: sends it cases, learns from its answers and checks them. */
import type postgres from "postgres";
import type { Document, Operation } from "../contract/operations.ts";
import { type Checks, Fault } from "./checks.ts";
import { type KnownValues, nounOf } from "./known.ts";
import type { People, Who } from "./people.ts";
import { render, type Rendered } from "./rendering.ts";
import type { Case } from "./requests.ts";
import { Hang, type Received, send } from "./sending.ts";
import { writesSince } from "./writes.ts";

/** A request, and its answer where there is one. */
export interface Exchange {
  operation: Operation;
  rendered: Rendered;
  received?: Received;
}

/** How often a refusal has to write to be a fault. */
const REPEATS = 3;

export class Service {
  /** How often each operation has answered with each status: `createGoal 201`. */
  readonly answers = new Map<string, number>();
  /** Refusals during which something was written, but not when they were repeated. */
  readonly suspicions = new Map<string, number>();
  last?: Exchange;
  readonly #operations: Map<string, Operation>;

  constructor(
    private readonly base: string,
    private readonly sql: postgres.Sql,
    private readonly document: Document,
    private readonly known: KnownValues,
    private readonly people: People,
    private readonly checks: Checks,
  ) {
    this.#operations = new Map(document.operations.map((each) => [each.operationId, each]));
  }

  /**
   * Sends a case.
   *
   * @throws {Fault} if an answer breaks a promise.
   */
  async attempt(given: Case): Promise<void> {
    const operation = this.#operations.get(given.operation)!;
    const credentials = (body: string) => this.people.credentials(given.who, body);
    const rendered = await render(
      operation,
      given,
      credentials,
      (value) => this.known.resolve(value, given.who),
    );
    this.last = { operation, rendered };
    const all = await Promise.all(
      Array.from(
        { length: given.atOnce ? 3 : 1 },
        () => this.#ask({ operation, rendered }, given.who),
      ),
    );
    const writes = await writesSince(this.sql, all.map(requestId));
    for (const received of all) {
      this.last = { operation, rendered, received };
      this.checks.answer(rendered, received, all.length > 1);
      const isNew = await this.people.replaceEnded(given.who, received.text);
      if (isNew) await writesSince(this.sql, []);
    }
    if (writes.length && all.every(({ status }) => status >= 400)) {
      await this.#doubt({ operation, rendered }, given.who, writes);
    }
  }

  async #ask({ operation, rendered }: Exchange, who: Who): Promise<Received> {
    const received = await send(this.base, rendered).catch((error) => {
      throw error instanceof Hang ? new Fault("hang", "no answer in 10 s") : error;
    });
    const { status, text, headers } = received;
    count(this.answers, `${operation.operationId} ${status}`);
    if (status < 300 && headers.get("content-type")?.startsWith("application/json")) {
      const schema = operation.responses[status]?.content?.["application/json"]?.schema;
      this.known.learn(text, schema, this.document, {
        noun: nounOf(operation.path),
        owner: rendered.method === "GET" ? undefined : who,
      });
    }
    return received;
  }

  /**
   * Repeats a refused request during which something was written: what the service does for an
   * earlier request after its answer may have written it.
   */
  async #doubt(refused: Exchange, who: Who, writes: string[]): Promise<void> {
    for (let n = 0; n < REPEATS; n++) {
      do await new Promise((resolve) => setTimeout(resolve, 1_000)); while (
        (await writesSince(this.sql, [])).length
      );
      const received = await this.#ask(refused, who);
      const repeated = await writesSince(this.sql, [requestId(received)]);
      if (received.status < 400 || !repeated.length) {
        const { operationId } = refused.operation;
        return count(this.suspicions, `${operationId} ${received.status}: ${writes}`);
      }
    }
    throw new Fault("written", String(writes));
  }
}

const requestId = ({ headers }: Received) => headers.get("x-request-id");

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
