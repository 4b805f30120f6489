-- What somebody means to ask about, by seller (docs/decisions/0046-cart.md).
create table cart_items (
  user_id uuid not null references profiles (id) on delete cascade,
  listing_type text not null,
  -- No foreign key: what was deleted stays, and says so.
  listing_id uuid not null,
  -- Its name as it was put in, by which one still knows it then; null where it was gone already when it was brought along.
  listing_name text,
  added_at timestamptz not null default now(),
  primary key (user_id, listing_type, listing_id)
);
