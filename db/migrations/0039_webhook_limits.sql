-- Webhooks have a limit of what waits, and end with the key that made them (decision 0191).

-- First the tables that a change locks first, so that it and this migration cannot deadlock.

-- Of a statement that changes a whole stock, the room of each endpoint is counted once.
drop trigger listings_tell_webhooks on listings;
create or replace function listings_tell_webhooks() returns trigger language plpgsql as $$
begin
  with told as materialized (
    select endpoints.id as endpoint_id, event.type, new_rows.id as thing,
      jsonb_build_object('listing_type', new_rows.type, 'listing_id', new_rows.id, 'status', new_rows.status) as data,
      row_number() over (partition by endpoints.id) as n
    from new_rows join old_rows using (type, id)
      cross join lateral (select 'listing.' || new_rows.status as type) event
      join webhook_endpoints endpoints
        on endpoints.user_id = new_rows.user_id and endpoints.off is null and event.type = any (endpoints.types)
    where new_rows.status <> old_rows.status
  ),
  rooms as materialized (
    select endpoint_id, webhook_room(endpoint_id) as most from (select distinct endpoint_id from told) each
  )
  insert into webhook_deliveries (endpoint_id, type, thing, data)
    select endpoint_id, type, thing, data from told join rooms using (endpoint_id) where n <= most;
  if found then
    perform pg_notify('webhooks', '');
  end if;
  return null;
end $$;
create trigger listings_tell_webhooks after update on listings referencing new table as new_rows old table as old_rows
  for each statement execute function listings_tell_webhooks();

-- Further reasons are 'full' (too much waits) and 'key' (the key that set its address was revoked). `OffReason`
-- (app/features/webhooks/queries.server.ts) says what a reason can be.
alter table webhook_endpoints drop constraint webhook_endpoints_off_check;
-- The key of the API that set its address; null if its owner did.
alter table webhook_endpoints add column key_id uuid references api_keys (id) on delete set null;
create index webhook_endpoints_key on webhook_endpoints (key_id);

-- Of each endpoint, what is due, in the order in which it is sent.
create index webhook_deliveries_endpoint_due on webhook_deliveries (endpoint_id, next_at, position) where state = 'waiting';
drop index webhook_deliveries_due;

-- How many more deliveries may wait for an endpoint. The program turns an endpoint that comes near the limit off
-- (app/features/webhooks/rules.ts).
create function webhook_room(endpoint uuid) returns bigint language sql stable as $$
  select 20000 - count(*) from (
    select from webhook_deliveries where endpoint_id = endpoint and state = 'waiting' limit 20000
  ) waiting
$$;

create or replace function tell_webhooks(people uuid[], event text, thing uuid, data jsonb) returns void language plpgsql as $$
begin
  insert into webhook_deliveries (endpoint_id, type, thing, data)
    select id, $2, $3, $4 from webhook_endpoints
    where user_id = any ($1) and off is null and $2 = any (types) and webhook_room(id) > 0;
  if found then
    perform pg_notify('webhooks', '');
  end if;
end $$;

-- A deal that begins agreed, by an accepted offer, has reached that state too.
create or replace function deals_tell_webhooks() returns trigger language plpgsql as $$
declare
  people uuid[] := array[new.seller_id, new.buyer_id];
  data jsonb := jsonb_build_object('deal_id', new.id, 'room_id', new.room_id, 'state', new.state,
    'seller_confirmed', new.seller_confirmed_at is not null, 'buyer_confirmed', new.buyer_confirmed_at is not null);
begin
  if tg_op = 'INSERT' then
    perform tell_webhooks(people, 'deal.created', new.id, data);
    if new.state <> 'open' then
      perform tell_webhooks(people, 'deal.' || new.state, new.id, data);
    end if;
  elsif old.state <> new.state then
    perform tell_webhooks(people, 'deal.' || new.state, new.id, data);
  else
    perform tell_webhooks(people, case
        when num_nonnulls(new.seller_confirmed_at, new.buyer_confirmed_at)
          > num_nonnulls(old.seller_confirmed_at, old.buyer_confirmed_at) then 'deal.confirmed'
        else 'deal.unconfirmed' end, new.id, data);
  end if;
  return null;
end $$;

-- A page of another origin asks before each call whether a key names it.
create index api_keys_origins on api_keys using gin (origins);
