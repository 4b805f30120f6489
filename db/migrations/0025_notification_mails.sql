-- What somebody wants by mail stands in one table (docs/decisions/0027-notifications.md): mails about sign-ins from new
-- browsers are how "account" is told by mail.
insert into notification_choices (user_id, kind, in_app, mail)
  select id, 'account', true, 'off' from mails_off join profiles on id = user_id where kind = 'new-device'
  on conflict (user_id, kind) do update set mail = 'off';
drop table mails_off;
