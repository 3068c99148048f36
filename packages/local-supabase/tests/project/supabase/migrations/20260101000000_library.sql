-- Tables that embed one another, two deep, and tables that are not exposed.
create schema private;
create function private.nothing() returns trigger language plpgsql as 'begin return new; end';

create table public.shelves (id bigint generated always as identity primary key, name text);
create table public.books (
  id bigint generated always as identity primary key,
  shelf_id bigint references public.shelves (id),
  title text
);
create table public.pages (
  id bigint generated always as identity primary key,
  book_id bigint references public.books (id),
  number integer
);
grant all on public.shelves, public.books, public.pages to service_role;

create function public.custom_access_token_hook(event jsonb) returns jsonb
  language sql immutable set search_path = ''
  as $$ select jsonb_set(event, '{claims,user_role}', '"user"') $$;
revoke execute on function public.custom_access_token_hook from public;
grant execute on function public.custom_access_token_hook to supabase_auth_admin;
