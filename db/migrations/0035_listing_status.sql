-- What becomes of a listing (docs/decisions/0045-what-is-on-offer.md): available, reserved for somebody, sold.

-- Of its pieces so many are reserved. The status follows from the two numbers, so that nothing can contradict them.
create function listing_status(quantity integer, reserved integer) returns text
  language sql immutable parallel safe
  return case when quantity = 0 then 'sold' when reserved >= quantity then 'reserved' else 'available' end;

alter table listings
  add column reserved integer not null default 0,
  add constraint listings_reserved check (reserved between 0 and quantity),
  add column status text not null generated always as (listing_status(quantity, reserved)) stored;

-- The moves that there are, as app/domain/listing-status.ts and deal.ts have them (a test holds them together).
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
  ('listing', 'sold', 'available');

create function listing_moved() returns trigger language plpgsql as $$
begin
  if not exists (select from status_moves where kind = 'listing' and was = old.status and becomes = new.status) then
    raise exception 'a listing does not go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'listing_moves';
  end if;
  return null;
end $$;

create trigger listing_moved after update on listings
  for each row when (old.status <> new.status) execute function listing_moved();

-- What is on offer is all that is browsed and searched: the indexes for it hold nothing else, however much was sold.
drop index listings_newest, listings_price, listings_brand, listings_search;
create index listings_newest on listings (created_at desc, id desc) where status = 'available';
create index listings_price on listings (price_cents, id) where status = 'available';
create index listings_brand on listings (brand, price_cents, id) where status = 'available';
create index listings_search on listings using gin (search) with (fastupdate = off) where status = 'available';

-- The kept counts and the dictionary are of what is on offer too. What was sold before leaves them now.
insert into listing_counts
  select type, utc_day(created_at), -count(*) from listings where status <> 'available' group by 1, 2;
insert into fact_counts
  select type, fact, -count(*) from listings, listing_facts(search) as fact where status <> 'available' group by 1, 2;
insert into search_term_changes
  select type, term, min(label), -count(*)
  from listings, listing_terms(name, brand, search) where status <> 'available' group by type, term, label is null;

create or replace function listings_inserted() returns trigger language plpgsql as $$
begin
  insert into listing_counts
    select type, utc_day(created_at), count(*) from new_rows where status = 'available' group by 1, 2;
  insert into fact_counts
    select type, fact, count(*) from new_rows, listing_facts(search) as fact where status = 'available' group by 1, 2;
  perform pg_notify('listings', type) from (select distinct type from new_rows) changed;
  return null;
end $$;

create or replace function listings_deleted() returns trigger language plpgsql as $$
begin
  insert into listing_counts
    select type, utc_day(created_at), -count(*) from old_rows where status = 'available' group by 1, 2;
  insert into fact_counts
    select type, fact, -count(*) from old_rows, listing_facts(search) as fact where status = 'available' group by 1, 2;
  perform pg_notify('listings', type) from (select distinct type from old_rows) changed;
  return null;
end $$;

create or replace function listings_updated() returns trigger language plpgsql as $$
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

create or replace function search_terms_changed() returns trigger language plpgsql as $$
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

-- Whether any listing on offer has the word: see 0014.
create or replace function is_in_stock(word text) returns boolean
  language sql stable parallel safe strict
  set gin_fuzzy_search_limit = 1000
  set enable_seqscan = off
  set enable_indexscan = off
  set enable_indexonlyscan = off
  as $$
    select exists (select from public.listings
      where search @@ to_tsquery('simple', '''' || word || '''') and status = 'available')
  $$;

-- Who likes it is told when it can no longer be bought, and when it can again; who saved a search, of what can be.
create or replace function listings_changed() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id, was_cents)
    select changed.what, new_rows.type, new_rows.id, old_rows.price_cents
    from new_rows join old_rows using (type, id), lateral (
      select case
        when new_rows.status <> 'available' and old_rows.status = 'available' then 'sold'
        when new_rows.status = 'available' and old_rows.status <> 'available' then 'back'
        when new_rows.status = 'available' and new_rows.price_cents < old_rows.price_cents then 'price_drop'
        when new_rows.status = 'available' and new_rows.price_cents > old_rows.price_cents then 'price_rise'
      end as what
    ) changed where changed.what is not null;
  return null;
end $$;

create or replace function listing_gone() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id, was_cents, name, user_ids, fond_since)
    select case when old.status = 'available' then 'sold' else 'gone' end, old.type, old.id, old.price_cents, old.name,
      array_agg(user_id), array_agg(created_at)
    from favorites where listing_type = old.type and listing_id = old.id and user_id <> old.user_id
    having count(*) > 0;
  return old;
end $$;

create or replace function listings_listed() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id)
    select 'new', type, id from new_rows where status = 'available' and exists (select from saved_searches);
  return null;
end $$;

create or replace function listings_altered() returns trigger language plpgsql as $$
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

-- Nothing is known yet of what is on offer, and what the planner would take instead is wrong by far.
analyze listings;
