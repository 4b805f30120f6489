-- What a search asks the index for, so that it has to put less together: one lexeme for "within 50 km of here"
-- instead of a dozen cells, and the words of a listing's title apart from those of its description.

-- The cells within 50 km of a place, so that all listings within 50 km of anywhere in a cell carry that cell:
-- rows of half a degree, each cut into columns that are about as wide ("n=104:228"; app/domain/geo.ts, `nearCell`).
create function listing_near(latitude double precision, longitude double precision) returns text[]
  language plpgsql immutable parallel safe strict
  as $$
    declare
      -- A little more than 50 km: what rounding can move a place by.
      reach constant double precision := radians(50 / 111.19508 + 1e-6);
      phi constant double precision := radians(latitude);
      -- The latitude at which the circle reaches farthest east and west.
      bulge constant double precision := asin(greatest(-1, least(1, sin(phi) / cos(reach))));
      cells text[] := '{}';
      at double precision;
      across double precision;
      columns integer;
    begin
      for cell_row in floor(2 * (latitude - degrees(reach)))::int .. floor(2 * (latitude + degrees(reach)))::int loop
        columns := greatest(1, floor(720 * cos(radians(cell_row / 2.0 + 0.25))));
        -- Where in this row the circle reaches farthest, and how far that is.
        at := least(greatest(bulge, radians(cell_row / 2.0)), radians(cell_row / 2.0 + 0.5));
        across := degrees(acos(greatest(-1, least(1,
          (cos(reach) - sin(phi) * sin(at)) / greatest(1e-12, cos(phi) * cos(at)))))) + 1e-6;
        for cell_column in floor((longitude - across + 180) / 360 * columns)::int
            .. floor((longitude + across + 180) / 360 * columns)::int loop
          cells := cells || ('n=' || cell_row || ':' || mod(cell_column + columns, columns));
        end loop;
      end loop;
      return cells;
    end
  $$;

-- The words of a listing's name and brand once more, written "=blade": asked for by themselves, the index alone
-- answers, where a weight ("blade:A") would have every listing with the word read.
create function listing_title(name text, brand text) returns tsvector
  language sql immutable parallel safe
  as $$
    select coalesce(array_to_tsvector(array_agg('=' || word)), ''::tsvector)
    from unnest(tsvector_to_array(to_tsvector('simple', fold(name || ' ' || coalesce(brand, ''))))) as word
  $$;

create or replace function listing_search(name text, brand text, description text, attributes jsonb, latitude double precision, longitude double precision, created_at timestamptz)
  returns tsvector
  language sql immutable parallel safe
  as $$
    select setweight(to_tsvector('simple', fold(name || ' ' || coalesce(brand, ''))), 'A')
      || setweight(to_tsvector('simple', fold(coalesce((select string_agg(value #>> '{}', ' ') from jsonb_each(attributes)), ''))), 'B')
      || setweight(to_tsvector('simple', fold(description)), 'C')
      || listing_title(name, brand)
      || listing_facets(brand, attributes)
      || listing_cells(latitude, longitude)
      || array_to_tsvector(coalesce(listing_near(latitude, longitude), '{}'))
      || listing_month(created_at)
  $$;

-- Makes every row's anew.
alter table listings alter column search
  set expression as (listing_search(name, brand, description, attributes, latitude, longitude, created_at));
