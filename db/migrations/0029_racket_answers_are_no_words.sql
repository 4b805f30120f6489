-- The strings in a racket, and how worn it is, are facts of that racket (decisions 0096 and 0097): a search for strings finds
-- strings. No listing has these attributes yet, so that no stored value changes.
create or replace function listing_search(name text, brand text, description text, attributes jsonb, latitude double precision, longitude double precision, created_at timestamptz)
  returns tsvector
  language sql immutable parallel safe
  set search_path = pg_catalog, public
  as $$
    select setweight(to_tsvector('simple', fold(name || ' ' || coalesce(brand, ''))), 'A')
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
