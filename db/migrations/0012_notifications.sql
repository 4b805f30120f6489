-- What a person is told besides their conversations (decision 0027).

-- `content` is in the language of its person, as a mail is. One event is told once: `event_key` names it within its kind
-- (app/domain/notification-kinds.ts).
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

-- What the bell counts: conversations and notices with something unread. A notice about messages is counted as its room.
create function unread_of(person uuid) returns bigint language sql stable parallel safe as $$
  select (select count(*) from chat_notifications where user_id = person and unread_count > 0)
    -- Every page asks for it, and "99+" is what it says of many.
    + (select count(*) from (
      select from notifications where user_id = person and read_at is null and in_app and kind <> 'message' limit 100
    ) few)
$$;
