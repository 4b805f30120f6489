-- Which version of the operator's terms a person accepted, and when (decision 0111).
create table terms_acceptances (
  user_id uuid not null references users (id) on delete cascade,
  version text not null check (length(version) between 1 and 40),
  -- In which language they had the text before them.
  language text not null check (length(language) <= 10),
  accepted_at timestamptz not null default now(),
  primary key (user_id, version)
);
