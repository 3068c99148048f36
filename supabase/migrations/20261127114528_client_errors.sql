insert into private.retention (relation, rule, since, keep, condition)
values ('private.rate_limit_hits', 'bucket = ''client_errors''', 'at', '00:01:00', 'bucket = ''client_errors''')
on conflict (relation, rule) do update set since = excluded.since, keep = excluded.keep, condition = excluded.condition;
insert into private.rate_limit_rules (bucket, max_hits, per)
values ('client_errors', '10', '00:01:00')
on conflict (bucket) do update set max_hits = excluded.max_hits, per = excluded.per;
