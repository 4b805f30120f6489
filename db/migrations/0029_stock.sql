-- A shop's last change of many prices by a percentage, kept for as long as it can be undone
-- (docs/decisions/0035-stock.md). `ids`, `types`, `was_cents` and `now_cents` belong together by their places.
create table stock_price_changes (
  user_id uuid primary key references profiles (id) on delete cascade,
  id uuid not null default uuidv7(),
  -- Hundredths of a percent.
  percent integer not null,
  types text[] not null,
  ids uuid[] not null,
  was_cents integer[] not null,
  now_cents integer[] not null,
  created_at timestamptz not null default now()
);
create index stock_price_changes_created_at on stock_price_changes (created_at);

-- A changed price or quantity changes no fact and no word: only what did is counted anew. A shop changes the prices of
-- all that it has at once.
create or replace function listings_updated() returns trigger language plpgsql as $$
begin
  insert into listing_counts
    select type, day, sum(difference)
    from (select type, utc_day(created_at) as day, 1 as difference from new_rows
          union all select type, utc_day(created_at), -1 from old_rows) moved
    group by 1, 2 having sum(difference) <> 0;
  insert into fact_counts
    select type, fact, sum(difference)
    from (select new_rows.type, fact, 1 as difference
            from new_rows join old_rows using (type, id), listing_facts(new_rows.search) as fact
            where new_rows.search <> old_rows.search
          union all select old_rows.type, fact, -1
            from new_rows join old_rows using (type, id), listing_facts(old_rows.search) as fact
            where new_rows.search <> old_rows.search) changed
    group by 1, 2 having sum(difference) <> 0;
  perform pg_notify('listings', type) from (select distinct type from new_rows) changed;
  return null;
end $$;

create or replace function search_terms_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into search_term_changes
      select type, term, min(label), count(*)
      from new_rows, listing_terms(name, brand, search) group by type, term, label is null;
  elsif tg_op = 'DELETE' then
    insert into search_term_changes
      select type, term, min(label), -count(*)
      from old_rows, listing_terms(name, brand, search) group by type, term, label is null;
  else
    insert into search_term_changes
      select type, term, min(label), sum(difference) from (
        select new_rows.type, new_rows.name, new_rows.brand, new_rows.search, 1 as difference
          from new_rows join old_rows using (type, id)
          where (new_rows.search, new_rows.name, new_rows.brand)
            is distinct from (old_rows.search, old_rows.name, old_rows.brand)
        union all select old_rows.type, old_rows.name, old_rows.brand, old_rows.search, -1
          from new_rows join old_rows using (type, id)
          where (new_rows.search, new_rows.name, new_rows.brand)
            is distinct from (old_rows.search, old_rows.name, old_rows.brand)
      ) moved, listing_terms(name, brand, search)
      group by type, term, label is null having sum(difference) <> 0;
  end if;
  return null;
end $$;
