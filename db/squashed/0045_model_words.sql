-- The words of a model are words of its listings, like their facts (decision 0115), instead of the lexeme "model=". And a
-- name with hyphens is found without them: "T-Fight" as "tfight". The job "models-link" writes the search column of older
-- listings, in batches.

-- A name, and again without its hyphens if it has some.
create function with_joined(name text) returns text
  language sql immutable parallel safe strict
  as $$ select case when name like '%-%' then name || ' ' || replace(name, '-', '') else name end $$;

create or replace function listing_search(name text, brand text, description text, attributes jsonb, latitude double precision, longitude double precision, created_at timestamptz)
  returns tsvector
  language sql immutable parallel safe
  set search_path = pg_catalog, public
  as $$
    select setweight(to_tsvector('simple', fold(with_joined(name) || ' ' || coalesce(brand, ''))), 'A')
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

create function listing_search_with_model(name text, brand text, description text, attributes jsonb, latitude double precision, longitude double precision, created_at timestamptz, model_id uuid)
  returns tsvector
  language sql stable parallel safe
  as $$
    select listing_search($1, $2, $3, $4, $5, $6, $7) || coalesce((
      select setweight(to_tsvector('simple', fold(concat_ws(' ', brand, with_joined(name), generation))), 'B')
      from models where id = $8
    ), '')
  $$;

create or replace function listings_set_search() returns trigger language plpgsql as $$
begin
  new.search := listing_search_with_model(new.name, new.brand, new.description, new.attributes, new.latitude, new.longitude, new.created_at, new.model_id);
  return new;
end $$;

update model_editions set linked_type = null, linked_id = null, linked_at = null;
