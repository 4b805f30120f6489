-- Keys with which programs of a person call the API (decision 0168).
create table api_keys (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the secret, in base64url.
  hash text not null unique,
  -- The beginning and the end of the secret, by which its owner recognises it.
  hint text not null,
  scopes text[] not null,
  -- Pages of these origins may call with it.
  origins text[] not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_at timestamptz,
  -- The address of the last client.
  used_from text
);
create index api_keys_user on api_keys (user_id, created_at);

-- The answers to writes with an Idempotency-Key, for a day. Until a request is answered, its status is null.
create table api_requests (
  user_id uuid not null references profiles (id) on delete cascade,
  key text not null check (length(key) between 1 and 255),
  -- SHA-256 of method, path and body.
  request text not null,
  status integer,
  headers jsonb,
  body text,
  started_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index api_requests_started on api_requests (started_at);
