-- Conditions of constraints and triggers: which values clients may store.

-- Whether free JSON of a client may be stored: an object of at most 16 kB, 32 levels of objects and
-- arrays, and 200 keys, counted over all levels. Every column with such JSON has a constraint that
-- calls this.
create function private.is_settings(p_value jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  -- The size comes first: it bounds the work of the other conditions.
  return jsonb_typeof(p_value) = 'object'
    and octet_length(p_value::text) <= 16384
    and not jsonb_path_exists(p_value,
      'strict $.**{32} ? (@.type() == "object" || @.type() == "array")')
    and (
      select count(*) from jsonb_path_query(p_value,
        'strict $.** ? (@.type() == "object").keyvalue()')
    ) <= 200;
end
$$;

-- Whether the text names a time zone of the IANA database: Area/Location, or one of the older names
-- that mean the same in Postgres. Postgres also accepts POSIX rules (with digits), and
-- abbreviations (no slash), which ignore daylight saving: it takes CET, EET, MET and WET for those.
create function private.is_timezone(p_name text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  if p_name in ('UTC', 'GMT', 'EST', 'MST', 'HST', 'EST5EDT', 'CST6CDT', 'MST7MDT', 'PST8PDT') then
    return true;
  elsif p_name !~ '^[A-Z][A-Za-z]*(/[A-Za-z_-]+){1,2}$'
    and p_name !~ '^Etc/GMT(0|[+-][0-9]|[+]1[0-2]|-1[0-4])$' then
    return false;
  end if;
  perform now() at time zone p_name;
  return true;
exception when invalid_parameter_value then
  return false;
end
$$;

-- Whether a code is one of the 249 countries of ISO 3166-1 alpha-2.
create function private.is_country(p_code text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_code = any (string_to_array(
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR '
    'BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ '
    'EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW '
    'GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY '
    'KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV '
    'MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY '
    'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG '
    'TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM '
    'ZW', ' '))
$$;

-- A handle as the eye reads it: without case and underscores, and with one letter for characters
-- that look alike.
create function private.handle_skeleton(p_handle text) returns text
language sql immutable set search_path = ''
as $$
  select translate(
    replace(replace(replace(lower(p_handle), '_', ''), 'rn', 'm'), 'vv', 'w'),
    '0134578l', 'oieastbi')
$$;

-- Whether a handle seems to speak for the service, such as `admin`. The function is in plpgsql,
-- whose kept plan holds the list as a constant.
create function private.is_reserved_handle(p_handle text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return private.handle_skeleton(p_handle) = any (string_to_array(private.handle_skeleton(
    'abuse admin administrator admins all anonymous assistant billing contact everyone help helpdesk '
    'here mod moderator moderators noreply official postmaster root security service staff superadmin '
    'superuser support supportteam sysadmin system team webmaster'), ' '));
end
$$;

-- The text without characters that are not seen: control characters, direction marks, fillers,
-- tags. Joiners and variation selectors remain after a character of the scripts and emoji that need
-- them, joiners only before another one.
create function private.visible_text(p_text text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_text text := regexp_replace(p_text,
    '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f'
      '\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e00ff'
      '\U000e01f0-\U000e0fff]', '', 'g');
  v_before text;
begin
  -- A removed character may have been the neighbour that another one needed.
  while v_text is distinct from v_before loop
    v_before := v_text;
    v_text := regexp_replace(v_text,
      '(?<![\u0590-\u1dff\u2190-\U0010ffff])'
        '[\u180b-\u180d\u180f\u200c\u200d\ufe00-\ufe0f\U000e0100-\U000e01ef]'
        '|[\u200c\u200d](?![\u0590-\u1dff\u2190-\U0010ffff])', '', 'g');
  end loop;
  return v_text;
end
$$;

-- A web address in the characters of RFC 3986; clients that check the format refuse any other.
create function private.is_web_address(p_url text) returns boolean
language sql immutable strict set search_path = ''
as $$
  select char_length(p_url) <= 2048
    and p_url ~ '^https://([!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})+(#([!$&-;=?-Z_a-z~]|%[0-9A-Fa-f]{2})*)?$'
$$;

-- Bytes as base64url without padding (RFC 4648, section 5).
create function private.to_base64url(p_bytes bytea) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return translate(encode(p_bytes, 'base64'), E'+/=\n', '-_');
end
$$;

-- The bytes of base64url without padding, null for a text that is written otherwise: with padding,
-- or with spare bits that are not zero.
create function private.from_base64url(p_text text) returns bytea
language plpgsql immutable set search_path = ''
as $$
declare
  v_bytes bytea;
begin
  if p_text is null or translate(p_text, '-_', '') !~ '^[A-Za-z0-9]*$' or length(p_text) % 4 = 1 then
    return null;
  end if;
  v_bytes := decode(
    rpad(translate(p_text, '-_', '+/'), (length(p_text) + 3) / 4 * 4, '='), 'base64');
  return case when private.to_base64url(v_bytes) = p_text then v_bytes end;
end
$$;

-- Whether a text is so many bytes in base64url.
create function private.is_base64url(p_text text, p_bytes integer) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(octet_length(p_text) <= p_bytes * 2
    and octet_length(private.from_base64url(p_text)) = p_bytes, false);
end
$$;

grant execute on function
  private.is_settings, private.is_timezone, private.is_country, private.handle_skeleton,
  private.is_reserved_handle, private.visible_text, private.is_web_address
  to authenticated, service_role;
