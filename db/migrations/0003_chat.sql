-- Chat and the event stream. Numbers are drawn inside their owner's row (the room, the person), in the
-- transaction of what they number: numbers of one owner are committed in order and without gaps, so
-- "after N" never skips one. See docs/decisions/0005-events.md.

create table chat_rooms (
  id uuid primary key default uuidv7(),
  -- No foreign key: a conversation outlives its listing, whose name it keeps.
  listing_type text not null,
  listing_id uuid not null,
  listing_name text not null,
  seller_id uuid not null references profiles (id) on delete cascade,
  buyer_id uuid not null references profiles (id) on delete cascade,
  seq bigint not null default 0,
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  unique (listing_type, listing_id, buyer_id),
  check (seller_id <> buyer_id)
);
create index chat_rooms_seller_id on chat_rooms (seller_id, last_message_at desc);
create index chat_rooms_buyer_id on chat_rooms (buyer_id, last_message_at desc);

create table chat_messages (
  id uuid primary key default uuidv7(),
  chat_room_id uuid not null references chat_rooms (id) on delete cascade,
  seq bigint not null,
  sender_id uuid not null references profiles (id) on delete cascade,
  -- Made by the sender's browser: a resend of the same message is the same message.
  client_id uuid not null,
  message text not null check (length(message) between 1 and 4000),
  created_at timestamptz not null default now(),
  unique (chat_room_id, seq),
  unique (chat_room_id, sender_id, client_id)
);
create index chat_messages_sender_id on chat_messages (sender_id);

create table chat_notifications (
  chat_room_id uuid not null references chat_rooms (id) on delete cascade,
  user_id uuid not null references profiles (id) on delete cascade,
  unread_count integer not null default 0 check (unread_count >= 0),
  primary key (chat_room_id, user_id)
);
create index chat_notifications_user_id on chat_notifications (user_id);

create table event_streams (
  user_id uuid primary key references profiles (id) on delete cascade,
  seq bigint not null default 0
);

-- What a person's browsers are told. `subject` holds ids, never content.
create table events (
  user_id uuid not null references profiles (id) on delete cascade,
  seq bigint not null,
  kind text not null,
  subject jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, seq)
);
create index events_created_at on events (created_at);
