-- People who sell as a business, and what buyers must know about them (decision 0112).
create table traders (
  user_id uuid primary key references profiles (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  address text not null check (length(address) between 1 and 500),
  -- The register and the number in it.
  registration text not null check (length(registration) between 1 and 200),
  email text not null check (length(email) between 3 and 320),
  phone text not null check (length(phone) between 1 and 50),
  vat_id text check (length(vat_id) between 1 and 50),
  -- When they last declared to sell only what the law allows.
  certified_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
