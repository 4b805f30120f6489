-- pg_restore fills the tables while no schema is searched: what the search's column calls calls functions of ours by
-- their bare names, and no dump with a listing in it could be restored (docs/operations.md, tests/house/restore.db.test.ts).
alter function listing_search(text, text, text, jsonb, double precision, double precision, timestamptz)
  set search_path = pg_catalog, public;
