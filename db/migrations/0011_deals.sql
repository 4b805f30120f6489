-- What a buyer and a seller agree: their conversation, offers in it, the deal, and what they say of each other afterwards. No
-- money passes through here.

-- A conversation of a buyer and a seller about a listing; 0012_messages.sql has its messages.
create table chat_rooms (
  id uuid primary key default uuidv7(),
  -- No foreign key: a conversation outlives its listing, and keeps its name.
  listing_type text not null,
  listing_id uuid not null,
  listing_name text not null,
  -- Null: somebody who deleted their account (decision 0024).
  seller_id uuid references profiles (id) on delete set null,
  buyer_id uuid references profiles (id) on delete set null,
  -- The number of its last message.
  seq bigint not null default 0,
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  -- One of the two blocks the other. Writers of messages hold this row, so a message is written before the block or not at
  -- all.
  blocked boolean not null default false,
  unique (listing_type, listing_id, buyer_id),
  check (seller_id <> buyer_id)
);
-- In the order of the inbox, for either of the two.
create index chat_rooms_seller_shown on chat_rooms (seller_id, coalesce(last_message_at, created_at) desc, id desc);
create index chat_rooms_buyer_shown on chat_rooms (buyer_id, coalesce(last_message_at, created_at) desc, id desc);
-- The job "silent-sellers" reads the conversations of one month.
create index chat_rooms_last_message on chat_rooms (last_message_at);

-- Deals (decision 0047). The listing's `quantity` and `reserved` follow by app/features/deals.
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
  cancelled_by text check (cancelled_by in ('seller', 'buyer', 'both', 'time')),
  reason text check (length(reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Until when the seller can confirm the buyer's binding request (decision 0088); null for deals that the seller began.
  lapses_at timestamptz,
  -- What was sold, for the price guide (decision 0095): a deal keeps the model and the condition, as it keeps the name.
  model_id uuid,
  condition text check (length(condition) between 1 and 40),
  -- Why one of the two ended it alone, a week after both confirmed it (decision 0099). Others see how often.
  ended_because text check (ended_because in ('never_paid', 'never_came')),
  foreign key (listing_type, listing_id) references listings (type, id) on delete set null (listing_id),
  constraint deals_model foreign key (listing_type, model_id) references models (type, id),
  check (seller_id <> buyer_id),
  check (not elsewhere or (room_id is null and buyer_id is null and state in ('open', 'cancelled'))),
  check (state in ('open', 'cancelled') or (seller_confirmed_at is not null and buyer_confirmed_at is not null)),
  check (state <> 'open' or seller_confirmed_at is null or buyer_confirmed_at is null),
  check ((state = 'cancelled') = (cancelled_at is not null) and (state = 'cancelled') = (cancelled_by is not null)),
  check (state not in ('handed_over', 'sent') or given_at is not null),
  check ((state = 'received') = (received_at is not null)),
  check ((carrier is null and tracking_number is null) or state in ('sent', 'received')),
  constraint deals_requested_check check (lapses_at is null or buyer_confirmed_at is not null),
  constraint deals_lapsed_check check (cancelled_by <> 'time' or lapses_at is not null),
  constraint deals_ended_check check (
    ended_because is null
    or (cancelled_by in ('seller', 'buyer') and seller_confirmed_at is not null and buyer_confirmed_at is not null)
  ),
  -- Only a buyer pays.
  constraint deals_never_paid_check check (ended_because <> 'never_paid' or cancelled_by = 'seller')
);
create index deals_seller_id on deals (seller_id, created_at desc, id desc);
create index deals_buyer_id on deals (buyer_id, created_at desc, id desc);
create index deals_room_id on deals (room_id);
create index deals_listing on deals (listing_type, listing_id);
-- The same two agree about the same listing once at a time.
create unique index deals_open on deals (room_id) where state = 'open';
create index deals_lapsing on deals (lapses_at) where state = 'open' and lapses_at is not null;
create index deals_model on deals (model_id, listing_type, created_at desc);

insert into status_moves (kind, was, becomes) values
  ('deal', 'open', 'agreed'),
  ('deal', 'open', 'cancelled'),
  ('deal', 'agreed', 'handed_over'),
  ('deal', 'agreed', 'sent'),
  ('deal', 'agreed', 'received'),
  ('deal', 'agreed', 'cancelled'),
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

create function deals_set_model() returns trigger language plpgsql as $$
begin
  select model_id, attributes ->> 'condition' into new.model_id, new.condition
  from listings where type = new.listing_type and id = new.listing_id;
  return new;
end $$;
-- A deal about no listing is a sale that is recorded afterwards, and says its model itself.
create trigger deals_set_model before insert on deals
  for each row when (new.listing_id is not null) execute function deals_set_model();

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

-- The address that a buyer shares with the seller of one deal (decision 0107). It is a copy: the profile can change.
create table deal_addresses (
  deal_id uuid primary key references deals (id) on delete cascade,
  -- The buyer's name, if they gave one, and their shipping address.
  address text not null check (length(address) between 1 and 800),
  shared_at timestamptz not null default now()
);
-- The job that deletes old ones reads them in this order.
create index deal_addresses_shared_at on deal_addresses (shared_at);

-- The way out of a deal that both confirmed (decision 0099): one proposes another price or to cancel it, the other one confirms.
-- A row is one proposal. What it says never changes, and it leaves the state "open" once.
create table deal_proposals (
  -- Given by the form, so that a form that is sent twice makes one proposal.
  id uuid primary key,
  deal_id uuid not null references deals (id) on delete cascade,
  made_by text not null check (made_by in ('seller', 'buyer')),
  kind text not null check (kind in ('price', 'cancellation')),
  -- For all pieces together.
  price_cents integer check (price_cents between 0 and 1000000000),
  reason text check (length(reason) between 1 and 500),
  state text not null default 'open' check (state in ('open', 'confirmed', 'declined', 'withdrawn', 'ended')),
  -- When it left the state "open".
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'price') = (price_cents is not null)),
  check (kind = 'price' or reason is not null),
  check ((state = 'open') = (closed_at is null))
);
create index deal_proposals_deal_id on deal_proposals (deal_id, created_at);
-- The two answer one proposal at a time.
create unique index deal_proposals_open on deal_proposals (deal_id) where state = 'open';

