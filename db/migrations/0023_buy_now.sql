-- A deal that its buyer began: a binding request at the asking price, which the seller confirms or declines in time
-- (decision 0088).

alter table deals
  -- Until when the seller can confirm the buyer's request; null for deals that the seller began.
  add column lapses_at timestamptz,
  drop constraint deals_cancelled_by_check,
  add constraint deals_cancelled_by_check check (cancelled_by in ('seller', 'buyer', 'time')),
  add constraint deals_requested_check check (lapses_at is null or buyer_confirmed_at is not null),
  add constraint deals_lapsed_check check (cancelled_by <> 'time' or lapses_at is not null);
create index deals_lapsing on deals (lapses_at) where state = 'open' and lapses_at is not null;
