-- Mails about invitations.

-- Mails the invited address, unless it belongs to somebody who blocks the sender or is a member, or
-- its mailbox has got as many mails of users as it may today: the invitation stands without a mail.
-- The mail names the sender by handle and contains no text that a user could choose.
create function private.mail_invitation() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_user_id constant uuid := private.invited_user(new);
  v_address constant text := coalesce(new.email, private.confirmed_email(v_user_id));
  v_language constant text := (select language from public.profiles where id = v_user_id);
  v_taken jsonb;
begin
  if v_address is null or (v_user_id is not null and (
    not private.is_invited(v_user_id, new) or private.has_joined(v_user_id, new)))
  then
    return null;
  end if;
  v_taken := private.take_hits('email_recipient', private.mailbox_subject(v_address), 1);
  if not (v_taken ->> 'allowed')::boolean then
    return null;
  end if;
  perform private.queue_mail(
    v_address, private.text('invitation_mail', 'subject', v_language),
    private.text('invitation_mail', 'body', v_language, jsonb_build_object('handle', c.handle)),
    p_dedupe_key => 'invitation ' || new.id)
  from public.profile_cards as c where c.id = new.invited_by;
  return null;
end
$$;

create trigger organization_invitations_700_mail
  after insert on private.organization_invitations
  for each row when (new.user_id is not null or new.email is not null)
  execute function private.mail_invitation();
