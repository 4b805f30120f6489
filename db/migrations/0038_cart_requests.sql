-- What a buyer asked for by the last message from their cart, so that the seller can make a deal of it (decision 0109).
create table cart_requests (
  room_id uuid not null references chat_rooms (id) on delete cascade,
  listing_type text not null,
  listing_id uuid not null,
  primary key (room_id, listing_type, listing_id),
  foreign key (listing_type, listing_id) references listings (type, id) on delete cascade
);
create index cart_requests_listing on cart_requests (listing_type, listing_id);
