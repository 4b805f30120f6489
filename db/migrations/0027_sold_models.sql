-- What was sold, for the price guide (decision 0095): a deal keeps the model and the condition, as it keeps the name.
alter table deals add column model_id uuid, add column condition text check (length(condition) between 1 and 40);
alter table deals add constraint deals_model foreign key (listing_type, model_id) references models (type, id);
create index deals_model on deals (model_id, listing_type, created_at desc);

update deals set model_id = listings.model_id, condition = listings.attributes ->> 'condition'
from listings where listings.type = deals.listing_type and listings.id = deals.listing_id;

create function deals_set_model() returns trigger language plpgsql as $$
begin
  select model_id, attributes ->> 'condition' into new.model_id, new.condition
  from listings where type = new.listing_type and id = new.listing_id;
  return new;
end $$;
-- A deal about no listing is a sale that is recorded afterwards, and says its model itself.
create trigger deals_set_model before insert on deals
  for each row when (new.listing_id is not null) execute function deals_set_model();
