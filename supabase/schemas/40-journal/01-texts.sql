-- Texts of entries: their sizes, mentions, and the words for search.

-- Sizes ------------------------------------------------------------------------------------------

create function private.text_bytes(p_title text, p_content text, p_tags text[]) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return octet_length(concat(p_title, p_content, array_to_string(p_tags, '')));
end
$$;

-- Counts the text of an entry, which had p_before bytes: all of it as written today, the difference
-- as kept. Before the entry is written: all lock this count before the streaks.
create function private.count_text(
  p_user_id uuid, p_title text, p_content text, p_tags text[], p_before integer default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_bytes constant integer := private.text_bytes(p_title, p_content, p_tags);
begin
  perform private.count_made('bytes of text', p_user_id, v_bytes);
  perform private.keep_text(p_user_id, v_bytes - coalesce(p_before, 0));
end
$$;

-- Mentions ----------------------------------------------------------------------------------------

-- The length in JavaScript: characters beyond the basic plane count as two units (RFC 2781).
create function private.utf16_length(p_text text) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  -- Most texts are ASCII.
  if octet_length(p_text) = char_length(p_text) then
    return char_length(p_text);
  end if;
  return char_length(p_text)
    + char_length(regexp_replace(p_text, '[^\U00010000-\U0010FFFF]', '', 'g'));
end
$$;

-- Letters and digits of every script, for use inside a bracket expression. The character classes of
-- regular expressions depend on the locale of the database.
create function private.letters() returns text
language sql immutable set search_path = ''
as $$
  select 'A-Za-z0-9\u00AA\u00B5\u00BA\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u1FFF\u2C00-\u2DFF'
    '\u3005-\u3007\u3021-\u302F\u3031-\uD7FF\uF900-\uFDFF\uFE70-\uFEFE\uFF10-\uFF19\uFF21-\uFF3A'
    '\uFF41-\uFF5A\uFF66-\uFFDC\U00010000-\U0001EFFF\U00020000-\U000323AF'
$$;

-- Matches `@handle` and `#tag`, and also URLs and e-mail addresses, so that nothing inside them
-- matches. In scripts without spaces a mention needs no space around it.
create function private.mention_pattern() returns text
language sql immutable set search_path = ''
as $$
  select '(?:[A-Za-z][A-Za-z0-9+.-]*://|www\.)[!-~]+'
    '|[A-Za-z0-9._%+-]*[A-Za-z0-9_]@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+'
    '|(?<![A-Za-z0-9_\u00C0-\u0DFF@#/&])'
    '(?:@[A-Za-z0-9_]{3,30}(?![A-Za-z0-9_\u00C0-\u0DFF@])|#[_'
    || private.letters() || ']+(?:-[_' || private.letters() || ']+)*)'
$$;

-- The mentions of a text: `@handle` with its user, `#tag` as written. `text` is the slice [start,
-- end) of the content in UTF-16 units. Only the first 200 count. A content that is too long to be
-- stored has none.
create function private.parse_mentions(p_content text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Most texts have none.
  if char_length(p_content) > 100000 or p_content !~ '[@#]' then
    return '[]';
  end if;
  return (
    with tokens as (
      select token[1] as text, n
      from regexp_matches(p_content, private.mention_pattern(), 'g')
        with ordinality as m (token, n)
    ),
    gaps as (
      select gap, n
      from regexp_split_to_table(p_content, private.mention_pattern()) with ordinality as s (gap, n)
    ),
    placed as (
      select
        t.text,
        sum(private.utf16_length(g.gap) + private.utf16_length(t.text)) over (order by t.n)::integer
          as ends_at,
        t.n
      from tokens as t join gaps as g on g.n = t.n
    ),
    mentions as (
      select *, left(text, 1) = '@' as is_user from placed
      where left(text, 1) = '@' or left(text, 1) = '#' and char_length(text) <= 51
      order by n limit 200
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'kind', case when m.is_user then 'user' else 'tag' end,
      'text', m.text,
      'user_id', c.id,
      'start', m.ends_at - private.utf16_length(m.text),
      'end', m.ends_at
    ) order by m.n), '[]')
    from mentions as m
    left join public.profile_cards as c
      on m.is_user and lower(c.handle) = lower(substr(m.text, 2))
  );
end
$$;

-- Search ------------------------------------------------------------------------------------------

-- A text prepared for search: lower-case letters and digits with single spaces between words; each
-- character of a script without spaces (Thai, Lao, Myanmar, Khmer, kana, ideographs) becomes a
-- word. The result does not depend on the locale and contains nothing that the text search parser
-- would split further. Of a long word the first 30 letters count.
create function private.normalize_search_text(p_text text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return regexp_replace(regexp_replace(
    regexp_replace(
      lower(p_text collate pg_catalog.pg_c_utf8), '[^' || private.letters() || ']+', ' ', 'g'),
    '([\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u30FF\u3400-\u9FFF\uF900-\uFAFF'
      '\U00020000-\U000323AF])', ' \1 ', 'g'),
    '([^ ]{30})[^ ]+', '\1', 'g');
end
$$;

-- The words of a text, stemmed in a language and as they are, at the same places: up to 2,000
-- different words. An index never gives back the space of a word.
create function private.search_words(p_text text, p_language text default 'en') returns tsvector
language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := private.normalize_search_text(p_text);
  v_words text[];
  v_end bigint;
begin
  -- A shorter text has no 2,001 words.
  if char_length(v_text) > 4000 then
    v_words := string_to_array(v_text, ' ');
    select min(n) into v_end
    from unnest(v_words) with ordinality as w (word, n) where word <> ''
    group by word order by min(n) offset 2000 limit 1;
    if v_end is not null then
      v_text := array_to_string(v_words[:v_end - 1], ' ');
    end if;
  end if;
  return concat_ws(' ', to_tsvector(private.search_configuration(p_language), v_text),
    to_tsvector('pg_catalog.simple', v_text))::tsvector;
end
$$;

-- A search in websearch syntax: words, "phrases", or, -not. A term that splits into several words,
-- such as self-care, becomes a phrase. Each term is asked in the languages and as it is written,
-- and an entry without it has none of these. A term of stop words of the first language counts
-- nothing, unless nothing else is asked: then such terms are asked as they are written.
create function private.search_query(p_query text, p_languages text[] default '{en}')
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

-- A term in each of the languages and as it is written, null when it has no word of the first.
create function private.asked_term(p_term text, p_languages text[]) returns tsquery
language plpgsql immutable set search_path = ''
as $$
declare
  v_each tsquery;
  v_any tsquery;
begin
  if numnode(phraseto_tsquery(private.search_configuration(p_languages[1]), p_term)) = 0 then
    return null;
  end if;
  for v_each in
    select phraseto_tsquery(private.search_configuration(l.language), p_term)
    from unnest(p_languages) as l (language)
    union
    select phraseto_tsquery('pg_catalog.simple', p_term)
  loop
    v_any := coalesce(v_any || v_each, v_each);
  end loop;
  return v_any;
end
$$;

-- Tags and moods ----------------------------------------------------------------------------------

create function private.are_tags(p_tags text[]) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_tags = '{}' or cardinality(p_tags) <= 20 and not exists (
    select from unnest(p_tags) as tag where tag is null or char_length(tag) not between 1 and 50);
end
$$;

grant execute on function private.are_tags to authenticated, service_role;
