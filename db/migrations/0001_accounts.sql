-- People. `users`, `sessions`, `accounts`, `verifications` and `auth_rate_limits` belong to Better Auth;
-- `profiles` is the spec's entity (account-shell-home §3) and what the rest of the schema refers to.

create table users (
  id uuid primary key default uuidv7(),
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);

create table accounts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_user_id on accounts (user_id);

create table verifications (
  id uuid primary key default uuidv7(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

create table auth_rate_limits (
  id uuid primary key default uuidv7(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

create table profiles (
  id uuid primary key references users (id) on delete cascade,
  username text not null check (length(username) between 2 and 40),
  full_name text check (length(full_name) <= 200),
  email text check (length(email) <= 320),
  phone text check (length(phone) <= 50),
  shipping_address text check (length(shipping_address) <= 500),
  billing_address text check (length(billing_address) <= 500),
  avatar_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Two names that differ in case alone would be one name to a reader.
create unique index profiles_username_key on profiles (lower(username));

create table user_preferences (
  user_id uuid primary key references profiles (id) on delete cascade,
  racket_sizes text[] not null default '{}',
  clothes_sizes text[] not null default '{}',
  shoe_sizes text[] not null default '{}',
  updated_at timestamptz not null default now()
);

create table user_reviews (
  id uuid primary key default uuidv7(),
  reviewer_id uuid not null references profiles (id) on delete cascade,
  reviewed_user_id uuid not null references profiles (id) on delete cascade,
  rating integer not null check (rating between 1 and 5),
  comment text not null default '' check (length(comment) <= 2000),
  created_at timestamptz not null default now(),
  check (reviewer_id <> reviewed_user_id)
);
create index user_reviews_reviewed_user_id on user_reviews (reviewed_user_id, created_at desc);
create index user_reviews_reviewer_id on user_reviews (reviewer_id);

create table notifications (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  content text not null check (length(content) <= 1000),
  search_query text,
  image_url text,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user_id on notifications (user_id, created_at desc);

-- Mail that was not sent to an SMTP server is kept here and read at /dev/mailbox.
create table mails (
  id uuid primary key default uuidv7(),
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now()
);
create index mails_created_at on mails (created_at desc);

-- The request limits of our own endpoints (Better Auth keeps its own); the shape is rate-limiter-flexible's.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
