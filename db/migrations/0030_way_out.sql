-- The way out of a deal that both agreed to (decision 0099): one proposes another price or to cancel it, the other one
-- confirms. After a week without a hand-over one of them ends it alone, with a reason that others see counted.

alter table deals
  -- Why one of the two ended it alone.
  add column ended_because text check (ended_because in ('never_paid', 'never_came')),
  drop constraint deals_cancelled_by_check,
  add constraint deals_cancelled_by_check check (cancelled_by in ('seller', 'buyer', 'both', 'time')),
  add constraint deals_ended_check check (
    ended_because is null
    or (cancelled_by in ('seller', 'buyer') and seller_confirmed_at is not null and buyer_confirmed_at is not null)
  ),
  -- Only a buyer pays.
  add constraint deals_never_paid_check check (ended_because <> 'never_paid' or cancelled_by = 'seller');

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
  ('deal', 'agreed', 'cancelled'),
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
