/** The service under test: sends it cases, learns from its answers and checks them. */
import type postgres from "postgres";
import type { Document, Operation } from "../contract/operations.ts";
import { type Checks, Fault } from "./checks.ts";
import { type KnownValues, nounOf } from "./known.ts";
import { secretsIn } from "./links.ts";
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
    const rendered = await render(operation, given, credentials, this.known).catch((error) => {
      // The values of a case can make a body that is longer than a string may be.
      if (!(error instanceof RangeError)) throw error;
    });
    if (!rendered) return;
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

  /** How many requests to an operation have succeeded. */
  successes({ operationId }: Operation): number {
    return this.statusesOf(operationId).filter(([status]) => /^[23]/.test(status))
      .reduce((sum, [, times]) => sum + times, 0);
  }

  /** The statuses of an operation's answers, with how often each came. */
  statusesOf(operationId: string): [status: string, times: number][] {
    return [...this.answers].filter(([key]) => key.startsWith(`${operationId} `))
      .map(([key, times]) => [key.split(" ")[1]!, times]);
  }

  async #ask({ operation, rendered }: Exchange, who: Who): Promise<Received> {
    const received = await send(this.base, rendered).catch((error) => {
      throw error instanceof Hang ? new Fault("hang", "no answer in 10 s") : error;
    });
    const { status } = received;
    count(this.answers, `${operation.operationId} ${status}`);
    if (status < 300) await this.#learn({ operation, rendered, received }, who);
    return received;
  }

  async #learn({ operation, rendered, received }: Required<Exchange>, who: Who): Promise<void> {
    const { method, target, body, path } = rendered;
    const { status, text, headers } = received;
    const sent = body && body.length < 10_000 ? new TextDecoder().decode(body) : "";
    this.known.note(method, sent + target);
    const isJson = headers.get("content-type")?.startsWith("application/json");
    // The document itself tells examples.
    if (!isJson || operation.path.endsWith(".json")) return;
    const schema = operation.responses[status]?.content?.["application/json"]?.schema;
    const owner = method === "GET" ? undefined : who;
    this.known.learn(text, schema, this.document, { noun: nounOf(operation.path), owner });
    this.known.locate(operation.path, path, text, who);
    for (const [name, value] of await secretsIn(text)) {
      this.known.add(name, value);
      this.known.add(`${who} ${name}`, value);
    }
    this.people.impersonate(text);
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
