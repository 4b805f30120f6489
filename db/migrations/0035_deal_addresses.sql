-- The address that a buyer shares with the seller of one deal (decision 0107). It is a copy: the profile can change.
create table deal_addresses (
  deal_id uuid primary key references deals (id) on delete cascade,
  -- The buyer's name, if they gave one, and their shipping address.
  address text not null check (length(address) between 1 and 800),
  shared_at timestamptz not null default now()
);
-- The job that deletes old ones reads them in this order.
create index deal_addresses_shared_at on deal_addresses (shared_at);
