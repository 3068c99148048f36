-- Who is having which image of a pack made: two requests for the same tone would both be billed.

create table private.tone_image_claims (
  tone_pack_id uuid not null
    constraint tone_image_claims_tone_pack_id_fkey
      references public.tone_packs (id) on delete cascade,
  tone text not null
    constraint tone_image_claims_tone_check check (private.is_tone(tone)),
  claim uuid not null,
  claimed_at timestamptz not null default clock_timestamp(),
  constraint tone_image_claims_pkey primary key (tone_pack_id, tone)
);

comment on table private.tone_image_claims is
  'Tones whose image a request is having made. One from before 150 s is of a request that has ended.';

create index tone_image_claims_claim_idx on private.tone_image_claims (claim);

alter table private.tone_image_claims enable row level security;
create policy tone_image_claims_all_nobody on private.tone_image_claims using (false);
revoke all on private.tone_image_claims from public, anon, authenticated, service_role;

-- Claims those of the tones of the caller's own pack that have no image and that nobody else is
-- having made, and answers which. The platform ends a request after 150 s, and its claims with it.
create function private.claim_tone_images(p_tone_pack_id uuid, p_tones text[], p_claim uuid)
returns setof text
language plpgsql volatile security definer rows 20 set search_path = ''
as $$
begin
  perform private.require_own_tone_pack(p_tone_pack_id);
  return query
    insert into private.tone_image_claims as c (tone_pack_id, tone, claim)
    select p_tone_pack_id, t.tone, p_claim from unnest(p_tones) as t (tone)
    where not exists (
      select from public.tone_pack_images as i
      where i.tone_pack_id = p_tone_pack_id and i.tone = t.tone
    )
    group by t.tone
    on conflict on constraint tone_image_claims_pkey do update
      set claim = excluded.claim, claimed_at = excluded.claimed_at
      where c.claimed_at <= clock_timestamp() - interval '150 seconds'
    returning c.tone;
end
$$;

-- Gives up what is left of a claim, at the end of its request, which alone knows its id.
create function private.release_tone_images(p_claim uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from private.tone_image_claims where claim = p_claim;
end
$$;

create function public.claim_tone_images(p_tone_pack_id uuid, p_tones text[], p_claim uuid)
returns setof text
language sql volatile rows 20 set search_path = ''
as $$ select private.claim_tone_images(p_tone_pack_id, p_tones, p_claim) $$;

create function public.release_tone_images(p_claim uuid) returns void
language sql volatile set search_path = ''
as $$ select private.release_tone_images(p_claim) $$;

select private.open_to_callers(array[
  'claim_tone_images(uuid, text[], uuid)', 'release_tone_images(uuid)'
]);
