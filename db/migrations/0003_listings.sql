-- Listings: one table, a partition for each category (the files *_category_*.sql, written by `npm run db:category`). What every
-- category has is a typed column; a category's own fields are `attributes`, held by a CHECK on its partition. See
-- decision 0003 and docs/triggers.md.

create function utc_day(moment timestamptz) returns date
  language sql immutable parallel safe strict
  return (moment at time zone 'UTC')::date;

-- What is searched: `listings.search`, one tsvector for words, facts and places, so that one GIN index answers all of them.

-- A lexeme for each fact that can be filtered by ("condition=Good"). The parser makes no lexeme with "=" in it, so facts and
-- words cannot be mistaken for each other.
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

-- Grid cells of four sizes (9, 2, 0.5 and 0.125 degrees), "g1=26:2". A radius is covered by cells of the size that needs
-- few of them, and then checked exactly.
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

-- The cells within 50 km of a place, so that "within 50 km of here" is one lexeme: all listings within 50 km of anywhere in
-- a cell carry that cell. Cells are rows of half a degree, cut into columns that are about as wide ("n=104:228";
-- app/domain/geo.ts, `nearCell`).
create function listing_near(latitude double precision, longitude double precision) returns text[]
  language plpgsql immutable parallel safe strict
  as $$
    declare
      -- A little more than 50 km: what rounding can move a place by.
      reach constant double precision := radians(50 / 111.19508 + 1e-6);
      phi constant double precision := radians(latitude);
      -- The latitude at which the circle reaches farthest east and west.
      bulge constant double precision := asin(greatest(-1, least(1, sin(phi) / cos(reach))));
      cells text[] := '{}';
      at double precision;
      across double precision;
      columns integer;
    begin
      for cell_row in floor(2 * (latitude - degrees(reach)))::int .. floor(2 * (latitude + degrees(reach)))::int loop
        columns := greatest(1, floor(720 * cos(radians(cell_row / 2.0 + 0.25))));
        -- Where in this row the circle reaches farthest, and how far that is.
        at := least(greatest(bulge, radians(cell_row / 2.0)), radians(cell_row / 2.0 + 0.5));
        across := degrees(acos(greatest(-1, least(1,
          (cos(reach) - sin(phi) * sin(at)) / greatest(1e-12, cos(phi) * cos(at)))))) + 1e-6;
        for cell_column in floor((longitude - across + 180) / 360 * columns)::int
            .. floor((longitude + across + 180) / 360 * columns)::int loop
          cells := cells || ('n=' || cell_row || ':' || mod(cell_column + columns, columns));
        end loop;
      end loop;
      return cells;
    end
  $$;

-- The month of a listing ("listed=202611", UTC): with it the index looks among the newest alone.
create function listing_month(created_at timestamptz) returns tsvector
  language sql immutable parallel safe strict
  return array_to_tsvector(array['listed=' ||
    (extract(year from utc_day(created_at)) * 100 + extract(month from utc_day(created_at)))::int]);

-- The words of a listing's name and brand once more, as "=blade": the index alone answers them, where a weight ("blade:A")
-- has every listing with the word read.
create function listing_title(name text, brand text) returns tsvector
  language sql immutable parallel safe
  as $$
    select coalesce(array_to_tsvector(array_agg('=' || word)), ''::tsvector)
    from unnest(tsvector_to_array(to_tsvector('simple', fold(name || ' ' || coalesce(brand, ''))))) as word
  $$;

-- A name, and again without its hyphens if it has some: "T-Fight" is found as "tfight" too.
create function with_joined(name text) returns text
  language sql immutable parallel safe strict
  as $$ select case when name like '%-%' then name || ' ' || replace(name, '-', '') else name end $$;

