create or replace function private.search_query(p_query text, p_languages text[] default '{en}')
returns tsquery
language plpgsql immutable set search_path = ''
as $$
declare
  v_term record;
  v_text text;
  v_asked tsquery;
  v_each tsquery;
  v_not boolean := false;
  v_stop_words tsquery;
  v_all tsquery;
  v_any tsquery;
begin
  for v_term in
    with parts as (
      select part, n, n % 2 = 0 as quoted
      from string_to_table(p_query, '"') with ordinality as p (part, n)
    )
    select quoted, '' as sign, part as term, n, 1 as m from parts where quoted
    union all
    select false, t.term[1], t.term[2], p.n, t.m
    from parts as p, regexp_matches(p.part, '(?<!\S)(-?)(\S*)', 'g') with ordinality as t (term, m)
    where not p.quoted
    order by n, m
  loop
    if not v_term.quoted and v_term.sign = '' and lower(v_term.term) = 'or' then
      v_any := coalesce(v_any || v_all, v_any, v_all);
      v_all := null;
      continue;
    end if;
    v_not := v_not <> (v_term.sign = '-');
    continue when v_term.term = '' and not v_term.quoted;
    v_text := private.normalize_search_text(v_term.term);
    v_asked := private.asked_term(v_text, p_languages);
    if v_asked is null and not v_not then
      v_each := phraseto_tsquery('pg_catalog.simple', v_text);
      v_stop_words := coalesce(v_stop_words && v_each, v_each);
    elsif v_asked is not null then
      v_asked := case when v_not then !! v_asked else v_asked end;
      v_all := coalesce(v_all && v_asked, v_asked);
    end if;
    v_not := false;
  end loop;
  -- Without a word it is a query that finds nothing.
  return coalesce(v_any || v_all, v_any, v_all, v_stop_words,
    websearch_to_tsquery('pg_catalog.simple', left(p_query, 0)));
end
$$;
