-- When people were last active, conversations that moderators open, and resets of the second factor (decision 0197).

-- When a session was last used, at most five minutes late. `updated_at` only says when it was last extended.
alter table sessions add column used_at timestamptz not null default now();
update sessions set used_at = updated_at;

-- When a person last used a session or a key, at most five minutes late. It outlives both.
alter table users add column seen_at timestamptz;
update users set seen_at = greatest(
  (select max(updated_at) from sessions where user_id = users.id),
  (select max(used_at) from api_keys where user_id = users.id),
  (select max(last_used_at) from known_devices where user_id = users.id)
);

-- Conversations that a moderator opened because of a case. Both people are told afterwards.
create table conversation_views (
  id uuid primary key default uuidv7(),
  case_id uuid not null references cases (id) on delete cascade,
  room_id uuid not null references chat_rooms (id) on delete cascade,
  -- Null: somebody who deleted their account.
  moderator_id uuid references profiles (id) on delete set null,
  reason text not null check (reason ~ '^[a-z_]{1,40}$'),
  -- Why, in the words of the moderator.
  words text not null check (length(words) <= 1000),
  opened_at timestamptz not null default now(),
  told_at timestamptz
);
create index conversation_views_case_id on conversation_views (case_id, room_id);
create index conversation_views_room_id on conversation_views (room_id);
create index conversation_views_moderator_id on conversation_views (moderator_id);
create index conversation_views_untold on conversation_views (opened_at) where told_at is null;

-- Resets of a second factor that an operator asked for. Each waits a day, in which the person can refuse it.
create table factor_resets (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  asked_by uuid references profiles (id) on delete set null,
  reason text not null check (reason ~ '^[a-z_]{1,40}$'),
  -- How the operator knows that it is the owner who asks.
  words text not null check (length(words) <= 1000),
  asked_at timestamptz not null default now(),
  due_at timestamptz not null,
  -- "refused" by the person, "used": the person still had the factor, "stopped" by an operator.
  state text not null default 'waiting' check (state in ('waiting', 'refused', 'used', 'stopped', 'done')),
  ended_at timestamptz,
  check ((state = 'waiting') = (ended_at is null))
);
create unique index factor_resets_waiting on factor_resets (user_id) where state = 'waiting';
create index factor_resets_due on factor_resets (due_at) where state = 'waiting';
create index factor_resets_user_id on factor_resets (user_id);
create index factor_resets_asked_by on factor_resets (asked_by);