-- The strings in a racket, and how worn it is, are no words of it: a search for strings finds strings (decisions 0096 and 0097).
-- It calls our functions by their bare names. pg_restore fills tables while no schema is searched, so it sets the path
-- itself (tests/house/restore.db.test.ts).
create function listing_search(name text, brand text, description text, attributes jsonb, latitude double precision, longitude double precision, created_at timestamptz)
  returns tsvector
  language sql immutable parallel safe
  set search_path = pg_catalog, public
  as $$
    select setweight(to_tsvector('simple', fold(with_joined(name) || ' ' || coalesce(brand, ''))), 'A')
      || setweight(to_tsvector('simple', fold(coalesce((
        select string_agg(value #>> '{}', ' ') from jsonb_each(attributes)
        where key not in ('strung_with', 'weighed', 'frame', 'bumper', 'paint', 'grip_state', 'string_state')
      ), ''))), 'B')
      || setweight(to_tsvector('simple', fold(description)), 'C')
      || listing_title(name, brand)
      || listing_facets(brand, attributes)
      || listing_cells(latitude, longitude)
      || array_to_tsvector(coalesce(listing_near(latitude, longitude), '{}'))
      || listing_month(created_at)
  $$;

-- What a visitor typed, as a query for every word; `begun`: the last one is the beginning of a word. Null if there is no word.
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

-- The status follows from three columns, so that nothing can contradict them (decisions 0045 and 0091).
-- All that browses, searches and counts asks for the status "available", so a status for what is hidden leaves none of it out.
create function listing_status(quantity integer, reserved integer, hidden text) returns text
  language sql immutable parallel safe
  return case when hidden is not null then 'hidden' when quantity = 0 then 'sold'
    when reserved >= quantity then 'reserved' else 'available' end;

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
  -- Set by `listings_set_search`.
  search tsvector not null default '',
  -- By what a row of an uploaded file is recognised, so that the same file twice does not list twice: "sku:…" is the shop's
  -- own number, "row:…" a digest of what the row says (app/features/business/csv).
  row_key text check (length(row_key) between 1 and 200),
  reserved integer not null default 0 constraint listings_reserved check (reserved between 0 and quantity),
  status text not null generated always as (listing_status(quantity, reserved, hidden)) stored,
  -- The name of the postal area, and whether the coordinates are those of a whole region (decision 0059).
  town text,
  approximate boolean not null default false,
  -- What it is one of (decision 0081). A foreign key is on the categories that have models (0010_discovery.sql).
  model_id uuid,
  -- "removed" is deleted by a job once nobody can appeal. "suspended": with its owner. "unanswered": its seller answers nobody.
  hidden text check (hidden in ('hidden', 'removed', 'suspended', 'unanswered')),
  primary key (type, id),
  check ((country is null) = (postal_code is null)),
  check ((latitude is null) = (longitude is null))
) partition by list (type);

-- What is available is all that is browsed and searched: the indexes for it hold nothing else, however much was sold.
create index listings_newest on listings (created_at desc, id desc) where status = 'available';
create index listings_price on listings (price_cents, id) where status = 'available';
create index listings_brand on listings (brand, price_cents, id) where status = 'available';
create index listings_search on listings using gin (search) with (fastupdate = off) where status = 'available';
create index listings_user_id on listings (user_id, created_at desc);
create unique index listings_row_key on listings (type, user_id, row_key) where row_key is not null;
-- What changes lies mostly together, at the end of the table. By blocks the index is a thousandth of a tree, and an update of
-- nothing else that is indexed still needs no new entry in any index.
create index listings_updated on listings using brin (updated_at) with (pages_per_range = 16, autosummarize = on);
create index listings_hidden on listings (user_id) where hidden is not null;

-- The words of its model are words of a listing, like its facts (decision 0115). No generated column, because PostgreSQL computes
-- one anew for a whole table when its expression changes. The job "models-link" writes the column of older listings, in batches.
create function listing_search_with_model(name text, brand text, description text, attributes jsonb, latitude double precision, longitude double precision, created_at timestamptz, model_id uuid)
  returns tsvector
  language sql stable parallel safe
  as $$
    select listing_search($1, $2, $3, $4, $5, $6, $7) || coalesce((
      select setweight(to_tsvector('simple', fold(concat_ws(' ', brand, with_joined(name), generation))), 'B')
      from models where id = $8
    ), '')
  $$;

