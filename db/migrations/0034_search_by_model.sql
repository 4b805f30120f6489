-- Listings are found by the name of their model too (decision 0103): their search column has "model=" and its id. PostgreSQL
-- computes a generated column anew for a whole table when its expression changes, so a trigger fills the column from now on,
-- and the values stay as they are. The job "models-link" adds the model to older listings, in batches.
alter table listings alter column search drop expression;
alter table listings alter column search set default '';

create function listings_set_search() returns trigger language plpgsql as $$
begin
  new.search := listing_search(new.name, new.brand, new.description, new.attributes, new.latitude, new.longitude, new.created_at)
    || case when new.model_id is null then ''::tsvector else array_to_tsvector(array['model=' || new.model_id]) end;
  return new;
end $$;
create trigger listings_set_search
  before insert or update of name, brand, description, attributes, latitude, longitude, created_at, model_id on listings
  for each row execute function listings_set_search();

-- Models are no facts that filters count.
create or replace function listing_facts(search tsvector) returns setof text
  language sql immutable parallel safe
  as $$
    select lexeme from unnest(tsvector_to_array(search)) as lexeme
    where lexeme ~ '^[a-z][a-z_0-9]*=' and lexeme !~ '^(g[0-9]|n|listed|model)='
  $$;

update model_editions set linked_type = null, linked_id = null, linked_at = null;
