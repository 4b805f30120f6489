-- A mail that a mail server does not take is tried again until it is worth nothing any more (docs/decisions/0025-mail.md).

alter table outgoing_mails
  add column expires_at timestamptz not null default now() + interval '1 day',
  drop constraint outgoing_mails_outcome_check,
  add constraint outgoing_mails_outcome_check check (outcome in ('sent', 'refused', 'unsure', 'unsent'));
