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

-- An offer stands in the conversation as a message of its author, whose text is the note.
alter table chat_messages
  add column offer_id uuid references offers (id) on delete cascade,
  drop constraint chat_messages_message_check,
  add constraint chat_messages_message_check
    check (length(message) <= 4000 and (length(message) >= 1 or photo_count > 0 or offer_id is not null));
create unique index chat_messages_offer_id on chat_messages (offer_id);

-- A notice about an offer is counted as its room, as one about messages is.
create or replace function unread_of(person uuid) returns bigint language sql stable parallel safe as $$
  select (select count(*) from chat_notifications where user_id = person and unread_count > 0)
    -- Every page asks for it, and "99+" is what it says of many.
    + (select count(*) from (
      select from notifications
      where user_id = person and read_at is null and in_app and kind not in ('message', 'offer') limit 100
    ) few)
$$;
