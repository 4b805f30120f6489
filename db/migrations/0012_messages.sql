-- What people write to each other and what they are told: messages, events, notices, mail.

-- A number of a message or an event is drawn in its owner's row (the room, the person), in the transaction of what it numbers:
-- the numbers of one owner are committed in order and without gaps, so "after N" never skips one (decision 0005).

create table chat_messages (
  id uuid primary key default uuidv7(),
  chat_room_id uuid not null references chat_rooms (id) on delete cascade,
  seq bigint not null,
  sender_id uuid references profiles (id) on delete set null,
  -- Made by the sender's browser: a message that is sent again is the same message.
  client_id uuid not null,
  message text not null,
  created_at timestamptz not null default now(),
  photo_count smallint not null default 0 check (photo_count between 0 and 6),
  search tsvector,
  -- An offer stands in the conversation as a message of its author, whose text is the note.
  offer_id uuid references offers (id) on delete cascade,
  -- By moderators (decision 0091).
  hidden text check (hidden in ('hidden', 'removed')),
  -- A message may have pictures alone, and an offer needs no note.
  constraint chat_messages_message_check
    check (length(message) <= 4000 and (length(message) >= 1 or photo_count > 0 or offer_id is not null)),
  unique (chat_room_id, seq),
  unique (chat_room_id, sender_id, client_id)
);
create index chat_messages_sender_id on chat_messages (sender_id, created_at);
create index chat_messages_search on chat_messages using gin (search);
create unique index chat_messages_offer_id on chat_messages (offer_id);

-- The words of a message. Everything but letters and digits separates, so that a part of an address is found too.
create function chat_words(message text) returns tsvector
  language sql immutable parallel safe strict
  return strip(to_tsvector('simple', regexp_replace(public.fold(message), '[^[:alnum:]]+', ' ', 'g')));

-- Each message is marked with the two of its room, so that one index finds what one person may read: a word that everybody
-- writes meets the few messages of this person before any of them is read. The parser makes no lexeme that begins like a
-- mark.
create function chat_messages_set_search() returns trigger language plpgsql as $$
begin
  new.search := chat_words(coalesce(new.message, '')) || (
    select array_to_tsvector(array_remove(array['@' || seller_id, '@' || buyer_id], null))
    from chat_rooms where id = new.chat_room_id
  );
  return new;
end $$;
create trigger chat_messages_set_search before insert or update of message on chat_messages
  for each row execute function chat_messages_set_search();

create table chat_notifications (
  chat_room_id uuid not null references chat_rooms (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  unread_count integer not null default 0 check (unread_count >= 0),
  -- Since when something is unread, and whether its reader was told of it while away.
  unread_since timestamptz,
  away_told boolean not null default false,
  -- The last message that was read; the other sees it.
  read_seq bigint not null default 0,
  primary key (chat_room_id, user_id)
);
create index chat_notifications_user_id on chat_notifications (user_id);
create index chat_notifications_away on chat_notifications (unread_since) where unread_count > 0 and not away_told;

create table user_blocks (
  blocker_id uuid not null references profiles (id) on delete cascade,
  blocked_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index user_blocks_blocked_id on user_blocks (blocked_id);

create table event_streams (
  user_id uuid primary key references profiles (id) on delete cascade,
  seq bigint not null default 0
);

-- Events for a person's browsers. `subject` holds ids, never content.
create table events (
  user_id uuid not null references profiles (id) on delete cascade,
  seq bigint not null,
  kind text not null,
  subject jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, seq)
);
create index events_created_at on events (created_at);

-- Sellers who answer nobody are asked whether their listings are still for sale, and hidden later (decision 0106).
create table silent_sellers (
  user_id uuid primary key references profiles (id) on delete cascade,
  asked_at timestamptz not null default now(),
  -- Since when their listings are hidden.
  hidden_at timestamptz,
  -- When they answered, here or in a conversation. They are asked again for a later question.
  answered_at timestamptz,
  check (num_nonnulls(hidden_at, answered_at) <= 1)
);
create index silent_sellers_asked on silent_sellers (asked_at) where hidden_at is null and answered_at is null;

-- What a person is told besides their conversations (decision 0027). `content` is in the language of its person, as a mail is.
-- One event is told once: `event_key` names it within its kind (app/domain/notification-kinds.ts).
create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  content text not null check (length(content) <= 1000),
  search_query text,
  image_url text,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  kind text not null default 'account' check (kind ~ '^[a-z_]{1,40}$'),
  event_key text not null default uuidv7()::text check (length(event_key) between 1 and 200),
  -- Where it leads.
  path text check (path ~ '^/' and length(path) <= 1000),
  -- Whom it names: a deleted account is named no more.
  about_id uuid references profiles (id) on delete cascade,
  -- False if somebody wants it by mail alone: kept for the digest, and to be told only once.
  in_app boolean not null default true,
  -- "daily": the next digest has it, until `mailed_at`.
  mail text check (mail in ('daily')),
  mailed_at timestamptz
);
create index notifications_user_id on notifications (user_id, created_at desc, id desc);
create unique index notifications_event on notifications (user_id, kind, event_key);
create index notifications_about_id on notifications (about_id);
create index notifications_unread on notifications (user_id) where read_at is null and in_app;
create index notifications_digest on notifications (user_id) where mail = 'daily' and mailed_at is null;

-- How somebody wants to be told of a kind. Without a row the kind's default counts.
create table notification_choices (
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  in_app boolean not null,
  mail text not null check (mail in ('at_once', 'daily', 'off')),
  primary key (user_id, kind)
);

-- What the bell counts: conversations and notices with something unread. A notice about messages or an offer is counted as its
-- room.
create function unread_of(person uuid) returns bigint language sql stable parallel safe as $$
  select (select count(*) from chat_notifications where user_id = person and unread_count > 0)
    -- Every page asks for it, and "99+" is what it says of many.
    + (select count(*) from (
      select from notifications
      where user_id = person and read_at is null and in_app and kind not in ('message', 'offer') limit 100
    ) few)
$$;

-- Mail that was not sent to an SMTP server. /dev/mailbox shows it.
create table mails (
  id uuid primary key default uuidv7(),
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  unsubscribe text,
  reply_to text
);
create index mails_created_at on mails (created_at desc);

-- Mail for SMTP_URL (decisions 0025 and 0074). A job notes that the text is about to be sent, and then the outcome. Contents and
-- recipient are deleted with the outcome.
create table outgoing_mails (
  id uuid primary key default uuidv7(),
  recipient text,
  subject text,
  text text,
  html text,
  unsubscribe text,
  -- How often the whole text was sent without an answer.
  unanswered smallint not null default 0,
  outcome text check (outcome in ('sent', 'refused', 'unsure', 'unsent')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  reply_to text,
  -- It is retried until then.
  expires_at timestamptz not null default now() + interval '1 day',
  check ((outcome is null) = (ended_at is null)),
  check (case when outcome is null then num_nulls(recipient, subject, text, html) = 0
    else num_nonnulls(recipient, subject, text, html, unsubscribe) = 0 end),
  constraint outgoing_mails_reply_to_forgotten check (outcome is null or reply_to is null)
);
create index outgoing_mails_created_at on outgoing_mails (created_at);
