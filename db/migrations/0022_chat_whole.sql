-- The conversation, whole: read receipts, pictures, blocking (docs/decisions/0028-conversations.md).

-- Up to which message of a room its reader has read; the other sees it. Who has nothing unread has read everything.
alter table chat_notifications add column read_seq bigint not null default 0;
update chat_notifications as own set read_seq = coalesce((
  select seq from chat_messages
  where chat_room_id = own.chat_room_id and sender_id is distinct from own.user_id
  order by seq desc offset own.unread_count limit 1
), 0);

-- A message may be pictures alone. How many it has is told without looking at `photos`.
alter table chat_messages
  add column photo_count smallint not null default 0 check (photo_count between 0 and 6),
  drop constraint chat_messages_message_check,
  add constraint chat_messages_message_check check (length(message) <= 4000 and (length(message) >= 1 or photo_count > 0));

-- A photo is a listing's or a message's. It stays with its message when its owner leaves; without one, the sweep takes it.
alter table photos
  add column chat_message_id uuid references chat_messages (id) on delete set null,
  add constraint photos_one_place check (listing_id is null or chat_message_id is null);
create unique index photos_message on photos (chat_message_id, position);
drop index photos_unused;
create index photos_unused on photos (created_at) where listing_id is null and chat_message_id is null;

create table user_blocks (
  blocker_id uuid not null references profiles (id) on delete cascade,
  blocked_id uuid not null references profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index user_blocks_blocked_id on user_blocks (blocked_id);

-- Whether one of its two blocks the other. Here, because whoever writes a message waits for this row and reads it again:
-- a message is written before the block or not at all.
alter table chat_rooms add column blocked boolean not null default false;
