-- Files can be in MacRoman too. `Encoding` (app/domain/csv/sniff.ts) says what an encoding can be.
alter table uploads drop constraint uploads_encoding_check;

-- What a job looks for each minute (`UPLOADS_TO_SWEEP`): uploads to process or to take back, those that no longer arrive, and
-- old ones.
create index uploads_unfinished on uploads (user_id)
  where state in ('waiting', 'working') or (undo_asked_at is not null and undo_done_at is null);
create index uploads_receiving on uploads (created_at) where state = 'receiving';
create index uploads_finished_at on uploads (finished_at);

-- The next listings of an upload that is being taken back (`undoBatch`).
create index upload_listings_free on upload_listings (upload_id, listing_type, listing_id) where kept is null;
