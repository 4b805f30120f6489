-- What sellers take off for several of their items (decision 0110).
alter table profiles
  add column bundle_items integer check (bundle_items between 2 and 10),
  add column bundle_percent integer check (bundle_percent between 1 and 50),
  add constraint profiles_bundle_check check ((bundle_items is null) = (bundle_percent is null));
