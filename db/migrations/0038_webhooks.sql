-- Webhooks: other systems that are told what happens to a person's listings, conversations and deals (decision 0191).
create table webhook_endpoints (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  url text not null check (length(url) between 1 and 2000),
  -- The types of events that it is told of (app/features/webhooks/events.ts).
  types text[] not null check (cardinality(types) > 0),
  -- What its deliveries are signed with, encrypted by a key that follows from AUTH_SECRET. The one before signs too, for a day.
  secret text not null,
  former_secret text,
  former_until timestamptz,
  -- Why it is told nothing; null while it is on.
  off text check (off in ('person', 'failing', 'gone')),
  -- Since when it has taken nothing of what it was sent.
  failing_since timestamptz,
  -- How many deliveries in a row got no answer, and until when it is left alone for that.
  unanswered integer not null default 0,
  rests_until timestamptz,
  -- It was slow the last time: it waits with the other slow ones.
  slow boolean not null default false,
  -- Until then one server sends to it.
  claimed_until timestamptz,
  created_at timestamptz not null default now()
);
create index webhook_endpoints_user_id on webhook_endpoints (user_id, created_at);

-- An event for an endpoint, until 30 days after it happened.
create table webhook_deliveries (
  -- The same at each try.
  id uuid primary key default uuidv7(),
  -- The order in which things happened: drawn while the thing is locked.
  position bigint generated always as identity,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  type text not null,
  -- The listing, the conversation or the deal. What happens to one thing is told in order.
  thing uuid not null,
  -- Ids and states, never content.
  data jsonb not null,
  created_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  tries integer not null default 0,
  next_at timestamptz not null default now(),
  -- Of the last try: when, the HTTP status or why there was none, how long it took, and how the answer begins.
  tried_at timestamptz,
  status integer,
  fault text,
  took_ms integer,
  answer text check (length(answer) <= 500)
);
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, position desc);
create index webhook_deliveries_thing on webhook_deliveries (endpoint_id, thing, position) where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (next_at) where state = 'waiting';
create index webhook_deliveries_created_at on webhook_deliveries (created_at);

-- Writes an event for each endpoint of these people that is told of its type, and wakes the job "webhooks" after the commit.
create function tell_webhooks(people uuid[], event text, thing uuid, data jsonb) returns void language plpgsql as $$
begin
  insert into webhook_deliveries (endpoint_id, type, thing, data)
    select id, $2, $3, $4 from webhook_endpoints where user_id = any ($1) and off is null and $2 = any (types);
  if found then
    perform pg_notify('webhooks', '');
  end if;
end $$;

-- In the order in which accepting an offer writes to these tables, so that it and this migration cannot deadlock.

-- A party that confirms alone, or takes that back, leaves the state as it is.
create function deals_tell_webhooks() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(array[new.seller_id, new.buyer_id], 'deal.' || case
      when tg_op = 'INSERT' then 'created'
      when old.state <> new.state then new.state
      when num_nonnulls(new.seller_confirmed_at, new.buyer_confirmed_at)
        > num_nonnulls(old.seller_confirmed_at, old.buyer_confirmed_at) then 'confirmed'
      else 'unconfirmed' end,
    new.id, jsonb_build_object('deal_id', new.id, 'room_id', new.room_id, 'state', new.state,
      'seller_confirmed', new.seller_confirmed_at is not null, 'buyer_confirmed', new.buyer_confirmed_at is not null));
  return null;
end $$;
create trigger deals_tell_webhooks_inserted after insert on deals
  for each row execute function deals_tell_webhooks();
create trigger deals_tell_webhooks_updated after update on deals
  for each row when (old.state <> new.state
    or num_nonnulls(old.seller_confirmed_at, old.buyer_confirmed_at) <> num_nonnulls(new.seller_confirmed_at, new.buyer_confirmed_at))
  execute function deals_tell_webhooks();

create function listings_tell_webhooks() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(array[new.user_id], 'listing.' || new.status, new.id, jsonb_build_object(
    'listing_type', new.type, 'listing_id', new.id, 'status', new.status));
  return null;
end $$;
create trigger listings_tell_webhooks after update on listings
  for each row when (old.status <> new.status) execute function listings_tell_webhooks();

create function offers_tell_webhooks() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(array[seller_id, buyer_id], case tg_op when 'INSERT' then 'offer.created' else 'offer.' || new.state end,
      id, jsonb_build_object('offer_id', new.id, 'room_id', id, 'by', new.made_by, 'state', new.state))
    from chat_rooms where id = new.room_id;
  return null;
end $$;
create trigger offers_tell_webhooks_inserted after insert on offers
  for each row execute function offers_tell_webhooks();
create trigger offers_tell_webhooks_updated after update on offers
  for each row when (old.state <> new.state) execute function offers_tell_webhooks();

create function chat_messages_tell_webhooks() returns trigger language plpgsql as $$
begin
  perform tell_webhooks(array[seller_id, buyer_id], 'message.created', id, jsonb_build_object(
      'room_id', id, 'message_id', new.id, 'by', case when new.sender_id = seller_id then 'seller' else 'buyer' end))
    from chat_rooms where id = new.chat_room_id;
  return null;
end $$;
create trigger chat_messages_tell_webhooks after insert on chat_messages
  for each row execute function chat_messages_tell_webhooks();
