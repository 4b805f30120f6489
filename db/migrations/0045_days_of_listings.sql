-- The day of a listing ("listed=20261130", UTC) beside its month ("listed=202611"): a month of a shop with ten million
-- listings has far more than a search needs first.
create or replace function listing_month(created_at timestamptz) returns tsvector
  language sql immutable parallel safe strict
  return array_to_tsvector(array[
    'listed=' || (extract(year from utc_day(created_at)) * 100 + extract(month from utc_day(created_at)))::int,
    'listed=' || (extract(year from utc_day(created_at)) * 10000 + extract(month from utc_day(created_at)) * 100
      + extract(day from utc_day(created_at)))::int]);

-- Since when every listing has its day. Listings that are there already keep their month alone, so that no table is written
-- anew: searches look for days from tomorrow on. The date is a constant of this database.
do $$
begin
  execute format(
    'create function listed_days_from() returns date language sql immutable parallel safe return %L::date',
    case when exists (select from listings) then (utc_day(now()) + 1)::text else '-infinity' end);
end $$;
