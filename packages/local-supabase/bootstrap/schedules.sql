-- The vault, the one extension for scheduled jobs that a new hosted project has; its migrations
-- create pg_cron and pg_net themselves. Runs once, as supabase_admin.
create schema vault authorization supabase_admin;
create extension supabase_vault with schema vault;
