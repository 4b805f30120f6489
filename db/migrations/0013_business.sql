-- Shops: uploaded files of stock (decision 0033), the pictures that their rows name
-- (decision 0034), and changes of many prices at once (decision 0035).

create table uploads (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- Made by the sender, so that a file that is sent twice is one upload.
  client_id uuid not null,
  file_name text not null check (length(file_name) between 1 and 200),
  -- What to do with rows that are listed already.
  known text not null default 'keep' check (known in ('keep', 'update')),
  state text not null default 'receiving'
    check (state in ('receiving', 'waiting', 'working', 'done', 'stopped', 'refused')),
  -- Why the whole file was refused.
  fault text,
  -- Known once the whole file was read.
  encoding text check (encoding in ('utf-8', 'windows-1252', 'utf-16le', 'utf-16be')),
  separator text check (length(separator) = 1),
  -- For each column of the file the name of ours, or null for one that is left out.
  columns text[],
  bytes integer not null default 0 check (bytes between 0 and 52428800),
  -- Rows below the heading: how many there are, how many the job has read, and what became of those.
  rows integer check (rows between 0 and 50000),
  read integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  kept integer not null default 0,
  failed integer not null default 0,
  -- Runs of the job without progress: after some it gives up.
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- Whether the file is still there, or only what became of it.
  has_file boolean not null default true,
  unique (user_id, client_id),
  check (read = created + updated + kept + failed)
);
create index uploads_user_id on uploads (user_id, created_at desc);
create index uploads_created_at on uploads (created_at);

create table upload_parts (
  upload_id uuid not null references uploads (id) on delete cascade,
  number integer not null check (number >= 0),
  content bytea not null,
  primary key (upload_id, number)
);
-- Read once or twice and deleted: compression would cost more than the room it saves.
alter table upload_parts alter column content set storage external;

-- The rows that failed, by the number that a spreadsheet shows beside them: their cells by the name of our column, and their
-- faults.
create table upload_rows (
  upload_id uuid not null references uploads (id) on delete cascade,
  number integer not null check (number >= 1),
  cells jsonb not null,
  faults jsonb not null,
  primary key (upload_id, number)
);

-- The pictures that a listing's row named, in their order, and how far each has come. No row: it named none.
create table picture_orders (
  listing_type text not null,
  listing_id uuid not null,
  position integer not null check (position between 0 and 19),
  user_id uuid not null references profiles (id) on delete cascade,
  upload_id uuid references uploads (id) on delete set null,
  url text not null check (length(url) between 1 and 2000),
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  -- Why it failed, or why the last try did.
  fault text,
  tries integer not null default 0,
  next_at timestamptz not null default now(),
  photo_id uuid references photos (id) on delete set null,
  primary key (listing_type, listing_id, position),
  foreign key (listing_type, listing_id) references listings (type, id) on delete cascade
);
create index picture_orders_user_id on picture_orders (user_id);
create index picture_orders_upload_id on picture_orders (upload_id);
create index picture_orders_photo_id on picture_orders (photo_id);
-- Sellers take turns: the next one who has pictures due is looked up, then their longest waiting.
create index picture_orders_due on picture_orders (user_id, next_at) where state = 'waiting';

-- Hosts of pictures that did not answer for this person, and how often in a row.
create table picture_hosts (
  user_id uuid not null references profiles (id) on delete cascade,
  -- As `URL.host` has it.
  host text not null,
  failures integer not null,
  failed_at timestamptz not null,
  primary key (user_id, host)
);

-- A shop's last change of many prices, for as long as it can be undone. The arrays belong together by their places.
create table stock_price_changes (
  user_id uuid primary key references profiles (id) on delete cascade,
  id uuid not null default uuidv7(),
  -- Hundredths of a percent.
  percent integer not null,
  types text[] not null,
  ids uuid[] not null,
  was_cents integer[] not null,
  now_cents integer[] not null,
  created_at timestamptz not null default now()
);
create index stock_price_changes_created_at on stock_price_changes (created_at);

-- Changes of many prices that were done, by the token of their preview: the same form again does nothing more.
create table stock_price_tokens (
  user_id uuid not null references profiles (id) on delete cascade,
  id uuid not null,
  -- How many prices it changed.
  changed integer not null,
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
