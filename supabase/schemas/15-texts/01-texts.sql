-- The texts that the service writes to people: notifications, pushes and mails, in the recipient's
-- language. The rows are made of supabase/words; docs/languages.md says how a translator writes
-- them.

-- The name of a text of a notification begins with the notification's type: `reminder.goal`.
create table private.texts (
  name text check (name ~ '^[a-z_]+(\.[a-z]+)?$'),
  part text check (part ~ '^[a-z0-9_]+$'),
  language text,
  text text not null,
  primary key (name, part, language)
);

select private.hide_table('private.texts',
  'The texts that the service writes to people, by language.');
select private.check_language('private.texts');

-- The form of a value that a text asks for. `weekday` and `day` are forms of a date. Other forms
-- are choices, `one=# entry|other=# entries`: the choice of the value itself, otherwise the choice
-- of the form in which the language counts a number, otherwise `other`. `#` is the value, a number
-- in groups of three digits.
create function private.form_of(p_value jsonb, p_form text, p_language text) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_value constant text := p_value #>> '{}';
  v_is_number constant boolean := coalesce(jsonb_typeof(p_value) = 'number', false);
  v_date date;
  v_keys text[];
begin
  if p_form in ('weekday', 'day') then
    v_date := v_value;
    return private.text('date', p_form, p_language, jsonb_build_object(
      'weekday', split_part(
        private.text('date', 'weekdays', p_language), ' ', extract(isodow from v_date)::integer),
      'day', extract(day from v_date),
      'month', split_part(
        private.text('date', 'months', p_language), ' ', extract(month from v_date)::integer)));
  end if;
  v_keys := array[v_value,
    case when v_is_number then private.number_form(v_value::bigint, p_language) end,
    'other'];
  return (
    select replace(substr(choice, strpos(choice, '=') + 1), '#', case when v_is_number
      then replace(to_char(v_value::bigint, 'FM999,999,999,999,990'), ',',
        private.text('number', 'thousands', p_language))
      else v_value end)
    from string_to_table(p_form, '|') as choice
    where split_part(choice, '=', 1) = any (v_keys)
    order by array_position(v_keys, split_part(choice, '=', 1)) limit 1);
end
$$;

-- A text in a language, English where the language has none, with its `{name}` and `{name:form}`
-- replaced by the values. Braces within a value are never replaced.
create function private.text(
  p_name text, p_part text, p_language text, p_values jsonb default '{}'
) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_pieces constant text[] := (
    select string_to_array(replace(t.text, '}', '{'), '{') from private.texts as t
    where t.name = p_name and t.part = p_part and t.language in (p_language, 'en')
    order by t.language = 'en' limit 1);
  v_name text;
  v_text text := case when v_pieces = '{}' then '' else v_pieces[1] end;
begin
  for v_place in 2 .. cardinality(v_pieces) by 2 loop
    v_name := split_part(v_pieces[v_place], ':', 1);
    v_text := concat(v_text, case
      when v_name = v_pieces[v_place] then p_values ->> v_name
      else private.form_of(p_values -> v_name, substr(v_pieces[v_place], length(v_name) + 2),
        p_language) end, v_pieces[v_place + 1]);
  end loop;
  return v_text;
end
$$;
