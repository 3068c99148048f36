/** The privileges of the local database equal the hosted ones. */
import postgres from "postgres";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../base/ports.ts";
import { scratchFolder } from "../base/scratch.ts";
import { startDatabase } from "../postgres/database.ts";
import { as, sql } from "./support/platform.ts";

const attempt = (statement: string) =>
  sql.begin(async (transaction) => {
    await transaction.unsafe(statement);
    throw new Error("rolled back");
  });

describe("the owner of the project", () => {
  it("is not a superuser", async () => {
    const [role] = await sql`
      select current_user as name, rolsuper, rolbypassrls from pg_roles where rolname = current_user`;
    expect(role).toEqual({ name: "postgres", rolsuper: false, rolbypassrls: true });
  });

  it.each([
    "alter table auth.users add column mine text",
    "drop table auth.refresh_tokens",
    "create table auth.mine (id int)",
    "create table storage.mine (id int)",
    "alter table storage.objects add column mine text",
    "alter table storage.objects disable row level security",
    "drop function storage.foldername(text)",
    "create index mine on storage.objects (owner)",
    "create function auth.mine() returns int language sql as 'select 1'",
    "create table realtime.mine (id int)",
    "create function realtime.mine() returns int language sql as 'select 1'",
    "create trigger mine after insert on realtime.messages for each row execute function private.nothing()",
    "create index mine on realtime.messages (topic)",
    "alter table realtime.messages disable row level security",
    "drop table realtime.messages",
    "create role mine superuser",
    "alter role supabase_auth_admin password 'mine'",
    "set session_replication_role = replica; create table auth.mine (id int)",
    "insert into cron.job (schedule, command) values ('* * * * *', 'select 1')",
    "update cron.job set username = 'supabase_admin'",
    "select cron.alter_job(1, username := 'supabase_admin')",
    "create table cron.mine (id int)",
    "alter table cron.job disable row level security",
    "insert into vault.secrets (secret) values ('plain')",
  ])("may not: %s", async (statement) => {
    await expect(attempt(statement)).rejects.toThrow(/permission denied|must be|only roles/i);
  });

  it.each([
    "create policy mine on storage.objects for select to authenticated using (true)",
    "create policy mine on realtime.messages for select to authenticated using (true)",
    "insert into realtime.messages (topic, extension) values ('a', 'broadcast')",
    "create trigger mine after insert on auth.users for each row execute function private.nothing()",
    "create table public.mine (id uuid references auth.users (id))",
    "delete from auth.sessions",
    "alter publication supabase_realtime add table public.books",
    "create extension if not exists citext with schema extensions",
    "create extension moddatetime with schema extensions",
    "create extension postgres_fdw with schema extensions",
    "alter role authenticator set pgrst.db_aggregates_enabled = 'true'",
    "alter role authenticator set pgrst.db_schemas = 'public, other'",
    "set session_replication_role = replica",
  ])("may: %s", async (statement) => {
    await expect(attempt(statement)).rejects.toThrow("rolled back");
  });
});

describe.each(["anon", "authenticated"])("a client's role, %s", (role) => {
  it.each([
    "select cron.schedule('* * * * *', 'select 1')",
    "select * from cron.job",
    "select net.http_get('http://127.0.0.1')",
    "select * from net._http_response",
    "select vault.create_secret('x')",
    "select * from vault.decrypted_secrets",
  ])("may not: %s", async (statement) => {
    await expect(as({ role }, (transaction) => transaction.unsafe(statement)))
      .rejects.toMatchObject({ code: "42501" });
  });
});

describe("a new table", () => {
  afterAll(() => sql`drop table if exists public.local_new`);

  it("is not exposed until privileges are granted", async () => {
    await sql`create table public.local_new (id int)`;
    const [row] = await sql`
      select bool_or(has_table_privilege(role, 'public.local_new', 'select')) as any_of_them
      from unnest(array['anon', 'authenticated', 'service_role']) as role`;
    expect(row!.any_of_them).toBe(false);
  });
});

describe("a database of an earlier version", () => {
  it("is refused with advice", async () => {
    const dir = await scratchFolder("earlier");
    onTestFinished(() => Deno.remove(dir, { recursive: true }));
    const options = { dir, port: freePort(), ephemeral: true, log: () => {} };
    const { server, url } = await startDatabase(options);
    const superuser = postgres(url("supabase_admin"), { max: 1, onnotice: () => {} });
    await superuser`drop table realtime.messages cascade`;
    await superuser.end();
    await server.stop();
    await expect(startDatabase(options)).rejects.toThrow('"npm run reset" starts over');
  });
});