insert into status_moves (kind, was, becomes) values
  ('proposal', 'open', 'confirmed'),
  ('proposal', 'open', 'declined'),
  ('proposal', 'open', 'withdrawn'),
  ('proposal', 'open', 'ended');

create function deal_proposals_check_unchanged() returns trigger language plpgsql as $$
begin
  if (old.id, old.deal_id, old.made_by, old.kind, old.price_cents, old.reason, old.created_at)
    is distinct from (new.id, new.deal_id, new.made_by, new.kind, new.price_cents, new.reason, new.created_at)
  then
    raise exception 'what a proposal says does not change'
      using errcode = 'check_violation', constraint = 'deal_proposals_unchanged';
  end if;
  if old.state <> new.state and not exists (
    select from status_moves where kind = 'proposal' and was = old.state and becomes = new.state
  ) then
    raise exception 'a proposal does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'proposal_moves';
  end if;
  return new;
end $$;
create trigger deal_proposals_check_unchanged before update on deal_proposals
  for each row execute function deal_proposals_check_unchanged();

-- Prices that a buyer and a seller propose to each other in their conversation (decision 0087). A row is one proposal: a
-- counter-offer is a row of its own. What it says never changes, and it leaves the state "open" once.
create table offers (
  -- Given by the form, so that a form that is sent twice makes one offer.
  id uuid primary key,
  -- Whose it is, and about what: the two of the room, and its listing.
  room_id uuid not null references chat_rooms (id) on delete cascade,
  made_by text not null check (made_by in ('seller', 'buyer')),
  pieces integer not null check (pieces between 1 and 100000),
  -- For all pieces together.
  price_cents integer not null check (price_cents between 1 and 1000000000),
  state text not null default 'open'
    check (state in ('open', 'countered', 'accepted', 'declined', 'withdrawn', 'expired', 'ended')),
  expires_at timestamptz not null,
  -- When it left the state "open".
  closed_at timestamptz,
  deal_id uuid references deals (id) on delete set null,
  created_at timestamptz not null default now(),
  check ((state = 'open') = (closed_at is null)),
  check (deal_id is null or state = 'accepted'),
  check (expires_at > created_at),
  -- Only a buyer's offer is countered.
  check (state <> 'countered' or made_by = 'buyer')
);
create index offers_room_id on offers (room_id, created_at desc);
create index offers_deal_id on offers (deal_id);
-- The same two have one open offer about the same listing.
create unique index offers_open on offers (room_id) where state = 'open';
create index offers_expiring on offers (expires_at) where state = 'open';

insert into status_moves (kind, was, becomes) values
  ('offer', 'open', 'countered'),
  ('offer', 'open', 'accepted'),
  ('offer', 'open', 'declined'),
  ('offer', 'open', 'withdrawn'),
  ('offer', 'open', 'expired'),
  ('offer', 'open', 'ended');

