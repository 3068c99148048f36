-- English.
insert into private.texts (language, name, part, text)
select 'en', name, part, text from (values
  -- The journal and goals.
  ('mention', 'title', 'You were mentioned'),
  ('mention', 'body', '@{handle} mentioned you in an entry'),
  ('comment', 'title', 'New comment'),
  ('comment', 'body', '@{handle} commented on your entry'),
  ('reaction', 'title', 'New reaction'),
  ('reaction', 'body', '@{handle} reacted to your entry'),
  ('reminder.goal', 'title', 'Time to check in'),
  ('reminder.goal', 'body', '{goal}'),
  ('reminder.journal', 'title', 'Time to write'),
  ('reminder.journal', 'body', 'Your journal is waiting for today''s entry.'),
  ('streak_milestone.journal', 'title', 'A streak of {days} days'),
  ('streak_milestone.journal', 'body', 'You kept up your journal for {days} days'),
  ('streak_milestone.goal', 'title', 'A streak of {days} days'),
  ('streak_milestone.goal', 'body', 'You kept up one of your goals for {days} days'),
  ('weekly_review', 'title', 'Your week'),
  ('weekly_review', 'body',
    '{entries:one=# entry|other=# entries} with {words:one=# word|other=# words}'
    ' on {days:one=# day|other=# days}'),

  -- People.
  ('team_message', 'title', 'New message'),
  ('team_message', 'body', '@{handle} wrote to your team'),
  ('organization_joined.added', 'title', 'You were added to an organization'),
  ('organization_joined.added', 'body', '@{handle} added you'),
  ('organization_joined.accepted', 'title', 'Your invitation was accepted'),
  ('organization_joined.accepted', 'body', '@{handle} joined'),
  ('organization_invitation.received', 'title', 'You are invited to an organization'),
  ('organization_invitation.received', 'body', '@{handle} invites you to join'),
  ('organization_invitation.declined', 'title', 'Your invitation was declined'),
  ('organization_invitation.declined', 'body', ''),
  ('organization_handed_over', 'title', 'You are the owner of an organization'),
  ('organization_handed_over', 'body', 'It was handed over to you'),

  -- Encouragement. In other languages `badge` has a choice for each English name.
  ('drop_received', 'title', 'You received a cheer'),
  ('drop_received', 'body', '@{handle} sent you a cheer'),
  ('badge_reached', 'title', 'You reached a new badge'),
  ('badge_reached', 'body', '{emoji} {badge}'),
  ('assistant_note', 'title', 'A note from your assistant'),
  ('assistant_note', 'body', '{message}'),
  -- The assistant's drop of the day, one each day in turn.
  ('daily_drop', '1', 'A new day, a blank page. One sentence is enough to begin.'),
  ('daily_drop', '2', 'Whatever yesterday was like, you can start small today.'),
  ('daily_drop', '3', 'Take a breath and notice one thing that is good right now.'),
  ('daily_drop', '4', 'You do not have to do everything today. One step counts.'),
  ('daily_drop', '5', 'Be as kind to yourself today as you would be to a friend.'),
  ('daily_drop', '6', 'What would you like to remember of today? Write it down.'),
  ('daily_drop', '7', 'Progress is quiet. You have come further than it feels.'),

  -- The workout window.
  ('baton_pass', 'title', 'It is your turn'),
  ('baton_pass', 'body', '@{handle} has checked in and passes the baton to you.'),
  ('window_reminder', 'title', 'Your window opens soon'),
  ('window_reminder', 'body', 'It begins at {time}.'),
  ('chain_broken.before', 'title', 'Your chain is broken'),
  ('chain_broken.before', 'body', 'The person before you did not check in on {date:weekday}.'),
  ('chain_broken.missed', 'title', 'You missed your window'),
  ('chain_broken.missed', 'body',
    'You did not check in on {date:weekday}, so the chain is broken.'),
  ('chain_broken.rejected', 'title', 'Your check-in was rejected'),
  ('chain_broken.rejected', 'body',
    'Your check-in of {date:weekday} was rejected, so the chain is broken.'),
  ('chain_updated', 'title', 'Your chain has changed'),
  ('chain_updated', 'body', 'There is somebody else before or after you on {date:weekday}.'),
  ('battle_update.lead', 'title', 'The team battle goes on'),
  ('battle_update.lead', 'body',
    '{leader:red=Red|blue=Blue} leads with {most:one=# chip|other=# chips} to {least:other=#}.'
    ' Your team is {color:red=red|blue=blue}.'),
  ('battle_update.tie', 'title', 'The team battle goes on'),
  ('battle_update.tie', 'body',
    'Both teams have {most:one=# chip|other=# chips}. Your team is {color:red=red|blue=blue}.'),
  ('battle_result.won', 'title', 'Your team has won the battle'),
  ('battle_result.won', 'body',
    '{leader:red=Red|blue=Blue} wins with {most:one=#|other=#} damage to {least:other=#}.'
    ' Your team is {color:red=red|blue=blue}.'),
  ('battle_result.lost', 'title', 'Your team has lost the battle'),
  ('battle_result.lost', 'body',
    '{leader:red=Red|blue=Blue} wins with {most:one=#|other=#} damage to {least:other=#}.'
    ' Your team is {color:red=red|blue=blue}.'),
  ('battle_result.tie', 'title', 'The team battle ends in a tie'),
  ('battle_result.tie', 'body',
    'Both teams deal {most:one=#|other=#} damage. Your team is {color:red=red|blue=blue}.'),

  -- The lab.
  ('step_prompt.next', 'title', 'Take the next step'),
  ('step_prompt.next', 'body', '{dream}: {step}'),
  ('step_prompt.last', 'title', 'Take the next step'),
  ('step_prompt.last', 'body', 'Go on with "{dream}"'),
  ('relay_message.one', 'title', 'Messages about your entry in the lab'),
  ('relay_message.one', 'body', '@{handle} wrote to you'),
  ('relay_message.more', 'title', 'Messages about your entry in the lab'),
  ('relay_message.more', 'body',
    '@{handle} and {others:one=another user|other=# other users} wrote to you'),

  -- Programs.
  ('token_created', 'title', 'A program may use your account'),
  ('token_created', 'body', '{name}'),
  ('webhook_disabled', 'title', 'A webhook was turned off'),
  ('webhook_disabled', 'body', '{host}'),

  -- Mails. A person may write `subject` of a mail that is sent for them.
  ('user_mail', 'subject', '@{handle} writes: {subject}'),
  ('user_mail', 'sender', '@{handle} sends you this mail; the text below is theirs.'),
  ('invitation_mail', 'subject', 'You are invited to an organization'),
  ('invitation_mail', 'body', '@{handle} invites you to join an organization.

Sign in with this address, or sign up, and open your invitations to accept or decline.
If you do not know the sender, ignore this mail.'),
  ('weekly_mail', 'subject', 'Your week: {entries:one=# entry|other=# entries}'),
  ('weekly_mail', 'counts',
    'From Monday {from:day} to Sunday {to:day} you wrote {entries:one=# entry|other=# entries}'
    ' with {words:one=# word|other=# words} on {days:one=# day|other=# days}.'),
  ('weekly_mail', 'moods', 'Your most frequent moods: {moods}'),
  -- In other languages `mood` has a choice for each tone.
  ('mood', 'name', '{mood}'),
  ('weekly_mail', 'insights', 'Look back at the week:'),
  ('weekly_mail', 'end',
    'You get this mail because your profile asks for it. You can turn it off there.'),
  ('weekly_mail', 'end_at',
    'You get this mail because your profile asks for it. You can turn it off there:'),
  ('relay_mail', 'subject', 'Messages about your entry in the lab'),
  ('relay_mail', 'body', 'These messages are from other users, not from the service.'),
  ('relay_mail', 'message', '@{handle} wrote:'),

  -- Dates and numbers.
  ('date', 'weekdays', 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'),
  ('date', 'months',
    'January February March April May June July August September October November December'),
  ('date', 'weekday', '{weekday} {day} {month}'),
  ('date', 'day', '{day} {month}'),
  ('number', 'thousands', ',')
) as t (name, part, text);
