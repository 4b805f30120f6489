-- How far the rows of an uploaded file are processed, batch by batch, so that an interrupted import continues after them
-- without reading and checking them again (decision 0032). The rows go when the file is processed.
create table upload_batches (
  upload_id uuid not null references uploads (id) on delete cascade,
  -- How many rows are processed with this batch.
  read integer not null,
  -- The last of them: its number in a spreadsheet, and how many characters of the file precede it.
  number integer not null,
  start integer not null,
  -- What later rows must not repeat: the number of the row with each id, SKU or key of a listing, and its type.
  firsts jsonb not null,
  primary key (upload_id, read)
);