create function offers_check_unchanged() returns trigger language plpgsql as $$
begin
  if (old.id, old.room_id, old.made_by, old.pieces, old.price_cents, old.expires_at, old.created_at)
    is distinct from (new.id, new.room_id, new.made_by, new.pieces, new.price_cents, new.expires_at, new.created_at)
  then
    raise exception 'what an offer says does not change'
      using errcode = 'check_violation', constraint = 'offers_unchanged';
  end if;
  if old.state <> new.state and not exists (
    select from status_moves where kind = 'offer' and was = old.state and becomes = new.state
  ) then
    raise exception 'an offer does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'offer_moves';
  end if;
  return new;
end $$;
create trigger offers_check_unchanged before update on offers
  for each row execute function offers_check_unchanged();

-- What a buyer asked for by the last message from their cart, so that the seller can make a deal of it (decision 0109).
create table cart_requests (
  room_id uuid not null references chat_rooms (id) on delete cascade,
  listing_type text not null,
  listing_id uuid not null,
  primary key (room_id, listing_type, listing_id),
  foreign key (listing_type, listing_id) references listings (type, id) on delete cascade
);
create index cart_requests_listing on cart_requests (listing_type, listing_id);

-- Reviews between the two of a deal (decision 0048).
create table user_reviews (
  id uuid primary key default uuidv7(),
  -- Null: somebody who deleted their account.
  reviewer_id uuid references profiles (id) on delete set null,
  reviewed_user_id uuid not null references profiles (id) on delete cascade,
  rating integer not null check (rating between 1 and 5),
  comment text not null default '' check (length(comment) <= 2000),
  created_at timestamptz not null default now(),
  -- Whether its person was told of it.
  told boolean not null default false,
  -- Null: written before reviews belonged to deals.
  deal_id uuid references deals (id) on delete set null,
  -- From then on everybody reads it; before, only its writer. `writeReview` decides it.
  visible_at timestamptz not null default now(),
  -- The reviewed person's answer: one, and not before it is visible.
  answer text check (length(answer) between 1 and 1000),
  answered_at timestamptz,
  -- By moderators (decision 0091).
  hidden text check (hidden in ('hidden', 'removed')),
  check (reviewer_id <> reviewed_user_id),
  check ((answer is null) = (answered_at is null)),
  check (answered_at >= visible_at)
);
create index user_reviews_reviewer_id on user_reviews (reviewer_id);
-- One each. It begins with the deal, for when a deal is deleted.
create unique index user_reviews_once on user_reviews (deal_id, reviewer_id);
-- Averages and counts are read from the index alone.
create index user_reviews_received on user_reviews (reviewed_user_id, visible_at desc, id desc) include (rating);
create index user_reviews_untold on user_reviews (visible_at) where not told;
-- "What Our Users Say": the newest with something to read.
create index user_reviews_worth_reading on user_reviews (created_at desc, id desc) where rating >= 4 and comment <> '';

-- What everybody may read. All readers ask this, so no job is needed when a day passes.
create view visible_reviews as select * from user_reviews where visible_at <= now() and hidden is null;

-- Who may review whom. When it is read is the program's to say (`visible_at`).
create function user_reviews_check_deal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from deals
    where id = new.deal_id and state in ('agreed', 'handed_over', 'sent', 'received')
      and (new.reviewer_id, new.reviewed_user_id) in ((seller_id, buyer_id), (buyer_id, seller_id))
  ) then
    raise exception 'a review is written by one of the two of a confirmed deal, about the other'
      using errcode = 'check_violation', constraint = 'user_reviews_deal';
  end if;
  return new;
end $$;
create trigger user_reviews_check_deal before insert on user_reviews
  for each row when (new.deal_id is not null) execute function user_reviews_check_deal();

-- A visible review of a deal stays as it is, but for one answer, and for the name of a writer who leaves.
create function user_reviews_check_unchanged() returns trigger language plpgsql as $$
begin
  if (old.deal_id is not null and old.visible_at <= clock_timestamp()
      and (new.rating, new.comment, new.visible_at) is distinct from (old.rating, old.comment, old.visible_at))
    or (new.reviewer_id is not null and new.reviewer_id is distinct from old.reviewer_id)
    or new.reviewed_user_id <> old.reviewed_user_id
    or (new.deal_id is not null and new.deal_id is distinct from old.deal_id)
    or (old.answer is not null and (new.answer, new.answered_at) is distinct from (old.answer, old.answered_at))
  then
    raise exception 'what a visible review says stays'
      using errcode = 'check_violation', constraint = 'user_reviews_kept';
  end if;
  return new;
end $$;
create trigger user_reviews_check_unchanged before update on user_reviews
  for each row execute function user_reviews_check_unchanged();

-- Wakes every server that keeps a page with reviews on it.
create function user_reviews_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('listings', 'reviews');
  return null;
end $$;
create trigger user_reviews_notify after insert or update or delete on user_reviews
  for each statement execute function user_reviews_notify();
