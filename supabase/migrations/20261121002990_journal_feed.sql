-- An entry as its reader may see it.
create view private.journal_feed with (security_invoker = true) as
  select
    e.id,
    e.user_id,
    e.title,
    c.content,
    c.entry_id is null as content_hidden,
    e.mood,
    e.mood_source,
    e.tags,
    e.notebook_id,
    e.metadata_visibility,
    e.content_visibility,
    e.effective_metadata_visibility,
    e.effective_content_visibility,
    e.team_id,
    e.org_id,
    e.effective_metadata_team_id as effective_team_id,
    e.effective_metadata_org_id as effective_org_id,
    to_jsonb(a) as author,
    -- Null when the reader may see the entry but not its notebook.
    case when n.id is not null then jsonb_build_object('id', n.id, 'name', n.name) end as notebook,
    coalesce(c.mentions, '[]'::jsonb) as mentions,
    e.spotify_track_id,
    to_jsonb(t) as track,
    e.version,
    e.written_at,
    e.created_at,
    e.updated_at,
    -- A path in the public bucket tone-packs; the Storage API provides the address.
    case when e.mood is not null then
      (select private.active_tone_images()) ->> lower(e.mood)
    end as tone_image_path,
    coalesce((r.counts ->> 'comment')::integer, 0) as comment_count,
    coalesce(r.counts - 'comment', '{}') as reactions,
    case when r.counts is not null then r.own_reaction end as own_reaction,
    coalesce(r.attachment_count, 0::smallint) as attachment_count,
    r.picture
  from public.journal_entries as e
  left join private.journal_entry_contents as c on c.entry_id = e.id
  left join public.profile_cards as a on a.id = e.user_id
  left join public.notebooks as n on n.id = e.notebook_id
  left join private.track_cards as t on t.id = e.spotify_track_id
  -- By the content: who does not see it gets nothing of this. `offset 0` has the counts computed
  -- once.
  left join lateral (
    select
      private.heard_counts(s.entry_id, e.user_id, s.counts, array(select private.my_blocks()))
        as counts,
      (select x.reaction from public.journal_reactions as x
       where x.entry_id = s.entry_id and x.user_id = (select auth.uid())) as own_reaction,
      s.attachment_count, s.picture
    from private.summary_cards as s
    where s.entry_id = c.entry_id
    offset 0
  ) as r on true;

comment on view private.journal_feed is
  'Entries with their content where the reader may see it, under the reader''s own rights.';

grant select on private.journal_feed to authenticated, service_role;

-- Erased before notebooks and memberships, which entries refer to.
select private.register_personal_data('public.journal_entries', 'delete', 10,
  p_source => 'private.journal_feed', p_page_key => '{written_at,id}',
  p_omitted => '{content_hidden,author,comment_count,reactions,own_reaction,attachment_count,picture}');
select private.register_person_column('private.journal_entry_contents', 'user_id',
  p_section => 'journal_entries');
