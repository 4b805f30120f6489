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

-- "unanswered": its seller answers nobody.
alter table listings
  drop constraint listings_hidden_check,
  add constraint listings_hidden_check check (hidden in ('hidden', 'removed', 'suspended', 'unanswered'));

-- The job reads the conversations of one month, and whether a seller wrote anything since.
create index chat_rooms_last_message on chat_rooms (last_message_at);
drop index chat_messages_sender_id;
create index chat_messages_sender_id on chat_messages (sender_id, created_at);
