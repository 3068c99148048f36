-- What hosted brings as extensions.
create extension pg_cron with schema pg_catalog;
create extension pg_net with schema extensions;
