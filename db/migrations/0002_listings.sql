-- Listings: one table, one partition per category (db/migrations/*_category_*.sql, written by
-- `npm run db:category`). What every category has is a typed column; a category's own fields are
-- `attributes`, held by a CHECK on its partition. See docs/decisions/0003-listings-table.md.

create extension if not exists unaccent;

-- unaccent() is only STABLE because its dictionary could be replaced; ours is not, and a generated
-- column and an index need IMMUTABLE.
create function fold(words text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, words));

create function utc_day(moment timestamptz) returns date
  language sql immutable parallel safe strict
  return (moment at time zone 'UTC')::date;

-- One lexeme per findable fact ("condition=Good"), so that words, facets and places are answered
-- by one GIN index. The parser makes no lexeme that begins like that, so they cannot collide with words.
create function listing_facets(brand text, attributes jsonb) returns tsvector
  language sql immutable parallel safe
  as $$
    select coalesce(array_to_tsvector(array_agg(distinct lexeme)), ''::tsvector)
    from (
      select 'brand=' || brand as lexeme where brand is not null
      union all
      select key || '=' || case jsonb_typeof(value)
          when 'number' then trim_scale((value #>> '{}')::numeric)::text else value #>> '{}' end
        from jsonb_each(attributes)
        where jsonb_typeof(value) in ('string', 'number', 'boolean') and length(value #>> '{}') <= 60
      union all
      select key || '=' || element
        from jsonb_each(attributes), lateral jsonb_array_elements_text(case jsonb_typeof(value) when 'array' then value else '[]' end) as element
    ) facts
  $$;

-- Grid cells at four sizes (9, 2, 0.5 and 0.125 degrees), written "g1=26:2". A radius is covered by the
-- cells of the size that needs few of them, and then checked exactly.
create function listing_cells(latitude double precision, longitude double precision) returns tsvector
  language sql immutable parallel safe
  as $$
    select case when latitude is null or longitude is null then ''::tsvector else array_to_tsvector(array[
      'g0=' || floor(latitude / 9)::int || ':' || floor(east / 9)::int,
      'g1=' || floor(latitude / 2)::int || ':' || floor(east / 2)::int,
      'g2=' || floor(latitude / 0.5)::int || ':' || floor(east / 0.5)::int,
      'g3=' || floor(latitude / 0.125)::int || ':' || floor(east / 0.125)::int
    ]) end
    -- 180 degrees east and west are the same place.
    from (select case when longitude = 180 then -180 else longitude end as east) place
  $$;

-- The month of a listing ("listed=202611", UTC): the index looks among the newest alone with it.
create function listing_month(created_at timestamptz) returns tsvector
  language sql immutable parallel safe strict
  return array_to_tsvector(array['listed=' ||
    (extract(year from utc_day(created_at)) * 100 + extract(month from utc_day(created_at)))::int]);

create function listing_search(name text, brand text, description text, attributes jsonb, latitude double precision, longitude double precision, created_at timestamptz)
  returns tsvector
  language sql immutable parallel safe
  as $$
    select setweight(to_tsvector('simple', fold(name || ' ' || coalesce(brand, ''))), 'A')
      || setweight(to_tsvector('simple', fold(coalesce((select string_agg(value #>> '{}', ' ') from jsonb_each(attributes)), ''))), 'B')
      || setweight(to_tsvector('simple', fold(description)), 'C')
      || listing_facets(brand, attributes)
      || listing_cells(latitude, longitude)
      || listing_month(created_at)
  $$;

-- What a visitor typed, as a query: every word, with `begun` the last one as the beginning of one. Null when
-- there is no word in it.
create function words_query(words text, begun boolean) returns tsquery
  language sql immutable parallel safe
  as $$
    select to_tsquery('simple', string_agg('''' || word || case when begun and place = last then ''':*' else '''' end, ' & '))
    from (
      select word, place, max(place) over () as last
      from regexp_split_to_table(fold(words), '[^[:alnum:]./]+') with ordinality as split (word, place)
      where word ~ '[[:alnum:]]'
    ) numbered
  $$;

-- Great-circle distance on a sphere of the earth's mean radius.
create function distance_km(lat1 double precision, lon1 double precision, lat2 double precision, lon2 double precision) returns double precision
  language sql immutable parallel safe
  return 2 * 6371.0088 * asin(least(1, sqrt(
    sin(radians(lat2 - lat1) / 2) ^ 2 + cos(radians(lat1)) * cos(radians(lat2)) * sin(radians(lon2 - lon1) / 2) ^ 2)));

create table listings (
  type text not null,
  id uuid not null default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  name text not null check (length(name) between 1 and 120),
  description text not null default '' check (length(description) <= 5000),
  brand text check (length(brand) between 1 and 60),
  price_cents integer not null check (price_cents between 0 and 10000000),
  quantity integer not null default 1 check (quantity between 0 and 100000),
  country text check (country in ('NL', 'DE', 'FR', 'GB', 'US')),
  postal_code text check (length(postal_code) between 1 and 12),
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  attributes jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search tsvector not null generated always as (listing_search(name, brand, description, attributes, latitude, longitude, created_at)) stored,
  primary key (type, id),
  check ((country is null) = (postal_code is null)),
  check ((latitude is null) = (longitude is null))
) partition by list (type);

create index listings_newest on listings (created_at desc, id desc);
create index listings_price on listings (price_cents, id);
create index listings_brand on listings (brand, price_cents, id);
create index listings_user_id on listings (user_id, created_at desc);
create index listings_search on listings using gin (search) with (fastupdate = off);

-- How many listings of a type were made on a day, as differences: an insert never waits for another's row.
-- Answers "how many are there" and "where does page 20,000 start" without reading the listings.
create table listing_counts (
  type text not null,
  day date not null,
  difference integer not null
);
create index listing_counts_type_day on listing_counts (type, day) include (difference);

-- Keeps the counts, and wakes every server that keeps a page with this type on it. NOTIFY folds
-- equal payloads of one transaction into one.
create function listings_inserted() returns trigger language plpgsql as $$
begin
  insert into listing_counts select type, utc_day(created_at), count(*) from new_rows group by 1, 2;
  perform pg_notify('listings', type) from (select distinct type from new_rows) changed;
  return null;
end $$;

create function listings_deleted() returns trigger language plpgsql as $$
begin
  insert into listing_counts select type, utc_day(created_at), -count(*) from old_rows group by 1, 2;
  perform pg_notify('listings', type) from (select distinct type from old_rows) changed;
  return null;
end $$;

create function listings_updated() returns trigger language plpgsql as $$
begin
  insert into listing_counts
    select type, day, sum(difference)
    from (select type, utc_day(created_at) as day, 1 as difference from new_rows
          union all select type, utc_day(created_at), -1 from old_rows) moved
    group by 1, 2 having sum(difference) <> 0;
  perform pg_notify('listings', type) from (select distinct type from new_rows) changed;
  return null;
end $$;

create trigger listings_inserted after insert on listings referencing new table as new_rows
  for each statement execute function listings_inserted();
create trigger listings_updated after update on listings referencing new table as new_rows old table as old_rows
  for each statement execute function listings_updated();
create trigger listings_deleted after delete on listings referencing old table as old_rows
  for each statement execute function listings_deleted();

-- A photo is somebody's from the moment it is uploaded and a listing's once that is saved (position 0 is
-- the main one). `key` is the content's hash: the stored files are named by it and shared by equal photos.
create table photos (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  key text not null check (key ~ '^[0-9a-f]{64}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  thumbhash text not null,
  avif boolean not null default false,
  listing_type text,
  listing_id uuid,
  -- Means something only while the photo is a listing's.
  position integer check (position between 0 and 19),
  created_at timestamptz not null default now(),
  foreign key (listing_type, listing_id) references listings (type, id) on delete set null,
  -- A deleted listing leaves the position behind (only key columns can be set to null); it then says nothing.
  check ((listing_id is null) = (listing_type is null) and (listing_id is null or position is not null))
);
create unique index photos_listing on photos (listing_type, listing_id, position);
create index photos_key on photos (key);
create index photos_user_id on photos (user_id);
create index photos_unused on photos (created_at) where listing_id is null;

create table favorites (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  listing_type text not null,
  listing_id uuid not null,
  created_at timestamptz not null default now(),
  unique (user_id, listing_type, listing_id),
  foreign key (listing_type, listing_id) references listings (type, id) on delete cascade
);
create index favorites_listing on favorites (listing_type, listing_id);

create table recently_viewed (
  user_id uuid not null references profiles (id) on delete cascade,
  listing_type text not null,
  listing_id uuid not null,
  viewed_at timestamptz not null default now(),
  primary key (user_id, listing_type, listing_id),
  foreign key (listing_type, listing_id) references listings (type, id) on delete cascade
);
create index recently_viewed_listing on recently_viewed (listing_type, listing_id);
create index recently_viewed_newest on recently_viewed (user_id, viewed_at desc);

-- Centroids. `code` is a whole postal code or the beginning of many: the longest one that a given code
-- starts with is its place.
create table postal_codes (
  country text not null,
  code text not null,
  place text not null default '',
  latitude double precision not null,
  longitude double precision not null,
  primary key (country, code)
);
