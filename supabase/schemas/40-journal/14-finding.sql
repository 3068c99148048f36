-- Finding entries by the words of a question, of which an entry may lack some. An entry counts by
-- the words that it has: rare words among the user's own entries more than common ones. Nothing of
-- others is read, so that no order tells anything about their entries.

-- The words of a question, up to 20, each asked as a search asks it, and how much each tells. The
-- words with which people ask (`often`, `happened`, the names of months) tell nothing, and a name
-- half as much as another word: it tells of whom, not of what. In the first word, and in languages
-- that write all nouns so, a capital makes no name. Without a telling word all tell alike.
create function private.question_words(p_question text, p_languages text[])
returns table (n integer, query tsquery, tells float8)
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_asking constant text[] := string_to_array(lower(concat_ws(' ',
    private.text('question', 'asking', p_languages[1]),
    private.text('date', 'months', p_languages[1]),
    private.text('date', 'weekdays', p_languages[1])) collate pg_catalog.pg_c_utf8), ' ');
  v_has_names constant boolean :=
    private.text('question', 'capitals', p_languages[1]) = 'names';
begin
  return query
    with written as (
      select w.word, row_number() over (order by w.n) as n
      from regexp_split_to_table(p_question, '[^' || private.letters() || ']+')
        with ordinality as w (word, n)
      where w.word <> ''
    ),
    words as (
      select min(w.n) as place, a.asked, bool_or(t.word = any (v_asking)) as asks,
        v_has_names and bool_or(w.n > 1
          and left(w.word, 1) <> lower(left(w.word, 1) collate pg_catalog.pg_c_utf8)) as names
      from written as w,
        string_to_table(private.normalize_search_text(w.word), ' ') as t (word),
        private.asked_term(t.word, p_languages) as a (asked)
      where t.word <> '' and a.asked is not null
      group by a.asked
      order by 1 limit 20
    )
    select row_number() over (order by w.place)::integer, w.asked,
      case when bool_and(w.asks) over () then 1 when w.asks then 0 when w.names then 0.5 else 1 end
        ::float8
    from words as w;
end
$$;

-- The caller's entries that are about a question, the best first: among the latest 2,000 that
-- fit the filters (null means no filter), so that no question takes longer than that. A word weighs
-- by how few of these entries have it; up to five are few. An entry comes before another by the
-- weights of the words that it has, half as much again for those in its title, and where that is
-- equal by its time. Its share is the weight of what it has of all that tells; a word of no entry
-- weighs most. Where no entry has 45 % of it, the journal has nothing about the question; otherwise
-- entries with 15 % follow. `npm run bench -- recall` measures both, and in its rows on 10,000 own
-- entries the setting: a kept plan expects few entries, and sorts all before it takes the latest.
create function private.entries_about(
  p_question text, p_notebook_id uuid, p_tag text, p_mood text, p_from timestamptz,
  p_to timestamptz, p_limit integer
) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_sort = off
as $$
declare
  v_caller constant uuid := private.require_caller();
  v_queries tsquery[];
  v_tells float8[];
  v_any tsquery;
  v_query tsquery;
begin
  select array_agg(w.query order by w.n), array_agg(w.tells order by w.n) into v_queries, v_tells
  from private.question_words(p_question, private.search_languages(v_caller)) as w;
  foreach v_query in array coalesce(v_queries, '{}') loop
    v_any := coalesce(v_any || v_query, v_query);
  end loop;
  return array(
    with own as materialized (
      select e.id, e.written_at from public.journal_entries as e
      where e.user_id = v_caller
        and (p_notebook_id is null or e.notebook_id = p_notebook_id)
        and (p_tag is null or p_tag = any (e.tags))
        and (p_mood is null or lower(e.mood) = lower(p_mood))
        and (p_from is null or e.written_at >= p_from)
        and (p_to is null or e.written_at < p_to)
      order by e.written_at desc, e.id desc limit 2000
    ),
    hits as materialized (
      select found.id, found.written_at, w.n
      from (
        select o.id, o.written_at, d.words from own as o cross join lateral (
          -- Each by its key, never all entries of everybody; and copied, because each word is
          -- looked up in it.
          select d.words || '' as words from private.journal_entry_documents as d
          where d.entry_id = o.id and d.words @@ v_any offset 0
        ) as d
      ) as found
      -- Each entry once with all words: the other way round, the copies are read for each word.
      cross join lateral (
        select q.n from unnest(v_queries) with ordinality as q (query, n)
        where found.words @@ q.query offset 0
      ) as w
    ),
    counts as materialized (select h.n, count(*) as entries from hits as h group by h.n),
    weights as materialized (
      select w.n, w.query, w.tells,
        ln(1 + (select count(*) from own) / (5 + coalesce(c.entries, 0))::float8) as weight
      from unnest(v_queries, v_tells) with ordinality as w (query, tells, n)
      left join counts as c on c.n = w.n
    ),
    shares as materialized (
      -- Sums of the same weights in another order differ in their last digits.
      select h.id, h.written_at, round(sum(w.weight)::numeric, 6) as weight,
        sum(w.weight * w.tells) / (select sum(weight * tells) from weights) as share
      from hits as h join weights as w on w.n = h.n
      group by h.id, h.written_at
    ),
    -- The titles of so many are looked at.
    best as (
      select s.id, s.written_at, s.weight from shares as s
      where s.share >= 0.15 and (select max(share) from shares) >= 0.45
      order by s.weight desc, s.written_at desc, s.id desc limit 500
    )
    select b.id
    from best as b
    cross join lateral (
      select private.search_words(e.title, d.language) as words
      from public.journal_entries as e join private.journal_entry_documents as d on d.entry_id = e.id
      where e.id = b.id offset 0
    ) as title
    cross join lateral (
      select coalesce(round(sum(w.weight / 2)::numeric, 6), 0) as weight
      from weights as w where title.words @@ w.query
    ) as t
    order by b.weight + t.weight desc, b.written_at desc, b.id desc
    limit p_limit);
end
$$;

grant execute on function private.entries_about to authenticated;

-- The caller's own entries that are about a question, the best first; none where the journal has
-- nothing about it.
create function public.find_journal_entries(
  p_question text, p_notebook_id uuid default null, p_tag text default null,
  p_mood text default null, p_from timestamptz default null, p_to timestamptz default null,
  p_limit integer default 10
) returns setof json
language plpgsql stable rows 20 set search_path = ''
as $$
begin
  perform private.refuse_if(char_length(p_question) > 200,
    400, 'question: expected at most 200 characters', 'too_long');
  perform private.refuse_if(char_length(p_tag) > 50,
    400, 'tag: expected at most 50 characters', 'too_long');
  perform private.refuse_if(char_length(p_mood) > 50,
    400, 'mood: expected at most 50 characters', 'too_long');
  return query select * from private.entries_in_full(private.entries_about(
    p_question, p_notebook_id, p_tag, p_mood, p_from, p_to, private.page_limit(p_limit)));
end
$$;

grant execute on function public.find_journal_entries to authenticated;
