-- Mail on its way, which mails somebody does not want, and which browsers they use (docs/decisions/0025-mail.md).

-- One mail for SMTP_URL. A server claims it, notes that its text is about to go out whole, and then how it ended. What
-- it says, and to whom, is kept no longer than that.
create table outgoing_mails (
  id uuid primary key default uuidv7(),
  recipient text,
  subject text,
  text text,
  html text,
  unsubscribe text,
  -- Who is at work on it, and until when nobody else may be.
  claim uuid,
  claimed_until timestamptz,
  -- How often its text went out whole and nobody said whether it was taken.
  unanswered smallint not null default 0,
  outcome text check (outcome in ('sent', 'refused', 'unsure')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((outcome is null) = (ended_at is null)),
  check (case when outcome is null then num_nulls(recipient, subject, text, html) = 0
    else num_nonnulls(recipient, subject, text, html, unsubscribe) = 0 end)
);
create index outgoing_mails_created_at on outgoing_mails (created_at);

-- The mailbox of a machine without a mail server shows this, as a mail program would.
alter table mails add column unsubscribe text;

-- Kinds of mail that somebody switched off; app/domain/mail-kinds.ts says which there are.
create table mails_off (
  user_id uuid not null references users (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z-]{1,40}$'),
  created_at timestamptz not null default now(),
  primary key (user_id, kind)
);

-- Browsers that somebody signed in with: hashes of the cookie that marks one, and of what it is and where.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  device text not null,
  place text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, device)
);
create index known_devices_last_used_at on known_devices (last_used_at);
