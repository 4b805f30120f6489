-- What an upload created or changed, so that it can be taken back as a whole (decision 0184).
create table upload_listings (
  upload_id uuid not null references uploads (id) on delete cascade,
  listing_type text not null,
  -- No foreign key: the row goes with its upload, and of a deleted listing nothing is taken back.
  listing_id uuid not null,
  -- How many pieces the upload left it. Fewer were sold since.
  quantity integer not null,
  -- The values before, of the columns that the upload changed. Null: it created the listing.
  former jsonb,
  -- A hash of the values that the upload gave to these columns.
  given uuid,
  -- Why taking the upload back left the listing as it is.
  kept text check (kept in ('sold', 'reserved', 'discussed', 'removed', 'changed')),
  primary key (upload_id, listing_type, listing_id)
);

alter table uploads
  -- When its owner asked to take it back, and when that was done.
  add column undo_asked_at timestamptz,
  add column undo_done_at timestamptz,
  -- Of how many listings; how many were looked at, and of these deleted and restored.
  add column undo_total integer not null default 0,
  add column undo_read integer not null default 0,
  add column undo_deleted integer not null default 0,
  add column undo_restored integer not null default 0;
