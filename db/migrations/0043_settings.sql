-- What operators set at /operator/settings (decision 0114). Null: as the environment says.
create table settings (
  one boolean primary key default true check (one),
  offers boolean,
  offer_percent integer check (offer_percent between 1 and 100),
  -- Texts by language, shown above every page until the end of the day `banner_until` (UTC).
  banner jsonb not null default '{}' check (jsonb_typeof(banner) = 'object' and length(banner::text) <= 4000),
  banner_until date,
  changed_at timestamptz not null default now(),
  check (banner = '{}' or banner_until is not null)
);
