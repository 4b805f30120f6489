-- A seller has one place a day on all shelves together, not one in each category (decision 0138): pages with every
-- category are fair too.

create or replace function listings_set_shelf_place() returns trigger language plpgsql as $$
declare
  day constant timestamptz := utc_day(new.created_at)::timestamp at time zone 'UTC';
begin
  new.shelf_place := coalesce((
    select shelf_place + 1 from listings
    where user_id = new.user_id and (type, id) <> (new.type, new.id)
      and created_at >= day and created_at < day + interval '24 hours'
    order by created_at desc, shelf_place desc limit 1
  ), 0);
  return new;
end $$;

with numbered as (
  select type, id, row_number() over (partition by user_id, utc_day(created_at) order by created_at, id) - 1 as place
  from listings
)
update listings set shelf_place = place
from numbered where listings.type = numbered.type and listings.id = numbered.id and shelf_place <> place;
