-- What people upload: photos; and shops' files of stock (decision 0033) with the pictures that their rows name (decision 0034).
-- And changes of many prices at once (decision 0035).

-- Four parts of the first half of a difference hash. Nearly all equal pictures have one of them in common. Zeros are the hash of
-- a picture without contrast, which is like any other such picture.
create function dhash_parts(dhash bit(128)) returns integer[]
  language sql immutable parallel safe strict
  return case when dhash = 0::bit(128) then '{}'::integer[] else array[
    substring(dhash from 1 for 16)::bit(16)::integer,
    substring(dhash from 17 for 16)::bit(16)::integer + 65536,
    substring(dhash from 33 for 16)::bit(16)::integer + 131072,
    substring(dhash from 49 for 16)::bit(16)::integer + 196608
  ] end;

-- A photo belongs to whoever uploaded it, then to a listing (position 0 is the main one) or a message. The row outlives its
-- owner until the sweep has deleted the files.
create table photos (
  id uuid primary key default uuidv7(),
  user_id uuid references profiles (id) on delete set null,
  -- The content's hash names the stored files, which equal photos share. Pictures of messages have an HMAC instead, which
  -- cannot be computed from the file (decision 0063).
  key text not null check (key ~ '^(private-)?[0-9a-f]{64}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  thumbhash text not null,
  avif boolean not null default false,
  listing_type text,
  listing_id uuid,
  -- Means something only while the photo is a listing's or a message's.
  position integer check (position between 0 and 19),
  created_at timestamptz not null default now(),
  chat_message_id uuid references chat_messages (id) on delete set null,
  -- By moderators (decision 0091).
  hidden text check (hidden in ('hidden', 'removed')),
  -- The difference hash (app/features/photos/dhash.ts): equal pictures differ in few of its bits. Null: not computed.
  dhash bit(128),
  foreign key (listing_type, listing_id) references listings (type, id) on delete set null,
  -- A deleted listing leaves the position behind: only columns of the key can be set to null.
  check ((listing_id is null) = (listing_type is null) and (listing_id is null or position is not null)),
  constraint photos_one_place check (listing_id is null or chat_message_id is null),
  constraint photos_listing_public check (listing_id is null or not starts_with(key, 'private-'))
);
create unique index photos_listing on photos (listing_type, listing_id, position);
create unique index photos_message on photos (chat_message_id, position);
create index photos_key on photos (key);
create index photos_user_id on photos (user_id);
create index photos_unused on photos (created_at) where listing_id is null and chat_message_id is null;
create index photos_hidden on photos (key) where hidden is not null;
create index photos_dhash on photos using gin (dhash_parts(dhash)) where dhash is not null and listing_id is not null;
create index photos_without_dhash on photos (id) where dhash is null and listing_id is not null;

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
  -- Read once or twice and deleted: compression would cost more than the room it saves.
  content bytea storage external not null,
  primary key (upload_id, number)
);

-- The rows that failed, by the number that a spreadsheet shows beside them: their cells by the name of our column, and their
-- faults.
create table upload_rows (
  upload_id uuid not null references uploads (id) on delete cascade,
  number integer not null check (number >= 1),
  cells jsonb not null,
  faults jsonb not null,
  primary key (upload_id, number)
);

-- The models that the rows of an uploaded file were linked to, by title, for its report.
create table upload_models (
  upload_id uuid not null references uploads (id) on delete cascade,
  number integer not null check (number >= 1),
  name text not null,
  model text not null,
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