create function listings_set_search() returns trigger language plpgsql as $$
begin
  new.search := listing_search_with_model(new.name, new.brand, new.description, new.attributes, new.latitude, new.longitude, new.created_at, new.model_id);
  return new;
end $$;
create trigger listings_set_search
  before insert or update of name, brand, description, attributes, latitude, longitude, created_at, model_id on listings
  for each row execute function listings_set_search();

-- Which moves there are, as app/domain/listing-status.ts, deal.ts and offer.ts say (graph.db.test.ts compares them).
create table status_moves (
  kind text not null,
  was text not null,
  becomes text not null,
  primary key (kind, was, becomes)
);
insert into status_moves (kind, was, becomes) values
  ('listing', 'available', 'reserved'),
  ('listing', 'available', 'sold'),
  ('listing', 'reserved', 'available'),
  ('listing', 'reserved', 'sold'),
  ('listing', 'sold', 'available'),
  ('listing', 'available', 'hidden'),
  ('listing', 'reserved', 'hidden'),
  ('listing', 'sold', 'hidden'),
  ('listing', 'hidden', 'available'),
  ('listing', 'hidden', 'reserved'),
  ('listing', 'hidden', 'sold');

create function listings_check_status_move() returns trigger language plpgsql as $$
begin
  if not exists (select from status_moves where kind = 'listing' and was = old.status and becomes = new.status) then
    raise exception 'a listing does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'listing_moves';
  end if;
  return null;
end $$;
create trigger listings_check_status_move after update on listings
  for each row when (old.status <> new.status) execute function listings_check_status_move();

-- How many listings of a type were made on a day, and how many have a fact, of those that are available. Differences, so
-- that an insert never waits for another's row. They answer "how many are there" and "where does page 20,000 start".
create table listing_counts (
  type text not null,
  day date not null,
  difference integer not null
);
create index listing_counts_type_day on listing_counts (type, day) include (difference);

create table fact_counts (
  type text not null,
  fact text not null,
  difference integer not null
);
create index fact_counts_type_fact on fact_counts (type, fact) include (difference);

-- The facts among the lexemes of a search column, which filters count: neither words, places, months nor models.
create function listing_facts(search tsvector) returns setof text
  language sql immutable parallel safe
  as $$
    select lexeme from unnest(tsvector_to_array(search)) as lexeme
    where lexeme ~ '^[a-z][a-z_0-9]*=' and lexeme !~ '^(g[0-9]|n|listed|model)='
  $$;

-- These keep the counts, and wake every server that keeps a page with this type on it. NOTIFY folds equal payloads of one
-- transaction into one.
create function listings_count_and_notify_inserted() returns trigger language plpgsql as $$
begin
  insert into listing_counts
    select type, utc_day(created_at), count(*) from new_rows where status = 'available' group by 1, 2;
  insert into fact_counts
    select type, fact, count(*) from new_rows, listing_facts(search) as fact where status = 'available' group by 1, 2;
  perform pg_notify('listings', type) from (select distinct type from new_rows) changed;
  return null;
end $$;
create trigger listings_count_and_notify_inserted after insert on listings referencing new table as new_rows
  for each statement execute function listings_count_and_notify_inserted();

-- Only what changed is counted: a shop changes the prices of all that it has at once.
create function listings_count_and_notify_updated() returns trigger language plpgsql as $$
begin
  insert into listing_counts
    select type, day, sum(difference)
    from (select type, utc_day(created_at) as day, 1 as difference from new_rows where status = 'available'
          union all select type, utc_day(created_at), -1 from old_rows where status = 'available') moved
    group by 1, 2 having sum(difference) <> 0;
  insert into fact_counts
    select type, fact, sum(difference)
    from (select new_rows.type, fact, 1 as difference
            from new_rows join old_rows using (type, id), listing_facts(new_rows.search) as fact
            where new_rows.status = 'available'
              and (new_rows.search, new_rows.status) is distinct from (old_rows.search, old_rows.status)
          union all select old_rows.type, fact, -1
            from new_rows join old_rows using (type, id), listing_facts(old_rows.search) as fact
            where old_rows.status = 'available'
              and (new_rows.search, new_rows.status) is distinct from (old_rows.search, old_rows.status)) changed
    group by 1, 2 having sum(difference) <> 0;
  perform pg_notify('listings', type) from (select distinct type from new_rows) changed;
  return null;
