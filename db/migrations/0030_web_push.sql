-- Web push: the browsers that may be told something while the shop is closed, and what each of them is told (decision 0174).
create table push_subscriptions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- Null: that browser was signed out. It is told nothing any more, and the row goes within a day.
  session_id uuid references sessions (id) on delete set null,
  -- Where its push service takes messages for it.
  endpoint text not null unique check (endpoint ~ '^https://' and length(endpoint) <= 2000),
  -- Its public key and its secret (RFC 8291), in base64url.
  p256dh text not null check (length(p256dh) = 87),
  auth text not null check (length(auth) = 22),
  -- Our public key when it subscribed. Push services take messages for it only by this key.
  server_key text not null check (length(server_key) = 87),
  -- The kinds of notices that it is not told of.
  off_kinds text[] not null default '{}',
  seen_at timestamptz not null default now()
);
create index push_subscriptions_user_id on push_subscriptions (user_id);
create index push_subscriptions_session_id on push_subscriptions (session_id);

-- What a browser shows, or will show: the row goes when its person has read it elsewhere.
create table push_notes (
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  -- A later note with the same tag replaces it.
  tag text not null check (length(tag) between 1 and 200),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  path text check (path ~ '^/' and length(path) <= 1000),
  -- Both are emptied when it was sent.
  title text not null check (length(title) <= 200),
  content text not null check (length(content) <= 1000),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  -- How often it could not be sent.
  tries smallint not null default 0,
  primary key (subscription_id, tag)
);
create index push_notes_created_at on push_notes (created_at);

alter table user_preferences
  -- Whether notifications of the system say only what kind of thing has happened.
  add column push_hidden boolean not null default false,
  -- The hours between which they wait, in the time zone of the browser that subscribed last. Null: at no time.
  add column quiet_from smallint check (quiet_from between 0 and 23),
  add column quiet_until smallint
    check (quiet_until between 0 and 23 and (quiet_from is null) = (quiet_until is null)),
  add column time_zone text check (length(time_zone) <= 64);
