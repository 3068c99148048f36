-- The roles, schemas and privileges of a new hosted project before its first migration. Runs once,
-- as the superuser supabase_admin, on a fresh cluster.

-- Roles. `postgres` owns the project and is not a superuser; the API roles own nothing.
create role anon nologin noinherit;
create role authenticated nologin noinherit;
create role service_role nologin noinherit bypassrls;
create role authenticator login noinherit;
create role postgres login createrole createdb replication bypassrls;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;
create role supabase_realtime_admin nologin noinherit;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres with admin option;
grant authenticator to postgres with admin option;
grant anon, authenticated, service_role to supabase_storage_admin;

-- The hosted time limits: an API call may hold the database for eight seconds.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
-- Dumps turn triggers off while they load their rows; hosted lets the owner do so.
grant set on parameter session_replication_role to postgres;
alter role supabase_auth_admin set search_path = 'auth';
alter role supabase_storage_admin set search_path = 'storage';

alter database postgres owner to postgres;
alter database postgres set search_path = "$user", public, extensions;

-- Schemas.
alter schema public owner to postgres;
grant usage on schema public to anon, authenticated, service_role;
revoke create on schema public from public;

create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension pgcrypto with schema extensions;
create extension "uuid-ossp" with schema extensions;
create extension pg_stat_statements with schema extensions;

create schema auth authorization supabase_auth_admin;
create schema storage authorization supabase_storage_admin;
create schema realtime authorization supabase_admin;
grant usage on schema realtime to postgres, anon, authenticated, service_role;

-- Clients subscribe to the tables that migrations add to this publication.
create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;

create schema supabase_migrations authorization postgres;
