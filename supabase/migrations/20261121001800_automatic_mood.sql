-- Tones, and the mood that the service finds for an entry whose author gave none.

-- The tones an entry can have: positive, negative and neutral ones.
create function private.is_tone(p_name text) returns boolean
language sql immutable set search_path = ''
as $$
  select p_name in (
    'joyful', 'grateful', 'excited', 'hopeful', 'content', 'peaceful', 'optimistic',
    'sad', 'anxious', 'frustrated', 'angry', 'worried', 'disappointed', 'melancholic',
    'pessimistic',
    'calm', 'contemplative', 'neutral', 'tired', 'energetic')
$$;

-- Stores the mood that was found for the write of `p_due_at`, the entry's `updated_at` in its
-- answer. False, and nothing happens, when the content has changed since or somebody has set or
-- cleared the mood. A later change of something else does not stand in the way.
create function private.set_found_mood(
  p_user_id uuid, p_entry_id uuid, p_due_at timestamptz, p_mood text
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_mood is null or not private.is_tone(p_mood) then
    perform private.refuse(400, 'mood: expected a tone');
  end if;
  update public.journal_entries set mood = p_mood, mood_due_at = null
  where id = p_entry_id and user_id = p_user_id and mood_due_at = p_due_at;
  return found;
end
$$;

create function public.set_found_mood(
  p_user_id uuid, p_entry_id uuid, p_due_at timestamptz, p_mood text
) returns boolean
language sql volatile set search_path = ''
as $$ select private.set_found_mood(p_user_id, p_entry_id, p_due_at, p_mood) $$;

-- What a model said is a fact that only the functions know: nobody else stores it.
revoke all on function
  private.is_tone(text),
  private.set_found_mood(uuid, uuid, timestamptz, text),
  public.set_found_mood(uuid, uuid, timestamptz, text)
from public, anon, authenticated;
grant execute on function
  private.set_found_mood(uuid, uuid, timestamptz, text),
  public.set_found_mood(uuid, uuid, timestamptz, text)
to service_role;
