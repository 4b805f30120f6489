-- What is news for saved searches (decision 0029): also another model. A change of words or facts was that already. A
-- higher price alone is news only for a search with a minimum above the old price, so the row has the old price.
create or replace function listings_log_changed_for_searches() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id, was_cents)
    select 'new', type, id,
      case when not changed.otherwise and new_rows.price_cents > old_rows.price_cents then old_rows.price_cents end
    from new_rows join old_rows using (type, id), lateral (
      select old_rows.status <> 'available' or
        (new_rows.name, new_rows.brand, new_rows.description, new_rows.attributes, new_rows.model_id,
          new_rows.latitude, new_rows.longitude)
        is distinct from
        (old_rows.name, old_rows.brand, old_rows.description, old_rows.attributes, old_rows.model_id,
          old_rows.latitude, old_rows.longitude) as otherwise
    ) changed
    where new_rows.status = 'available' and exists (select from saved_searches)
      and (changed.otherwise or new_rows.price_cents <> old_rows.price_cents);
  return null;
end $$;
