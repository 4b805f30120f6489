-- Everything that a deal is about is in one table (decision 0047). Before, columns of `deals` held the first item,
-- `deal_further_items` held the others, and a view joined them.
-- In the order in which commands lock: the foreign keys below lock listings and models.
lock table listings, models in share row exclusive mode;
lock table deals, deal_further_items in access exclusive mode;
drop view deal_rooms;
drop view deal_items;

-- The items of a deal. They are written with it and do not change.
create table deal_items (
  deal_id uuid not null references deals (id) on delete cascade,
  -- In the seller's order. The item in place 0 names the deal.
  place integer not null check (place between 0 and 29),
  listing_type text not null,
  listing_id uuid,
  -- A deal outlives its listings, and keeps their names, models and conditions.
  listing_name text not null,
  pieces integer not null default 1 check (pieces between 1 and 100000),
  model_id uuid,
  condition text check (length(condition) between 1 and 40),
  primary key (deal_id, place),
  foreign key (listing_type, listing_id) references listings (type, id) on delete set null (listing_id),
  constraint deal_items_model foreign key (listing_type, model_id) references models (type, id)
);
insert into deal_items
select id, 0, listing_type, listing_id, listing_name, pieces, model_id, condition from deals;
insert into deal_items
select deal_id, place, listing_type, listing_id, listing_name, pieces from deal_further_items;
drop table deal_further_items;
create index deal_items_listing on deal_items (listing_type, listing_id);
create index deal_items_model on deal_items (model_id, listing_type);
create unique index deal_items_once on deal_items (deal_id, listing_id) where place > 0;
analyze deal_items;

drop trigger deals_set_model on deals;
drop function deals_set_model();
create function deal_items_set_model() returns trigger language plpgsql as $$
begin
  select model_id, attributes ->> 'condition' into new.model_id, new.condition
  from listings where type = new.listing_type and id = new.listing_id;
  return new;
end $$;
-- An item without a listing belongs to a sale that is recorded afterwards, and says its model itself.
create trigger deal_items_set_model before insert on deal_items
  for each row when (new.listing_id is not null) execute function deal_items_set_model();

-- The conversations that a deal concerns: the one in which it was made, and those of its buyer about its other items.
create view deal_rooms as
  select id as deal_id, room_id from deals where room_id is not null
  union
  select deals.id, rooms.id
  from deal_items items
  join deals on deals.id = items.deal_id
  join chat_rooms rooms on rooms.listing_type = items.listing_type and rooms.listing_id = items.listing_id
    and rooms.buyer_id = deals.buyer_id;

-- The rest is for servers of the version before, which go on during an upgrade: they find the first item in `deals`, and
-- add the others to `deal_further_items`. A later version drops it.
alter table deals alter column listing_type drop not null, alter column listing_name drop not null;
comment on column deals.listing_type is 'Only for the version before: deal_items has it.';
comment on column deals.listing_id is 'Only for the version before: deal_items has it.';
comment on column deals.listing_name is 'Only for the version before: deal_items has it.';
comment on column deals.pieces is 'Only for the version before: deal_items has it.';
comment on column deals.model_id is 'Only for the version before: deal_items has it.';
comment on column deals.condition is 'Only for the version before: deal_items has it.';
create view deal_further_items as
  select deal_id, place, listing_type, listing_id, listing_name, pieces from deal_items where place > 0;

create function deals_copy_first_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into deal_items (deal_id, place, listing_type, listing_id, listing_name, pieces, model_id, condition)
    values (new.id, 0, new.listing_type, new.listing_id, new.listing_name, new.pieces, new.model_id, new.condition);
  else
    update deal_items set model_id = new.model_id
    where deal_id = new.id and place = 0 and model_id is distinct from new.model_id;
  end if;
  return null;
end $$;
create trigger deals_copy_first_item after insert or update of model_id on deals
  for each row when (new.listing_type is not null) execute function deals_copy_first_item();

create function deal_items_copy_first() returns trigger language plpgsql as $$
begin
  update deals
  set (listing_type, listing_id, listing_name, pieces, model_id, condition) =
    (new.listing_type, new.listing_id, new.listing_name, new.pieces, new.model_id, new.condition)
  where id = new.deal_id and (listing_type, listing_id, listing_name, pieces, model_id, condition) is distinct from
    (new.listing_type, new.listing_id, new.listing_name, new.pieces, new.model_id, new.condition);
  return null;
end $$;
create trigger deal_items_copy_first after insert or update on deal_items
  for each row when (new.place = 0) execute function deal_items_copy_first();
