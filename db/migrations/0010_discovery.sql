-- How listings are found: models, the dictionary of words, saved searches, what is trending, search engines.

-- The categories that have models (decision 0081).
alter table rackets add constraint rackets_model foreign key (type, model_id) references models (type, id);
alter table strings add constraint strings_model foreign key (type, model_id) references models (type, id);
create index rackets_model on rackets (model_id, type, created_at desc, id desc);
create index strings_model on strings (model_id, type, created_at desc, id desc);
-- Twins: rackets on offer of one model with one grip size, by weight (decision 0085).
create index rackets_twins on rackets (model_id, (attributes ->> 'gripsize'), ((attributes ->> 'weight')::numeric))
  where status = 'available';

-- A dictionary of the words that listings are found by, and of what they are called, with how many listings have each. What a
-- visitor began is completed with it and what they mistyped is corrected, and then searched for exactly
-- (decision 0016). It may lag behind by a minute: listings are found without it.

-- What a word can be mistaken for: its first seven letters with up to two of them removed (up to one in a short word). Two
-- words that are one or two mistakes apart have one of these in common, which an index looks up.
create function spelling_variants(word text) returns text[]
  language sql immutable parallel safe strict
  as $$
    with start as (select left(word, 7) as letters, least(length(word), 7) as size),
    once as (
      select overlay(letters placing '' from at for 1) as letters from start, generate_series(1, size) as at
    ),
    twice as (
      select overlay(letters placing '' from at for 1) as letters
      from once, generate_series(1, length(letters)) as at where length(word) > 5
    )
    select case when length(word) < 3 or word !~ '^[[:alpha:]]+$' then '{}'::text[] else
      (select array_agg(distinct letters) from (
        select letters from start union select letters from once union select letters from twice) variants) end
  $$;

-- What a listing is called, without its numbers: "Babolat Pure Drive" for "Pure Drive 98 v2" by Babolat. Null if nothing is
-- before the first number.
create function listing_line(name text, brand text) returns text
  language sql immutable parallel safe
  as $$
    select case
      when line is null or length(line) > 60 then null
      when brand is null or brand = 'Other' or starts_with(public.fold(line), public.fold(brand)) then line
      else brand || ' ' || line end
    from (select rtrim(regexp_replace(
      substring(name from '^\s*([^\s\d]+(?:\s+[^\s\d]+){0,3})(?=\s|$)'), '\s+', ' ', 'g'), ' .,:;-–(/&+') as line) as named
    where line <> ''
  $$;

create table search_terms (
  -- As the index of listings has it. In the order of its bytes, so that a beginning is a range.
  term text collate "C" not null,
  type text not null,
  listings integer not null,
  variants text[] not null generated always as (spelling_variants(term)) stored,
  primary key (term, type)
) with (fillfactor = 80);
create index search_terms_variants on search_terms using gin (variants) with (fastupdate = off);

create table search_lines (
  -- Folded; `label` is how somebody wrote it.
  line text not null,
  type text not null,
  label text not null,
  listings integer not null,
  words tsvector not null generated always as (to_tsvector('simple', line)) stored,
  primary key (line, type)
) with (fillfactor = 80);
create index search_lines_words on search_lines using gin (words) with (fastupdate = off);

-- Differences: writes append them and a job adds them up, so that no write waits for another's row. With a label it is
-- about a line.
create table search_term_changes (
  type text not null,
  term text not null,
  label text,
  difference integer not null
);

-- The words of a listing's name, brand and facts, and its line.
create function listing_terms(name text, brand text, search tsvector) returns table (term text, label text)
  language sql immutable parallel safe
  as $$
    select lexeme, null from unnest(tsvector_to_array(ts_filter(search, '{a,b}'))) as lexeme
    where length(lexeme) <= 40 and lexeme ~ '[[:alpha:]]'
    union all
    select public.fold(line), line from (select public.listing_line(name, brand) as line) as named where line is not null
  $$;

create function listings_count_terms() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into search_term_changes
      select type, term, min(label), count(*)
      from new_rows, listing_terms(name, brand, search) where status = 'available' group by type, term, label is null;
  elsif tg_op = 'DELETE' then
    insert into search_term_changes
      select type, term, min(label), -count(*)
      from old_rows, listing_terms(name, brand, search) where status = 'available' group by type, term, label is null;
  else
    insert into search_term_changes
      select type, term, min(label), sum(difference) from (
        select new_rows.type, new_rows.name, new_rows.brand, new_rows.search, 1 as difference
          from new_rows join old_rows using (type, id)
          where new_rows.status = 'available' and (new_rows.search, new_rows.name, new_rows.brand, new_rows.status)
            is distinct from (old_rows.search, old_rows.name, old_rows.brand, old_rows.status)
        union all select old_rows.type, old_rows.name, old_rows.brand, old_rows.search, -1
          from new_rows join old_rows using (type, id)
          where old_rows.status = 'available' and (new_rows.search, new_rows.name, new_rows.brand, new_rows.status)
            is distinct from (old_rows.search, old_rows.name, old_rows.brand, old_rows.status)
      ) moved, listing_terms(name, brand, search)
      group by type, term, label is null having sum(difference) <> 0;
  end if;
  return null;
end $$;
create trigger listings_count_terms_inserted after insert on listings referencing new table as new_rows
  for each statement execute function listings_count_terms();
create trigger listings_count_terms_updated after update on listings referencing new table as new_rows old table as old_rows
  for each statement execute function listings_count_terms();
