-- Saved searches, and the index the other way round: a new listing finds the searches that would find it
-- (docs/decisions/0029-saved-searches.md).

create table saved_searches (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- Where it is: the canonical address without order and page, "/rackets?brand=Head". A person has each once.
  address text not null check (address ~ '^/' and length(address) <= 6000),
  name text not null check (length(name) between 1 and 80),
  -- The words in it, as they were typed.
  words text not null check (length(words) <= 200),
  -- Whether its person is to be told of what is new.
  tell boolean not null default true,
  -- What came before that was seen.
  looked_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
-- An address may be longer than what an index holds.
create unique index saved_searches_address on saved_searches (user_id, md5(address));

-- What a saved search asks of the listings of one type; of a type that it can find nothing of there is no row. Derived
-- from the address (and from what its words were understood as), written anew whenever it is opened.
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
  -- How many days a listing may be old.
  max_days integer,
  -- A listing that is found has at least one of these, written "racket brand=Head": its type and a lexeme of its `search`, or
  -- the type alone.
  anchors text[] not null check (cardinality(anchors) > 0),
  primary key (search_id, type),
  check ((latitude is null) = (max_km is null) and (longitude is null) = (max_km is null))
);
create index saved_search_queries_anchors on saved_search_queries using gin (anchors) with (fastupdate = off);

-- What saved searches found when it came, for a month: how much is new, and what was told already. `user_id` is the
-- search's person.
create table saved_search_matches (
  user_id uuid not null,
  listing_type text not null,
  listing_id uuid not null,
  search_id uuid not null references saved_searches (id) on delete cascade,
  -- There when the search was saved: shown with it, and no news.
  known boolean not null default false,
  matched_at timestamptz not null default now(),
  primary key (user_id, listing_type, listing_id, search_id)
);
create index saved_search_matches_search on saved_search_matches (search_id, matched_at desc);
create index saved_search_matches_age on saved_search_matches using brin (matched_at);

-- "new" is whatever a search may find that it did not find before: what is listed, and what is changed. Nobody waits for
-- it where nobody saved a search.
create function listings_listed() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id)
    select 'new', type, id from new_rows where quantity > 0 and exists (select from saved_searches);
  return null;
end $$;

create trigger listings_listed after insert on listings referencing new table as new_rows
  for each statement execute function listings_listed();

create function listings_altered() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id)
    select 'new', type, id from new_rows join old_rows using (type, id)
    where new_rows.quantity > 0 and exists (select from saved_searches) and (
      old_rows.quantity = 0 or
      (new_rows.name, new_rows.brand, new_rows.description, new_rows.attributes, new_rows.price_cents,
        new_rows.latitude, new_rows.longitude)
      is distinct from
      (old_rows.name, old_rows.brand, old_rows.description, old_rows.attributes, old_rows.price_cents,
        old_rows.latitude, old_rows.longitude)
    );
  return null;
end $$;

create trigger listings_altered after update on listings referencing new table as new_rows old table as old_rows
  for each statement execute function listings_altered();
