/** The checks that every answer must pass. */
import type postgres from "postgres";
import type { Document } from "../contract/operations.ts";
import { declaredIn } from "../support/declared.ts";
import { isByHand, type Received } from "./sending.ts";
import type { Rendered } from "./rendering.ts";

/** A promise that an answer breaks. */
export class Fault extends Error {
  /** @param kind what is broken, @param detail how, the same for the same cause. */
  constructor(readonly kind: string, readonly detail: string) {
    super(`${kind}: ${detail}`);
  }
}

/** The body of a refusal; that of JSON-RPC has an object. */
interface Refusal {
  code?: string;
  error?: string | { message?: string } | null;
}

/** Codes of a 503 that a request may get by right. */
const mayBe503 = new Set(["not_configured", "chat_disabled", "ai_limit_reached"]);

/** Traces of the machinery behind the service: files, tables, roles, errors of its parts. */
const internals = [
  /\bat .{1,80}\(?(file|ext|node|https?):[^ ]*:\d+:\d+/,
  /file:\/\/\/|node_modules|\/(work|home|root|tmp|var|usr)\/|[\w-]+\.ts:\d+/,
  /\b(relation|column|constraint|function|schema|operator) "|violates|syntax error at|SQLSTATE/i,
  /\bPGRST\w+|\bpg_\w+|\bprivate\.\w+|supabase_admin|service_role|authenticator/,
  /\b(select|insert|update|delete)\b.{1,60}\b(from|into|set|where)\b.{1,60}(\$\d|=)/i,
  /\b(TypeError|RangeError|ReferenceError|SyntaxError|ZodError|undefined is not|Cannot read)/,
  /postgres(ql)?:\/\/|127\.0\.0\.1|localhost:\d/,
];

export class Checks {
  private constructor(
    private readonly declared: ReturnType<typeof declaredIn>,
    private readonly names: RegExp,
    private readonly secrets: string[],
  ) {}

  /** Reads the names of tables and constraints, which no refusal may show. */
  static async start(source: Document, sql: postgres.Sql, secrets: string[]): Promise<Checks> {
    const rows = await sql<{ name: string }[]>`
      select relname as name from pg_class
      where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relname ~ '_'
      union select conname from pg_constraint where conname ~ '_'
      union select proname from pg_proc where pronamespace = 'private'::regnamespace and proname ~ '_'`;
    // A name that stands in the document does not have to be hidden.
    const told = JSON.stringify(source);
    const hidden = rows.map(({ name }) => name).filter((name) => !told.includes(name));
    const names = new RegExp(`\\b(${hidden.join("|")})\\b`);
    return new Checks(
      declaredIn(source as never),
      names,
      secrets.filter((each) => each.length > 8),
    );
  }

  /** Throws a `Fault` unless the answer keeps what the document promises. */
  answer(request: Rendered, answer: Received, atOnce: boolean): void {
    const { status, headers, text } = answer;
    const byHand = isByHand(request);
    // The server closes a connection whose bytes it cannot read as a request.
    if (status === 0 && byHand) return;
    const body = parse(text);
    const { code, error: said } = (body ?? {}) as Refusal;
    const error = typeof said === "object" ? said?.message : said;
    if (status === 0) throw new Fault("no answer", "the connection was closed");
    // The same request at the same moment may hold a lock.
    const isBusy = atOnce && headers.has("retry-after");
    if (status >= 500 && !(status === 503 && (mayBe503.has(code ?? "") || isBusy))) {
      throw new Fault(String(status), `${code ?? ""} ${error ?? text.slice(0, 200)}`);
    }
    this.#showsNothing(request, answer);
    // Without it the answer is the platform's, to a request that does not reach the service.
    if (!headers.has("x-request-id")) {
      if (byHand) return;
      throw new Fault("no x-request-id", `${status}`);
    }
    if (request.method === "OPTIONS" || request.method === "HEAD") return;
    if (status === 405) {
      if (code !== "method_not_allowed" || !headers.has("allow")) throw new Fault("405", text);
      return;
    }
    try {
      this.declared(request.method, request.target.split("?")[0]!, { status, body, headers });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Fault("undeclared", message.replace(/^\S+ \S+ /, ""));
    }
    if (status >= 400 && typeof error !== "string") throw new Fault("no error body", text);
  }

  #showsNothing({ target, headers, body }: Rendered, { status, text }: Received): void {
    const secret = this.secrets.find((each) => text.includes(each));
    if (secret) throw new Fault("leak", "a secret");
    if (status < 400) return;
    const sent = `${decode(target)} ${headers.join(" ")} ${body && new TextDecoder().decode(body)}`;
    for (const form of [...internals, this.names]) {
      const [found] = form.exec(text) ?? [];
      // The answer may repeat the words of the request.
      if (found && !sent.includes(found)) throw new Fault("leak", found);
    }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text || null;
  }
}

/** Decodes what can be decoded. */
const decode = (target: string): string =>
  target.replace(/(%[\dA-F]{2})+/gi, (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
