-- The tokens of programs that sign in through the account door (decision 0169). They end with their session.
create table access_tokens (
  -- SHA-256 of the token, in base64url.
  hash text primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null
);
create index access_tokens_session on access_tokens (session_id);
create index access_tokens_expires on access_tokens (expires_at);

create table refresh_tokens (
  -- SHA-256 of the token, in base64url.
  hash text primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  -- When its successor was handed out. A used token that comes again ends the session.
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_used on refresh_tokens (used_at) where used_at is not null;
