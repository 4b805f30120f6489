-- Not `strict`: PostgreSQL puts the body of a strict function into a query only if the body is null for every null, which
-- `least` is not. To call the function took most of the time of a search. Both columns are never null.
create or replace function shelved_at(created_at timestamptz, shelf_place integer) returns timestamp
  language sql immutable parallel safe
  return (created_at at time zone 'UTC') - make_interval(days => least(shelf_place, 100000));

create or replace function shelf_day(created_at timestamptz, shelf_place integer) returns date
  language sql immutable parallel safe
  return utc_day(created_at) - least(shelf_place, 100000);

-- Connections that are open keep the expression of an index as they have read it. This makes them read it again: otherwise
-- their queries no longer fit the index.
do $$
declare
  part regclass;
begin
  for part in select inhrelid from pg_inherits where inhparent = 'listings_shelf'::regclass loop
    execute format('alter index %s set (deduplicate_items = on)', part);
  end loop;
end $$;
