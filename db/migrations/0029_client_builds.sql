-- The versions of the program that servers ran lately, with the scripts, styles, pictures and fonts of each. Their contents
-- are in the storage (decision 0165).
create table client_builds (
  -- A hash of the names of its files, which contain hashes of their contents.
  build text primary key,
  -- As in addresses: "/assets/de/home-1a2b3c4d.js".
  files text[] not null,
  -- When a server last said that it runs this version.
  named_at timestamptz not null default now()
);
