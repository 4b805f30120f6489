-- Conversations and the event stream. A number is drawn in its owner's row (the room, the person), in the transaction of
-- what it numbers: the numbers of one owner are committed in order and without gaps, so "after N" never skips one
-- (decision 0005).

create table chat_rooms (
  id uuid primary key default uuidv7(),
  -- No foreign key: a conversation outlives its listing, and keeps its name.
  listing_type text not null,
  listing_id uuid not null,
  listing_name text not null,
  -- Null: somebody who deleted their account (decision 0024).
  seller_id uuid references profiles (id) on delete set null,
  buyer_id uuid references profiles (id) on delete set null,
  seq bigint not null default 0,
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  -- One of the two blocks the other. Writers of messages hold this row, so a message is written before the block or not at
  -- all.
  blocked boolean not null default false,
  unique (listing_type, listing_id, buyer_id),
  check (seller_id <> buyer_id)
);
-- In the order of the inbox, for either of the two.
create index chat_rooms_seller_shown on chat_rooms (seller_id, coalesce(last_message_at, created_at) desc, id desc);
create index chat_rooms_buyer_shown on chat_rooms (buyer_id, coalesce(last_message_at, created_at) desc, id desc);

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
  -- A message may have pictures alone.
  constraint chat_messages_message_check check (length(message) <= 4000 and (length(message) >= 1 or photo_count > 0)),
  unique (chat_room_id, seq),
  unique (chat_room_id, sender_id, client_id)
);
create index chat_messages_sender_id on chat_messages (sender_id);
create index chat_messages_search on chat_messages using gin (search);

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
