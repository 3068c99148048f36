-- Extensions that hosted brings.
create extension pg_cron with schema pg_catalog;
create extension pg_net with schema extensions;
