-- Models of rackets and strings, as db/data/models has them (decision 0081). A row that leaves the files is retired, because
-- listings may still name it.
create table models (
  id uuid primary key default uuidv7(),
  type text not null,
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  brand text not null check (length(brand) between 1 and 60),
  name text not null check (length(name) between 1 and 80),
  -- A year or a version; null where it is not known, or there is only one.
  generation text check (length(generation) between 1 and 20),
  -- The figures that the category's definition names.
  specs jsonb not null check (jsonb_typeof(specs) = 'object'),
  -- A: independent sources agree; B: one source.
  confidence text not null check (confidence in ('A', 'B')),
  source text not null check (length(source) between 1 and 1000),
  retired_at timestamptz,
  unique (type, slug),
  -- For the foreign keys of listings, which name a model of their own type.
  unique (type, id)
);

-- What players write for a brand, or for the beginnings of names ("PD").
create table model_aliases (
  type text not null,
  alias text not null check (length(alias) between 1 and 60),
  brand text not null,
  names text[] not null,
  primary key (type, alias)
);

-- The editions of the files that were imported, the last of which is current. Of each, how far listings were linked with it:
-- up to this listing, and when that ended.
create table model_editions (
  digest text primary key,
  imported_at timestamptz not null default clock_timestamp(),
  linked_type text,
  linked_id uuid,
  linked_at timestamptz
);

alter table listings add column model_id uuid;
alter table rackets add constraint rackets_model foreign key (type, model_id) references models (type, id);
alter table strings add constraint strings_model foreign key (type, model_id) references models (type, id);
create index rackets_model on rackets (model_id, type, created_at desc, id desc);
create index strings_model on strings (model_id, type, created_at desc, id desc);
