-- What a buyer and a seller agreed (decision 0047). No money passes through here. The listing's `quantity` and
-- `reserved` follow by app/features/deals.

create table deals (
  id uuid primary key default uuidv7(),
  -- Where they talk; null if it was agreed with somebody who did not write (`elsewhere`).
  room_id uuid references chat_rooms (id) on delete set null,
  elsewhere boolean not null default false,
  listing_type text not null,
  listing_id uuid,
  -- A deal outlives its listing, and keeps its name.
  listing_name text not null,
  seller_id uuid references profiles (id) on delete set null,
  buyer_id uuid references profiles (id) on delete set null,
  pieces integer not null default 1 check (pieces between 1 and 100000),
  -- For all pieces together.
  price_cents integer not null check (price_cents between 0 and 1000000000),
  state text not null default 'open' check (state in ('open', 'agreed', 'handed_over', 'sent', 'received', 'cancelled')),
  -- The seller confirms by "sold", or by handing over or sending; until then it is reserved. The buyer by "confirm".
  seller_confirmed_at timestamptz,
  buyer_confirmed_at timestamptz,
  -- When it was handed over, or sent.
  given_at timestamptz,
  carrier text check (length(carrier) between 1 and 60),
  tracking_number text check (length(tracking_number) between 1 and 60),
  received_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('seller', 'buyer')),
  reason text check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (listing_type, listing_id) references listings (type, id) on delete set null (listing_id),
  check (seller_id <> buyer_id),
  check (not elsewhere or (room_id is null and buyer_id is null and state in ('open', 'cancelled'))),
  check (state in ('open', 'cancelled') or (seller_confirmed_at is not null and buyer_confirmed_at is not null)),
  check (state <> 'open' or seller_confirmed_at is null or buyer_confirmed_at is null),
  check ((state = 'cancelled') = (cancelled_at is not null) and (state = 'cancelled') = (cancelled_by is not null)),
  check (state not in ('handed_over', 'sent') or given_at is not null),
  check ((state = 'received') = (received_at is not null)),
  check ((carrier is null and tracking_number is null) or state in ('sent', 'received'))
);
create index deals_seller_id on deals (seller_id, created_at desc, id desc);
create index deals_buyer_id on deals (buyer_id, created_at desc, id desc);
create index deals_room_id on deals (room_id);
create index deals_listing on deals (listing_type, listing_id);
-- The same two agree about the same listing once at a time.
create unique index deals_open on deals (room_id) where state = 'open';

insert into status_moves (kind, was, becomes) values
  ('deal', 'open', 'agreed'),
  ('deal', 'open', 'cancelled'),
  ('deal', 'agreed', 'handed_over'),
  ('deal', 'agreed', 'sent'),
  ('deal', 'agreed', 'received'),
  ('deal', 'handed_over', 'received'),
  ('deal', 'sent', 'received');

create function deals_check_state_move() returns trigger language plpgsql as $$
begin
  if not exists (select from status_moves where kind = 'deal' and was = old.state and becomes = new.state) then
    raise exception 'a deal does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'deal_moves';
  end if;
  return new;
end $$;
create trigger deals_check_state_move before update on deals
  for each row when (old.state <> new.state) execute function deals_check_state_move();
