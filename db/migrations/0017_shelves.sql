-- Shelves are fair (decision 0138): in the default order, each further listing of a seller, a category and a day is placed
-- as if it had been listed one day earlier.

-- How many listings of the category its seller had listed before it on that day (UTC). Set by `listings_set_shelf_place`.
alter table listings add column shelf_place integer not null default 0;

-- Without a time zone, because an index needs an immutable function. The limit keeps dates within what a timestamp can hold.
create function shelved_at(created_at timestamptz, shelf_place integer) returns timestamp
  language sql immutable parallel safe strict
  return (created_at at time zone 'UTC') - make_interval(days => least(shelf_place, 100000));

create function shelf_day(created_at timestamptz, shelf_place integer) returns date
  language sql immutable parallel safe strict
  return utc_day(created_at) - least(shelf_place, 100000);

with numbered as (
  select type, id, row_number() over (partition by type, user_id, utc_day(created_at) order by created_at, id) - 1 as place
  from listings
)
update listings set shelf_place = place
from numbered where place > 0 and listings.type = numbered.type and listings.id = numbered.id;

create index listings_shelf on listings (shelved_at(created_at, shelf_place) desc, id desc) where status = 'available';
-- With the place, the last listing of a seller's day is one entry, also among thousands of the same moment.
drop index listings_user_id;
create index listings_user_id on listings (user_id, created_at desc, shelf_place desc);

-- A row-level trigger sees the rows that its own statement inserted before.
create function listings_set_shelf_place() returns trigger language plpgsql as $$
declare
  day constant timestamptz := utc_day(new.created_at)::timestamp at time zone 'UTC';
begin
  new.shelf_place := coalesce((
    select shelf_place + 1 from listings
    where type = new.type and user_id = new.user_id and id <> new.id
      and created_at >= day and created_at < day + interval '24 hours'
    order by created_at desc, shelf_place desc limit 1
  ), 0);
  return new;
end $$;
create trigger listings_set_shelf_place
  before insert or update of created_at on listings
  for each row execute function listings_set_shelf_place();

-- Like `listing_counts`, by the day on which listings are placed.
create table shelf_counts (
  type text not null,
  day date not null,
  difference integer not null
);
create index shelf_counts_type_day on shelf_counts (type, day) include (difference);
insert into shelf_counts
  select type, shelf_day(created_at, shelf_place), count(*) from listings where status = 'available' group by 1, 2;

create function listings_count_shelves() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into shelf_counts
      select type, shelf_day(created_at, shelf_place), count(*) from new_rows where status = 'available' group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into shelf_counts
      select type, shelf_day(created_at, shelf_place), -count(*) from old_rows where status = 'available' group by 1, 2;
  else
    insert into shelf_counts
      select type, shelf_day(created_at, shelf_place), sum(difference)
      from (select type, created_at, shelf_place, 1 as difference from new_rows where status = 'available'
            union all select type, created_at, shelf_place, -1 from old_rows where status = 'available') moved
      group by 1, 2 having sum(difference) <> 0;
  end if;
  return null;
end $$;
create trigger listings_count_shelves_inserted after insert on listings referencing new table as new_rows
  for each statement execute function listings_count_shelves();
create trigger listings_count_shelves_updated after update on listings referencing new table as new_rows old table as old_rows
  for each statement execute function listings_count_shelves();
create trigger listings_count_shelves_deleted after delete on listings referencing old table as old_rows
  for each statement execute function listings_count_shelves();
