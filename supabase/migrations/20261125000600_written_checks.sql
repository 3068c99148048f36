-- Checks that call functions, of rows whose counts and times change at every send and clone: they
-- are evaluated only when their columns are written.

alter table public.drop_templates drop constraint drop_templates_media_url_check;
alter table public.drop_templates drop constraint drop_templates_thumbnail_url_check;
alter table public.drops_sent drop constraint drops_sent_media_url_check;
alter table public.dreams drop constraint dreams_steps_check;

select
  private.check_written('public.drop_templates', 'drop_templates_media_url_check',
    'private.is_media_url(new.media_url)', 'media_url'),
  private.check_written('public.drop_templates', 'drop_templates_thumbnail_url_check',
    'private.is_web_address(new.thumbnail_url)', 'thumbnail_url'),
  private.check_written('public.drops_sent', 'drops_sent_media_url_check',
    'private.is_media_url(new.media_url)', 'media_url'),
  private.check_written('public.dreams', 'dreams_steps_check', 'private.is_steps(new.steps)',
    'steps');
