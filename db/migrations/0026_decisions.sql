-- Decisions of moderators, appeals against them, and what is hidden by them (decision 0091).

-- Who works on a case. A claim ends by itself (app/features/moderation/cases/rules.ts).
alter table cases
  add column claimed_by uuid references profiles (id) on delete set null,
  add column claimed_at timestamptz;
create index cases_claimed_by on cases (claimed_by);

create table decisions (
  id uuid primary key default uuidv7(),
  case_id uuid not null references cases (id) on delete cascade,
  -- Whom it is about. Null: somebody who deleted their account.
  person_id uuid references profiles (id) on delete set null,
  action text not null check (action in ('dismiss', 'hide', 'remove', 'warn', 'suspend')),
  -- The rule that was broken; null if none was.
  rule text check (rule ~ '^[a-z]{1,40}$'),
  -- What the person is told, in the words of the moderator.
  words text not null check (length(words) between 1 and 2000),
  -- Until when somebody is suspended; infinity: for good.
  until timestamptz,
  decided_by uuid references profiles (id) on delete set null,
  decided_at timestamptz not null default now(),
  -- Null: it waits for a second moderator, and does nothing yet.
  in_force_at timestamptz,
  confirmed_by uuid references profiles (id) on delete set null,
  -- When an appeal undid it.
  reversed_at timestamptz,
  check ((action = 'suspend') = (until is not null)),
  check ((action = 'dismiss') = (rule is null)),
  check (confirmed_by <> decided_by)
);
create index decisions_case_id on decisions (case_id);
create index decisions_person_id on decisions (person_id, decided_at desc);
create index decisions_decided_by on decisions (decided_by);
create index decisions_confirmed_by on decisions (confirmed_by);
create unique index decisions_one_waiting on decisions (case_id) where in_force_at is null;

create table appeals (
  decision_id uuid primary key references decisions (id) on delete cascade,
  words text not null default '' check (length(words) <= 2000),
  created_at timestamptz not null default now(),
  decided_by uuid references profiles (id) on delete set null,
  decided_at timestamptz,
  -- Whether the decision was undone.
  reversed boolean,
  answer text check (length(answer) between 1 and 2000),
  check (num_nulls(decided_at, reversed, answer) in (0, 3))
);
create index appeals_decided_by on appeals (decided_by);
create index appeals_open on appeals (created_at) where decided_at is null;

-- When the reporter was told what came of it.
alter table reports add column told_at timestamptz;

-- Until when somebody cannot sign in; infinity: for good.
alter table profiles add column suspended_until timestamptz;
create index profiles_suspended_until on profiles (suspended_until) where suspended_until is not null;

-- "removed" is deleted by a job once nobody can appeal. "suspended": hidden with its owner.
alter table listings add column hidden text check (hidden in ('hidden', 'removed', 'suspended'));
create index listings_hidden on listings (user_id) where hidden is not null;
alter table chat_messages add column hidden text check (hidden in ('hidden', 'removed'));
alter table user_reviews add column hidden text check (hidden in ('hidden', 'removed'));
alter table photos add column hidden text check (hidden in ('hidden', 'removed'));
create index photos_hidden on photos (key) where hidden is not null;

-- All that browses, searches and counts asks for the status "available", so a status of its own leaves none of it out.
create function listing_status(quantity integer, reserved integer, hidden text) returns text
  language sql immutable parallel safe
  return case when hidden is not null then 'hidden' when quantity = 0 then 'sold'
    when reserved >= quantity then 'reserved' else 'available' end;
alter table listings alter column status set expression as (listing_status(quantity, reserved, hidden));
drop function listing_status(integer, integer);
insert into status_moves (kind, was, becomes) values
  ('listing', 'available', 'hidden'),
  ('listing', 'reserved', 'hidden'),
  ('listing', 'sold', 'hidden'),
  ('listing', 'hidden', 'available'),
  ('listing', 'hidden', 'reserved'),
  ('listing', 'hidden', 'sold');

-- Nobody is told that a favourite was hidden, or is shown again.
create or replace function listings_log_price_and_status() returns trigger language plpgsql as $$
begin
  insert into listing_changes (what, type, listing_id, was_cents)
    select changed.what, new_rows.type, new_rows.id, old_rows.price_cents
    from new_rows join old_rows using (type, id), lateral (
      select case
        when new_rows.status in ('reserved', 'sold') and old_rows.status = 'available' then 'sold'
        when new_rows.status = 'available' and old_rows.status in ('reserved', 'sold') then 'back'
        when new_rows.status <> 'available' or old_rows.status <> 'available' then null
        when new_rows.price_cents < old_rows.price_cents then 'price_drop'
        when new_rows.price_cents > old_rows.price_cents then 'price_rise'
      end as what
    ) changed where changed.what is not null;
  return null;
end $$;

create or replace view visible_reviews as select * from user_reviews where visible_at <= now() and hidden is null;
