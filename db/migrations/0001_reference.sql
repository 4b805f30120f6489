-- Reference data, which is about no person: places, exchange rates, models of rackets and strings. And how texts are folded.

create extension if not exists unaccent;

-- unaccent() is only STABLE because its dictionary could be replaced; ours is not, and a generated
-- column and an index need IMMUTABLE.
create function fold(words text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, words));

-- Centroids. `code` is a whole postal code or its beginning; the longest one that a given code starts with is its place.
create table postal_codes (
  country text not null,
  code text not null,
  place text not null default '',
  latitude double precision not null,
  longitude double precision not null,
  -- Came with the program (db/data). A new edition of those files replaces these rows, and no others.
  shipped boolean not null default false,
  primary key (country, code)
);
-- A search that names a town looks it up by its folded name.
create index postal_codes_place on postal_codes (fold(place));

-- What one euro is worth, from the feed of RATES_URL. Without a feed the program's own table is used.
create table currency_rates (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  rate numeric not null check (rate > 0),
  dated date not null
);

-- Models of rackets and strings, as db/data/models has them (decision 0081). A row that leaves the files is retired, because
-- listings may still name it.
create table models (
  id uuid primary key default uuidv7(),
  type text not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  brand text not null check (length(brand) between 1 and 60),
  name text not null check (length(name) between 1 and 80),
  -- A year or a version; null where it is not known, or there is only one.
  generation text check (length(generation) between 1 and 20),
  -- The figures that the category's definition names.
  specs jsonb not null check (jsonb_typeof(specs) = 'object'),
  -- A: independent sources agree; B: one source.
  confidence text not null check (confidence in ('A', 'B')),
  source text not null check (length(source) between 1 and 1000),
  retired_at timestamptz,
  unique (type, slug),
  -- For the foreign keys of listings, which name a model of their own type.
  unique (type, id)
);

-- What players write for a brand, or for the beginnings of names ("PD").
create table model_aliases (
  type text not null,
  alias text not null check (length(alias) between 1 and 60),
  brand text not null,
  names text[] not null,
  primary key (type, alias)
);

-- The editions of the files that were imported, the last of which is current. Of each, how far listings were linked with it:
-- up to this listing, and when that ended.
create table model_editions (
  digest text primary key,
  imported_at timestamptz not null default clock_timestamp(),
  linked_type text,
  linked_id uuid,
  linked_at timestamptz
);