create trigger listings_count_terms_deleted after delete on listings referencing old table as old_rows
  for each statement execute function listings_count_terms();

-- Whether any available listing has the word. If half of them have it, the index need not return all: some thousand will
-- do. The settings make the planner ask the index, however few words it expects there.
create function is_in_stock(word text) returns boolean
  language sql stable parallel safe strict
  set gin_fuzzy_search_limit = 1000
  set enable_seqscan = off
  set enable_indexscan = off
  set enable_indexonlyscan = off
  as $$
    select exists (select from public.listings
      where search @@ to_tsquery('simple', '''' || word || '''') and status = 'available')
  $$;

-- Saved searches, and the index the other way round: a new listing finds the searches that would find it
-- (decision 0029).
create table saved_searches (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- The canonical address without order and page, "/rackets?brand=Head". A person has each once.
  address text not null check (address ~ '^/' and length(address) <= 6000),
  name text not null check (length(name) between 1 and 80),
  -- The words in it, as they were typed.
  words text not null check (length(words) <= 200),
  -- Whether its person is to be told of new listings.
  tell boolean not null default true,
  -- What came before that was seen.
  looked_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
-- An address may be longer than an index allows.
create unique index saved_searches_address on saved_searches (user_id, md5(address));

-- What a saved search asks of the listings of one type; no row for a type in which it can find nothing. Derived from the
-- address, and written anew whenever the search is opened.
create table saved_search_queries (
  search_id uuid not null references saved_searches (id) on delete cascade,
  type text not null,
  -- Of `listings.search`: words, facts and places. Null asks nothing of it.
  query tsquery,
  min_cents integer,
  max_cents integer,
  -- Number fields and their inclusive ends: {"weight": [280, null]}.
  ranges jsonb,
  latitude double precision,
  longitude double precision,
  max_km double precision,
  -- How many days old a listing may be.
  max_days integer,
  -- A listing that is found has at least one of these, "racket brand=Head": its type and a lexeme of its `search`, or the
  -- type alone.
  anchors text[] not null check (cardinality(anchors) > 0),
  primary key (search_id, type),
  check ((latitude is null) = (max_km is null) and (longitude is null) = (max_km is null))
);
create index saved_search_queries_anchors on saved_search_queries using gin (anchors) with (fastupdate = off);

-- What saved searches found in the last month: how much is new, and what was told already. `user_id` is the search's person.
create table saved_search_matches (
  user_id uuid not null,
  listing_type text not null,
  listing_id uuid not null,
  search_id uuid not null references saved_searches (id) on delete cascade,
  -- It was there when the search was saved, and is no news.
  known boolean not null default false,
  matched_at timestamptz not null default now(),
  primary key (user_id, listing_type, listing_id, search_id)
);
create index saved_search_matches_search on saved_search_matches (search_id, matched_at desc);
create index saved_search_matches_age on saved_search_matches using brin (matched_at);

-- "new" is what a search may find that it did not find before: what is listed, and what is changed. No row is written while
-- nobody saved a search.
create function listings_log_new_for_searches() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id)
    select 'new', type, id from new_rows where status = 'available' and exists (select from saved_searches);
  return null;
end $$;
create trigger listings_log_new_for_searches after insert on listings referencing new table as new_rows
  for each statement execute function listings_log_new_for_searches();

create function listings_log_changed_for_searches() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id)
    select 'new', type, id from new_rows join old_rows using (type, id)
    where new_rows.status = 'available' and exists (select from saved_searches) and (
      old_rows.status <> 'available' or
      (new_rows.name, new_rows.brand, new_rows.description, new_rows.attributes, new_rows.price_cents,
        new_rows.latitude, new_rows.longitude)
      is distinct from
      (old_rows.name, old_rows.brand, old_rows.description, old_rows.attributes, old_rows.price_cents,
        old_rows.latitude, old_rows.longitude)
    );
  return null;
end $$;
create trigger listings_log_changed_for_searches after update on listings referencing new table as new_rows old table as old_rows
  for each statement execute function listings_log_changed_for_searches();

-- The home page's Trending Products (decision 0036), as the job "trending" last counted them. Some dozens.
create table trending_listings (
  listing_type text not null,
  listing_id uuid not null,
  -- The weight of the views and favourites of the last days, as of `counted_at`.
  score double precision not null,
  counted_at timestamptz not null default now(),
  primary key (listing_type, listing_id),
  foreign key (listing_type, listing_id) references listings (type, id) on delete cascade
);

-- Deleted listings: their addresses answer 410 (decision 0038). Nothing else of them is kept.
create table gone_listings (
  type text not null,
  id uuid not null,
  gone_at timestamptz not null default now(),
  primary key (type, id)
);
create index gone_listings_gone_at on gone_listings (gone_at);

create function listings_keep_deleted_ids() returns trigger language plpgsql as $$
begin
  insert into gone_listings (type, id) select type, id from old_rows on conflict do nothing;
  return null;
end $$;
create trigger listings_keep_deleted_ids after delete on listings referencing old table as old_rows
  for each statement execute function listings_keep_deleted_ids();

-- Where each part of the sitemap begins; it ends where the next one does. Beginnings never move, so that a part's address
-- lists the same pages from one day to the next. A kind is a listing type, or "sellers".
create table sitemap_parts (
  kind text not null,
  first_id uuid not null,
  -- When something in it last changed, as far as a job has seen; null if nothing tells.
  changed_at timestamptz,
  primary key (kind, first_id)
);
