-- A deal about several items (decision 0109): its own columns hold the first one, and this table the others. They are
-- written with the deal and do not change.
create table deal_further_items (
  deal_id uuid not null references deals (id) on delete cascade,
  -- After the first item, which has place 0.
  place integer not null check (place between 1 and 29),
  listing_type text not null,
  listing_id uuid,
  -- A deal outlives its listings, and keeps their names.
  listing_name text not null,
  pieces integer not null default 1 check (pieces between 1 and 100000),
  primary key (deal_id, place),
  unique (deal_id, listing_id),
  foreign key (listing_type, listing_id) references listings (type, id) on delete set null (listing_id)
);
create index deal_further_items_listing on deal_further_items (listing_type, listing_id);

-- Everything that deals are about.
create view deal_items as
  select id as deal_id, 0 as place, listing_type, listing_id, listing_name, pieces from deals
  union all
  select deal_id, place, listing_type, listing_id, listing_name, pieces from deal_further_items;

-- The conversations that a deal concerns: the one in which it was made, and those of its buyer about its other items.
create view deal_rooms as
  select id as deal_id, room_id from deals where room_id is not null
  union
  select deals.id, rooms.id
  from deal_items items
  join deals on deals.id = items.deal_id
  join chat_rooms rooms on rooms.listing_type = items.listing_type and rooms.listing_id = items.listing_id
    and rooms.buyer_id = deals.buyer_id;
