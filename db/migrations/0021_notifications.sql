-- What a person is told besides their conversations, and what is worth telling (docs/decisions/0027-notifications.md).

-- `content` is in the language of whoever is told, as a mail is. One event is told once: `event_key` names it within
-- its kind (app/domain/notification-kinds.ts).
alter table notifications
  add column kind text not null default 'account' check (kind ~ '^[a-z_]{1,40}$'),
  add column event_key text not null default uuidv7()::text check (length(event_key) between 1 and 200),
  -- Where it leads.
  add column path text check (path ~ '^/' and length(path) <= 1000),
  -- Whom it names: who leaves is named no more.
  add column about_id uuid references profiles (id) on delete cascade,
  -- Not shown, where somebody wants it by mail alone: kept for the digest, and to be told only once.
  add column in_app boolean not null default true,
  -- "daily": the next digest has it, until `mailed_at`.
  add column mail text check (mail in ('daily')),
  add column mailed_at timestamptz;
create unique index notifications_event on notifications (user_id, kind, event_key);
create index notifications_about_id on notifications (about_id);
create index notifications_unread on notifications (user_id) where read_at is null and in_app;
create index notifications_digest on notifications (user_id) where mail = 'daily' and mailed_at is null;
drop index notifications_user_id;
create index notifications_user_id on notifications (user_id, created_at desc, id desc);

-- How somebody wants to be told of a kind; without a row, as the kind says.
create table notification_choices (
  user_id uuid not null references profiles (id) on delete cascade,
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  in_app boolean not null,
  mail text not null check (mail in ('at_once', 'daily', 'off')),
  primary key (user_id, kind)
);

-- Since when a room holds something unread, and whether its reader was told of it while away.
alter table chat_notifications
  add column unread_since timestamptz,
  add column away_told boolean not null default false;
create index chat_notifications_away on chat_notifications (unread_since) where unread_count > 0 and not away_told;

-- What happened to listings and is still to be told: whoever writes, each change is here with it or not at all. A job
-- takes the rows away in the transaction in which it tells of them (app/jobs.server.ts, "listing-changes").
create table listing_changes (
  id bigint generated always as identity primary key,
  -- "price_rise" is told to nobody, but of what rose and fell at once nothing is to be told. "gone": deleted when it was
  -- sold already.
  what text not null check (what in ('new', 'price_drop', 'price_rise', 'sold', 'back', 'gone')),
  type text not null,
  listing_id uuid not null,
  -- What it cost before.
  was_cents integer,
  -- Where the listing is deleted ("sold", "gone"): what it was called, whose favourite it was, which goes with it, and
  -- since when.
  name text,
  user_ids uuid[],
  fond_since timestamptz[],
  -- Not when its transaction began: who made it a favourite after the change knows of it.
  created_at timestamptz not null default clock_timestamp()
);

-- Whether its person was told of it. What was written before anybody was, is told to nobody.
alter table user_reviews add column told boolean not null default true;
alter table user_reviews alter column told set default false;
create index user_reviews_untold on user_reviews (id) where not told;

create function listings_changed() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id, was_cents)
    select changed.what, new_rows.type, new_rows.id, old_rows.price_cents
    from new_rows join old_rows using (type, id), lateral (
      select case
        when new_rows.quantity = 0 and old_rows.quantity > 0 then 'sold'
        when new_rows.quantity > 0 and old_rows.quantity = 0 then 'back'
        when new_rows.quantity > 0 and new_rows.price_cents < old_rows.price_cents then 'price_drop'
        when new_rows.quantity > 0 and new_rows.price_cents > old_rows.price_cents then 'price_rise'
      end as what
    ) changed where changed.what is not null;
  return null;
end $$;

create trigger listings_changed after update on listings referencing new table as new_rows old table as old_rows
  for each statement execute function listings_changed();

-- Before: its favourites go with it.
create function listing_gone() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id, was_cents, name, user_ids, fond_since)
    select case when old.quantity > 0 then 'sold' else 'gone' end, old.type, old.id, old.price_cents, old.name,
      array_agg(user_id), array_agg(created_at)
    from favorites where listing_type = old.type and listing_id = old.id and user_id <> old.user_id
    having count(*) > 0;
  return old;
end $$;

create trigger listing_gone before delete on listings for each row execute function listing_gone();

-- What the bell counts: conversations and notices with something unread. A notice about messages is their room's already.
create function unread_of(person uuid) returns bigint language sql stable parallel safe as $$
  select (select count(*) from chat_notifications where user_id = person and unread_count > 0)
    -- Every page asks for it, and "99+" is what it says of many.
    + (select count(*) from (
      select from notifications where user_id = person and read_at is null and in_app and kind <> 'message' limit 100
    ) few)
$$;
