-- How many listings of a type have a fact ("condition=Good", "brand=Wilson"), as differences like listing_counts: what a
-- browse page without filters shows beside each option, without reading the listings.
create table fact_counts (
  type text not null,
  fact text not null,
  difference integer not null
);
create index fact_counts_type_fact on fact_counts (type, fact) include (difference);

-- The facts among the lexemes of a search column: neither words nor places nor months.
create function listing_facts(search tsvector) returns setof text
  language sql immutable parallel safe
  as $$
    select lexeme from unnest(tsvector_to_array(search)) as lexeme
    where lexeme ~ '^[a-z][a-z_0-9]*=' and lexeme !~ '^(g[0-9]|n|listed)='
  $$;

create or replace function listings_inserted() returns trigger language plpgsql as $$
begin
  insert into listing_counts select type, utc_day(created_at), count(*) from new_rows group by 1, 2;
  insert into fact_counts select type, fact, count(*) from new_rows, listing_facts(search) as fact group by 1, 2;
  perform pg_notify('listings', type) from (select distinct type from new_rows) changed;
  return null;
end $$;

create or replace function listings_deleted() returns trigger language plpgsql as $$
begin
  insert into listing_counts select type, utc_day(created_at), -count(*) from old_rows group by 1, 2;
  insert into fact_counts select type, fact, -count(*) from old_rows, listing_facts(search) as fact group by 1, 2;
  perform pg_notify('listings', type) from (select distinct type from old_rows) changed;
  return null;
end $$;

create or replace function listings_updated() returns trigger language plpgsql as $$
begin
  insert into listing_counts
    select type, day, sum(difference)
    from (select type, utc_day(created_at) as day, 1 as difference from new_rows
          union all select type, utc_day(created_at), -1 from old_rows) moved
    group by 1, 2 having sum(difference) <> 0;
  insert into fact_counts
    select type, fact, sum(difference)
    from (select type, fact, 1 as difference from new_rows, listing_facts(search) as fact
          union all select type, fact, -1 from old_rows, listing_facts(search) as fact) changed
    group by 1, 2 having sum(difference) <> 0;
  perform pg_notify('listings', type) from (select distinct type from new_rows) changed;
  return null;
end $$;

insert into fact_counts select type, fact, count(*) from listings, listing_facts(search) as fact group by 1, 2;
