-- Searches that found nothing, or only without some of their words (decision 0179). They say nothing about who searched.
create table missed_searches (
  -- In UTC.
  day date not null,
  words text not null check (length(words) between 1 and 80),
  -- How often nothing was found, and how often only a part was left out.
  nothing integer not null default 0,
  dropped integer not null default 0,
  primary key (day, words)
);

-- Words that operators added for values of fields: what app/domain/categories/value-synonyms.ts has, and works at once.
create table search_synonyms (
  -- As people type it, in lower case and without accents.
  word text primary key check (length(word) between 2 and 60),
  -- The column of stock files ("clothes_type"), and the value.
  csv_column text not null,
  value text not null,
  added_at timestamptz not null default now()
);

-- The country that a saved search names. Null asks for none.
alter table saved_search_queries add column country text check (country in ('NL', 'DE', 'FR', 'GB', 'US'));
