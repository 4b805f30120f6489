-- Feeds: files of a shop's stock that a job fetches from a URL (decision 0188). And the pieces that were sold here, which no
-- file may put on sale again (decision 0189).

-- How many pieces were sold or taken off here since a file or feed of the shop's own system last counted them.
-- Without a check, which would read all listings while nobody else can.
alter table listings add column sold_here integer not null default 0;

create table feeds (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  url text not null check (length(url) between 1 and 2000),
  -- What the host asks for (HTTP Basic). The password is encrypted by a key that follows from AUTH_SECRET.
  username text check (length(username) between 1 and 200),
  password text,
  every_hours integer not null check (every_hours between 1 and 24),
  -- "asking": more than a third was gone at once, and the owner has to say whether that is right.
  state text not null default 'active' check (state in ('active', 'paused', 'asking')),
  -- Of the last file that was processed.
  etag text,
  last_modified text,
  digest text,
  next_at timestamptz not null default now(),
  -- How many runs failed in a row.
  failures integer not null default 0,
  created_at timestamptz not null default now()
);
create index feeds_user_id on feeds (user_id);
create index feeds_due on feeds (next_at) where state = 'active';

-- A feed's file is an upload like any other.
alter table uploads add column feed_id uuid references feeds (id) on delete set null;
-- How many rows name more pieces than are on sale now, because the others were sold here.
alter table uploads add column sold_here integer not null default 0;
create index uploads_feed_id on uploads (feed_id);

create table feed_runs (
  id uuid primary key default uuidv7(),
  feed_id uuid not null references feeds (id) on delete cascade,
  upload_id uuid references uploads (id) on delete set null,
  state text not null default 'fetching' check (state in ('fetching', 'importing', 'done', 'unchanged', 'failed')),
  -- Why it failed.
  fault text,
  -- How many times a server has begun its present step.
  tries integer not null default 0,
  -- Of the fetched file.
  etag text,
  last_modified text,
  digest text,
  -- Counts of rows, kept here because the upload may be deleted.
  created integer not null default 0,
  updated integer not null default 0,
  kept integer not null default 0,
  failed integer not null default 0,
  sold_here integer not null default 0,
  -- Failed rows without a SKU or an id: nobody can say which listings they mean.
  nameless integer not null default 0,
  -- Counts of listings: no longer in the file, taken off sale for that, and left because of an offer or a conversation.
  gone integer not null default 0,
  withdrawn integer not null default 0,
  spared integer not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((finished_at is null) = (state in ('fetching', 'importing')))
);
create unique index feed_runs_unfinished on feed_runs (feed_id) where finished_at is null;
create index feed_runs_feed_id on feed_runs (feed_id, started_at desc);
create index feed_runs_upload_id on feed_runs (upload_id);

-- The listings that a feed has listed.
create table feed_listings (
  feed_id uuid not null references feeds (id) on delete cascade,
  listing_type text not null,
  listing_id uuid not null,
  -- The first and the last run that listed it.
  first_run_id uuid not null,
  run_id uuid not null,
  -- How many successful runs in a row did not list it.
  missed integer not null default 0,
  primary key (feed_id, listing_type, listing_id),
  foreign key (listing_type, listing_id) references listings (type, id) on delete cascade
);
create index feed_listings_listing on feed_listings (listing_type, listing_id);
