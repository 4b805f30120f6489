-- What is known of a listing's place besides its coordinates (docs/decisions/0059-about-where.md). Both are written with
-- them; the postal catch-up fills them in for listings that were there before.
alter table listings
  -- As its postal area is called.
  add column town text,
  -- Whether the coordinates are those of a whole region.
  add column approximate boolean not null default false;
