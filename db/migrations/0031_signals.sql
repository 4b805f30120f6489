-- Signals: what the program notices, and puts into the queue of moderators (decision 0100).

-- Which signal it is; null for a report by a person.
alter table reports
  add column signal text check (signal ~ '^[a-z_]{1,40}$'),
  add constraint reports_signal_by_nobody check (signal is null or num_nonnulls(reporter_id, email) = 0);
create unique index reports_once_signal on reports (case_id, signal);

-- Up to which thing the job has looked, in the order in which they were made or changed.
create table signal_marks (
  what text primary key check (what in ('listings', 'messages', 'people')),
  at timestamptz not null,
  id uuid not null
);
-- What is there already is not looked at.
insert into signal_marks (what, at, id)
  select what, now(), uuidv7() from unnest(array['listings', 'messages', 'people']) as what;

create index profiles_created_at on profiles (created_at, id);

-- The difference hash of a photo (app/features/photos/dhash.ts): equal pictures differ in few of its bits. Null: not computed.
alter table photos add column dhash bit(128);

-- Four parts of its first half, of which nearly all equal pictures have one in common. Zeros are the hash of a picture
-- without contrast, which is like any other such picture.
create function dhash_parts(dhash bit(128)) returns integer[]
  language sql immutable parallel safe strict
  return case when dhash = 0::bit(128) then '{}'::integer[] else array[
    substring(dhash from 1 for 16)::bit(16)::integer,
    substring(dhash from 17 for 16)::bit(16)::integer + 65536,
    substring(dhash from 33 for 16)::bit(16)::integer + 131072,
    substring(dhash from 49 for 16)::bit(16)::integer + 196608
  ] end;
create index photos_dhash on photos using gin (dhash_parts(dhash)) where dhash is not null and listing_id is not null;
create index photos_without_dhash on photos (id) where dhash is null and listing_id is not null;
