/** The senders of requests. A person whom a request deletes, blocks or signs out is replaced. */
import { createClient } from "@supabase/supabase-js";
import { Webhook } from "standardwebhooks";
import { Stripe } from "stripe";
import type postgres from "postgres";
import type { Status } from "../../packages/local-supabase/helpers.ts";
import type { KnownValues } from "./known.ts";

/**
 * `job` has the secret of the jobs, `provider` signs what it sends as a webhook, `gone` has the token
 * of a deleted account, and `acting` is a super admin in somebody else's account.
 */
export type Who =
  | "user"
  | "other"
  | "stranger"
  | "admin"
  | "blocked"
  | "gone"
  | "acting"
  | "job"
  | "provider"
  | "nobody";

const password = "correct-horse-battery";

export class People {
  /** The access token of each. */
  readonly #tokens = new Map<Who, string>();
  readonly #demo: { email: string; password: string }[];

  constructor(
    private readonly status: Status,
    private readonly sql: postgres.Sql,
    private readonly known: KnownValues,
    private readonly secrets: Record<"job" | "stripe" | "resend", string>,
  ) {
    this.#demo = status.accounts.filter(({ role }) => role === "user");
  }

  /** Signs up the people who are missing. */
  async complete(): Promise<void> {
    for (const who of ["user", "other", "stranger", "admin", "blocked", "gone"] as const) {
      if (!this.#tokens.has(who)) this.#tokens.set(who, await this.#signUp(who));
    }
  }

  /** Signs up the person anew if an answer says that the account or the session has ended. */
  async replaceEnded(who: Who, answer: string): Promise<boolean> {
    const hasEnded = /"(account_(deleted|blocked|leaving)|session_ended)"/.test(answer);
    if (!hasEnded || who === "blocked" || who === "gone") return false;
    this.#tokens.delete(who);
    await this.complete();
    return true;
  }

  /** Acts with the session of an answer, if it is one of another's account. */
  impersonate(answer: string): void {
    const [, token] = /"session":\{"access_token":"([^"]+)"/.exec(answer) ?? [];
    if (token) this.#tokens.set("acting", token);
  }

  /** The headers that show who sends a body. */
  async credentials(who: Who, body: string): Promise<[string, string][]> {
    const { job, stripe, resend } = this.secrets;
    if (who === "nobody") return [];
    if (who === "job") return [["x-cron-secret", job]];
    if (who === "provider") {
      const now = new Date();
      const id = `msg_${crypto.randomUUID()}`;
      return [
        ["svix-id", id],
        ["svix-timestamp", String(Math.floor(now.getTime() / 1000))],
        ["svix-signature", new Webhook(resend).sign(id, now, body)],
        [
          "stripe-signature",
          await Stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret: stripe }),
        ],
      ];
    }
    const token = this.#tokens.get(who) ?? this.#tokens.get("admin");
    return [["authorization", `Bearer ${token}`]];
  }

  #auth = (key: string) =>
    createClient(this.status.api_url, key, { auth: { persistSession: false } }).auth;

  async #signIn(who: Who, account: { email: string; password: string }): Promise<string> {
    const { data, error } = await this.#auth(this.status.publishable_key)
      .signInWithPassword(account);
    if (error) throw error;
    const { user, session } = data;
    await this.#equip(user.id);
    this.known.add("user", user.id);
    this.known.add(who, user.id);
    this.known.add("email", account.email);
    this.known.add("token", session.access_token);
    // The deletion of an account names its address.
    this.known.add(`${who} confirm`, account.email);
    return session.access_token;
  }

  /** Gives somebody what the assistant and a check-in need: leave to read, and an open window. */
  async #equip(id: string): Promise<void> {
    await this.sql`update public.profiles set read_notes_enabled = true where id = ${id}`;
    await this.sql`
      with days as (
        insert into private.workout_dates (date, generated_at) values (current_date + 1, now())
        on conflict (date) do nothing
      )
      insert into public.workout_window_chains (
        date, user_id, team_color, location_group, starts_at, ends_at, closes_at
      )
      values (current_date + 1, ${id}, 'red', 'Lyon', now(), now() + interval '2 hours',
        now() + interval '150 minutes')
      on conflict do nothing`;
  }

  async #signUp(who: Who): Promise<string> {
    // The accounts of the demo data have rows of most kinds.
    const demo = this.#demo.shift();
    if (demo) return await this.#signIn(who, demo);
    const email = `${who}.${crypto.randomUUID()}@example.com`;
    const { admin } = this.#auth(this.status.secret_key);
    const { data, error } = await admin.createUser({
      email,
      password,
      email_confirm: true,
      user_metadata: { full_name: who },
    });
    if (error) throw error;
    const { id } = data.user;
    if (who === "admin") {
      await this.sql`update public.profiles set role = 'super_admin' where id = ${id}`;
    }
    const token = await this.#signIn(who, { email, password });
    if (who === "blocked") {
      await this.sql`update public.profiles set is_active = false where id = ${id}`;
    }
    if (who === "gone") await admin.deleteUser(id);
    return token;
  }
}
