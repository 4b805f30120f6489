-- The models that the rows of an uploaded file were linked to, by title, for its report.
create table upload_models (
  upload_id uuid not null references uploads (id) on delete cascade,
  number integer not null check (number >= 1),
  name text not null,
  model text not null,
  primary key (upload_id, number)
);
