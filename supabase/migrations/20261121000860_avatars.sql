-- Uploaded profile pictures: files of a public bucket with unguessable names, which the service
-- writes after it has checked their bytes.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('avatars', 'avatars', true, 2097152, array['image/jpeg', 'image/png', 'image/webp']);

create policy avatars_all_active on storage.objects as restrictive to authenticated
  using (bucket_id <> 'avatars' or (select private.caller_is_active()));
create policy avatars_select_owner on storage.objects for select to authenticated
  using (bucket_id = 'avatars' and starts_with(name, (select auth.uid()) || '/'));

-- A profile that shows another picture no longer refers to its file.
create function private.release_avatar() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.avatar_path := null;
  return new;
end
$$;

create trigger profiles_200_release_avatar before update of avatar_url on public.profiles
  for each row when (
    new.avatar_url is distinct from old.avatar_url
    and new.avatar_path is not distinct from old.avatar_path
  )
  execute function private.release_avatar();

create function private.discard_old_avatar() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.discard_files('avatars', array[old.avatar_path]);
  return null;
end
$$;

-- For each update, because the trigger before it changes a column that the statement does not name.
create trigger profiles_600_discard_old_avatar after update on public.profiles
  for each row when (old.avatar_path <> coalesce(new.avatar_path, ''))
  execute function private.discard_old_avatar();

-- The former files wait for the job that deletes them.
insert into private.quotas (kind, max_daily) values ('profile pictures', 100);

-- Records the picture of a user whose reserved file is stored; the former file is discarded.
create function private.set_avatar(p_user_id uuid, p_path text, p_url text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform private.count_made('profile pictures', p_user_id, 1);
  update public.profiles set avatar_path = p_path, avatar_url = p_url
  where id = p_user_id and is_active;
  if not found then
    perform private.refuse(403, 'This account is blocked', 'account_blocked');
  end if;
  perform private.keep_reserved_file('avatars', p_path);
end
$$;

select private.expose('set_avatar', 'service_role');
