-- A dictionary of the words that listings are found by, and of what they are called, with how many listings have
-- each: what a visitor began is completed and what they mistyped is corrected with it, and then searched for exactly
-- (docs/decisions/0016-search-across-types.md). It may lag behind by a minute: words that are there are found without it.

-- What a word can be mistaken for: itself with up to two letters taken away (up to one, when it is short), of its first
-- seven letters. Two words that are one or two slips apart have one of these in common, which an index looks up.
create function spelling_variants(word text) returns text[]
  language sql immutable parallel safe strict
  as $$
    with start as (select left(word, 7) as letters, least(length(word), 7) as size),
    once as (
      select overlay(letters placing '' from at for 1) as letters from start, generate_series(1, size) as at
    ),
    twice as (
      select overlay(letters placing '' from at for 1) as letters
      from once, generate_series(1, length(letters)) as at where length(word) > 5
    )
    select case when length(word) < 3 or word !~ '^[[:alpha:]]+$' then '{}'::text[] else
      (select array_agg(distinct letters) from (
        select letters from start union select letters from once union select letters from twice) variants) end
  $$;

-- What a listing is called, without its numbers: "Babolat Pure Drive" of "Pure Drive 98 v2" by Babolat. Null where
-- there is nothing before the first number.
create function listing_line(name text, brand text) returns text
  language sql immutable parallel safe
  as $$
    select case
      when line is null or length(line) > 60 then null
      when brand is null or brand = 'Other' or starts_with(public.fold(line), public.fold(brand)) then line
      else brand || ' ' || line end
    from (select rtrim(regexp_replace(
      substring(name from '^\s*([^\s\d]+(?:\s+[^\s\d]+){0,3})(?=\s|$)'), '\s+', ' ', 'g'), ' .,:;-–(/&+') as line) as named
    where line <> ''
  $$;

create table search_terms (
  -- As the index of listings has it. In the order of its bytes, so that a beginning is a range.
  term text collate "C" not null,
  type text not null,
  listings integer not null,
  variants text[] not null generated always as (spelling_variants(term)) stored,
  primary key (term, type)
) with (fillfactor = 80);
create index search_terms_variants on search_terms using gin (variants) with (fastupdate = off);

create table search_lines (
  -- Folded; `label` is how somebody wrote it.
  line text not null,
  type text not null,
  label text not null,
  listings integer not null,
  words tsvector not null generated always as (to_tsvector('simple', line)) stored,
  primary key (line, type)
) with (fillfactor = 80);
create index search_lines_words on search_lines using gin (words) with (fastupdate = off);

-- Differences, appended by the writes and added up by a job: no write waits for another's row. With a label it is
-- about a line.
create table search_term_changes (
  type text not null,
  term text not null,
  label text,
  difference integer not null
);

-- The words of a listing's name, brand and facts, and its line.
create function listing_terms(name text, brand text, search tsvector) returns table (term text, label text)
  language sql immutable parallel safe
  as $$
    select lexeme, null from unnest(tsvector_to_array(ts_filter(search, '{a,b}'))) as lexeme
    where length(lexeme) <= 40 and lexeme ~ '[[:alpha:]]'
    union all
    select public.fold(line), line from (select public.listing_line(name, brand) as line) as named where line is not null
  $$;

create function search_terms_changed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into search_term_changes
      select type, term, min(label), count(*)
      from new_rows, listing_terms(name, brand, search) group by type, term, label is null;
  elsif tg_op = 'DELETE' then
    insert into search_term_changes
      select type, term, min(label), -count(*)
      from old_rows, listing_terms(name, brand, search) group by type, term, label is null;
  else
    insert into search_term_changes
      select type, term, min(label), sum(difference) from (
        select type, name, brand, search, 1 as difference from new_rows
        union all select type, name, brand, search, -1 from old_rows
      ) moved, listing_terms(name, brand, search)
      group by type, term, label is null having sum(difference) <> 0;
  end if;
  return null;
end $$;

create trigger search_terms_inserted after insert on listings referencing new table as new_rows
  for each statement execute function search_terms_changed();
create trigger search_terms_updated after update on listings referencing new table as new_rows old table as old_rows
  for each statement execute function search_terms_changed();
create trigger search_terms_deleted after delete on listings referencing old table as old_rows
  for each statement execute function search_terms_changed();

insert into search_term_changes
  select type, term, min(label), count(*)
  from listings, listing_terms(name, brand, search) group by type, term, label is null;

-- Whether any listing has the word, wherever it stands. Of a word that half of them have, the index need not hand over
-- all: some thousand will do. It must be asked by the index, however few words the planner believes there to be.
create function is_in_stock(word text) returns boolean
  language sql stable parallel safe strict
  set gin_fuzzy_search_limit = 1000
  set enable_seqscan = off
  set enable_indexscan = off
  set enable_indexonlyscan = off
  as $$ select exists (select from public.listings where search @@ to_tsquery('simple', '''' || word || '''')) $$;
