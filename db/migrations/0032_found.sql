-- What search engines are told (docs/decisions/0038-to-be-found.md).

-- Listings that were deleted: their addresses say that what was there is gone, and nothing more is known of them.
create table gone_listings (
  type text not null,
  id uuid not null,
  gone_at timestamptz not null default now(),
  primary key (type, id)
);

create function listings_gone() returns trigger language plpgsql as $$
begin
  insert into gone_listings (type, id) select type, id from old_rows on conflict do nothing;
  return null;
end $$;

create trigger listings_gone after delete on listings referencing old table as old_rows
  for each statement execute function listings_gone();

-- Where each part of the sitemap begins; it ends where the next one does. Beginnings never move, so that a part's
-- address lists the same pages from one day to the next. A kind is a listing type, or "sellers".
create table sitemap_parts (
  kind text not null,
  first_id uuid not null,
  -- When something in it last changed, as far as a job has seen; null where nothing tells.
  changed_at timestamptz,
  primary key (kind, first_id)
);