end $$;
create trigger listings_count_and_notify_updated after update on listings referencing new table as new_rows old table as old_rows
  for each statement execute function listings_count_and_notify_updated();

create function listings_count_and_notify_deleted() returns trigger language plpgsql as $$
begin
  insert into listing_counts
    select type, utc_day(created_at), -count(*) from old_rows where status = 'available' group by 1, 2;
  insert into fact_counts
    select type, fact, -count(*) from old_rows, listing_facts(search) as fact where status = 'available' group by 1, 2;
  perform pg_notify('listings', type) from (select distinct type from old_rows) changed;
  return null;
end $$;
create trigger listings_count_and_notify_deleted after delete on listings referencing old table as old_rows
  for each statement execute function listings_count_and_notify_deleted();

-- What happened to listings and is still to be told. The job "listing-changes" deletes the rows in the transaction in which it
-- tells of them.
create table listing_changes (
  id bigint generated always as identity primary key,
  -- "price_rise" is told to nobody, but cancels a fall just before it. "gone": deleted when it was sold already.
  what text not null check (what in ('new', 'price_drop', 'price_rise', 'sold', 'back', 'gone')),
  type text not null,
  listing_id uuid not null,
  -- What it cost before.
  was_cents integer,
  -- Of a deleted listing ("sold", "gone"): its name, whose favourite it was, and since when.
  name text,
  user_ids uuid[],
  fond_since timestamptz[],
  -- Not the start of the transaction: a favourite that was made after the change is not told of it.
  created_at timestamptz not null default clock_timestamp()
);

-- Nobody is told that a favourite was hidden, or is shown again.
create function listings_log_price_and_status() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id, was_cents)
    select changed.what, new_rows.type, new_rows.id, old_rows.price_cents
    from new_rows join old_rows using (type, id), lateral (
      select case
        when new_rows.status in ('reserved', 'sold') and old_rows.status = 'available' then 'sold'
        when new_rows.status = 'available' and old_rows.status in ('reserved', 'sold') then 'back'
        when new_rows.status <> 'available' or old_rows.status <> 'available' then null
        when new_rows.price_cents < old_rows.price_cents then 'price_drop'
        when new_rows.price_cents > old_rows.price_cents then 'price_rise'
      end as what
    ) changed where changed.what is not null;
  return null;
end $$;
create trigger listings_log_price_and_status after update on listings referencing new table as new_rows old table as old_rows
  for each statement execute function listings_log_price_and_status();

-- Before: its favourites are deleted with it.
create function listings_log_deleted_favorites() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id, was_cents, name, user_ids, fond_since)
    select case when old.status = 'available' then 'sold' else 'gone' end, old.type, old.id, old.price_cents, old.name,
      array_agg(user_id), array_agg(created_at)
    from favorites where listing_type = old.type and listing_id = old.id and user_id <> old.user_id
    having count(*) > 0;
  return old;
end $$;
create trigger listings_log_deleted_favorites before delete on listings
  for each row execute function listings_log_deleted_favorites();

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
-- For the job "trending", which reads the last days alone.
create index favorites_created_at on favorites (created_at) include (listing_type, listing_id);

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
create index recently_viewed_viewed_at on recently_viewed (viewed_at) include (listing_type, listing_id);

-- What somebody wants to ask about, by seller (decision 0046).
create table cart_items (
  user_id uuid not null references profiles (id) on delete cascade,
  listing_type text not null,
  -- No foreign key: a deleted listing stays in the cart, and says so.
  listing_id uuid not null,
  -- Its name when it was put in; null if it was deleted before a visitor signed in with it.
  listing_name text,
  added_at timestamptz not null default now(),
  primary key (user_id, listing_type, listing_id)
);
