-- Reviews between the two of a deal (decision 0048).

create table user_reviews (
  id uuid primary key default uuidv7(),
  -- Null: somebody who deleted their account.
  reviewer_id uuid references profiles (id) on delete set null,
  reviewed_user_id uuid not null references profiles (id) on delete cascade,
  rating integer not null check (rating between 1 and 5),
  comment text not null default '' check (length(comment) <= 2000),
  created_at timestamptz not null default now(),
  -- Whether its person was told of it.
  told boolean not null default false,
  -- Null: written before reviews belonged to deals.
  deal_id uuid references deals (id) on delete set null,
  -- From then on everybody reads it; before, only its writer. `writeReview` decides it.
  visible_at timestamptz not null default now(),
  -- The reviewed person's answer: one, and not before it is visible.
  answer text check (length(answer) between 1 and 1000),
  answered_at timestamptz,
  check (reviewer_id <> reviewed_user_id),
  check ((answer is null) = (answered_at is null)),
  check (answered_at >= visible_at)
);
create index user_reviews_reviewer_id on user_reviews (reviewer_id);
-- One each. It begins with the deal, for when a deal is deleted.
create unique index user_reviews_once on user_reviews (deal_id, reviewer_id);
-- Averages and counts are read from the index alone.
create index user_reviews_received on user_reviews (reviewed_user_id, visible_at desc, id desc) include (rating);
create index user_reviews_untold on user_reviews (visible_at) where not told;
-- "What Our Users Say": the newest with something to read.
create index user_reviews_worth_reading on user_reviews (created_at desc, id desc) where rating >= 4 and comment <> '';

-- What everybody may read. All readers ask this, so no job is needed when a day passes.
create view visible_reviews as select * from user_reviews where visible_at <= now();

-- Who may review whom. When it is read is the program's to say (`visible_at`).
create function user_reviews_check_deal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from deals
    where id = new.deal_id and state in ('agreed', 'handed_over', 'sent', 'received')
      and (new.reviewer_id, new.reviewed_user_id) in ((seller_id, buyer_id), (buyer_id, seller_id))
  ) then
    raise exception 'a review is written by one of the two of a confirmed deal, about the other'
      using errcode = 'check_violation', constraint = 'user_reviews_deal';
  end if;
  return new;
end $$;
create trigger user_reviews_check_deal before insert on user_reviews
  for each row when (new.deal_id is not null) execute function user_reviews_check_deal();

-- A visible review of a deal stays as it is, but for one answer, and for the name of a writer who leaves.
create function user_reviews_check_unchanged() returns trigger language plpgsql as $$
begin
  if (old.deal_id is not null and old.visible_at <= clock_timestamp()
      and (new.rating, new.comment, new.visible_at) is distinct from (old.rating, old.comment, old.visible_at))
    or (new.reviewer_id is not null and new.reviewer_id is distinct from old.reviewer_id)
    or new.reviewed_user_id <> old.reviewed_user_id
    or (new.deal_id is not null and new.deal_id is distinct from old.deal_id)
    or (old.answer is not null and (new.answer, new.answered_at) is distinct from (old.answer, old.answered_at))
  then
    raise exception 'what a visible review says stays'
      using errcode = 'check_violation', constraint = 'user_reviews_kept';
  end if;
  return new;
end $$;
create trigger user_reviews_check_unchanged before update on user_reviews
  for each row execute function user_reviews_check_unchanged();

-- Wakes every server that keeps a page with reviews on it.
create function user_reviews_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('listings', 'reviews');
  return null;
end $$;
create trigger user_reviews_notify after insert or update or delete on user_reviews
  for each statement execute function user_reviews_notify();

-- What people find wrong with a review; for the operator.
create table review_reports (
  review_id uuid not null references user_reviews (id) on delete cascade,
  reporter_id uuid not null references profiles (id) on delete cascade,
  reason text not null check (reason in ('untrue', 'insulting', 'private', 'advertising', 'other')),
  words text not null default '' check (length(words) <= 1000),
  created_at timestamptz not null default now(),
  primary key (review_id, reporter_id)
);
create index review_reports_reporter_id on review_reports (reporter_id, created_at desc);
