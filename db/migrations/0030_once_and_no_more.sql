-- Changes of many prices that were done, each by the token of its preview: the same form again does nothing more
-- (docs/decisions/0035-stock.md).
create table stock_price_tokens (
  user_id uuid not null references profiles (id) on delete cascade,
  id uuid not null,
  -- How many prices it changed.
  changed integer not null,
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);

-- Whether the file is still there, or only what became of it (docs/decisions/0033-uploads.md).
alter table uploads add column has_file boolean not null default true;

-- Hosts of pictures that said nothing when they were asked for one of this person's, the last times in a row
-- (docs/decisions/0034-pictures-by-address.md).
create table picture_hosts (
  user_id uuid not null references profiles (id) on delete cascade,
  -- As `URL.host` has it.
  host text not null,
  failures integer not null,
  failed_at timestamptz not null,
  primary key (user_id, host)
);
