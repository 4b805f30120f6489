-- What shops bring as a file: the file itself until its upload is over, what became of each row, and the pictures that
-- its rows name.

-- By what a row of a file is known again, so that the same file twice does not list twice: "sku:…" is the shop's own
-- number, "row:…" a digest of what the row says of the thing itself (app/features/business/csv).
alter table listings add column row_key text check (length(row_key) between 1 and 200);
create unique index listings_row_key on listings (type, user_id, row_key) where row_key is not null;

create table uploads (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- Given by who sends, so that what is sent twice is one upload.
  client_id uuid not null,
  file_name text not null check (length(file_name) between 1 and 200),
  -- What becomes of rows that are listed already.
  known text not null default 'keep' check (known in ('keep', 'update')),
  state text not null default 'receiving'
    check (state in ('receiving', 'waiting', 'working', 'done', 'stopped', 'refused')),
  -- Why the whole file was refused.
  fault text,
  -- As it turned out when all of the file was there.
  encoding text check (encoding in ('utf-8', 'windows-1252', 'utf-16le', 'utf-16be')),
  separator text check (length(separator) = 1),
  -- For each column of the file the name of ours, or null for one that is left out.
  columns text[],
  bytes integer not null default 0 check (bytes between 0 and 52428800),
  -- Rows below the heading: how many there are, how far the job is, and what became of those.
  rows integer check (rows between 0 and 50000),
  read integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  kept integer not null default 0,
  failed integer not null default 0,
  -- Runs of the job since it last came further: a file that cannot be worked is given up some day.
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
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
-- Read once or twice and thrown away: packing it would cost more than the room it takes.
alter table upload_parts alter column content set storage external;

-- The rows that failed, by the number that a spreadsheet shows beside them: their cells by the name of our column, and what
-- is wrong with them.
create table upload_rows (
  upload_id uuid not null references uploads (id) on delete cascade,
  number integer not null check (number >= 1),
  cells jsonb not null,
  faults jsonb not null,
  primary key (upload_id, number)
);

-- The pictures that a listing's row named, in their order, and how far each has come. A listing that was never in a file,
-- or whose row named none, has no row here.
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
create index picture_orders_next on picture_orders (next_at) where state = 'waiting';
