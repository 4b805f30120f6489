-- Where somebody is, which language their mails are in and which currency they think in (design §5). Null is
-- "never chosen": the browser's, else the default.

alter table user_preferences
  add column country text check (country in ('NL', 'DE', 'FR', 'GB', 'US')),
  add column language text check (language in ('en-GB', 'en-US', 'nl', 'de', 'fr')),
  add column currency text check (currency in ('EUR', 'GBP', 'USD'));

-- What one euro is worth, as the feed of RATES_URL said last. Without one the shipped table is used.
create table currency_rates (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  rate numeric not null check (rate > 0),
  dated date not null
);
