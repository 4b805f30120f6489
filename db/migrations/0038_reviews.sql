-- Reviews between the two of a deal (docs/decisions/0048-reviews.md). What was written before has no deal, and stays.
alter table user_reviews
  add column deal_id uuid references deals (id) on delete set null,
  -- From then on everybody reads it; before, whoever wrote it.
  add column visible_at timestamptz not null default now(),
  -- What the reviewed person says to it: once, and not before it is visible.
  add column answer text check (length(answer) between 1 and 1000),
  add column answered_at timestamptz;
update user_reviews set visible_at = created_at;
alter table user_reviews
  add check ((answer is null) = (answered_at is null)),
  add check (answered_at >= visible_at);

-- One each. An index on the deal alone is what deleting a deal asks for.
create unique index user_reviews_once on user_reviews (deal_id, reviewer_id);

-- Averages and counts are read from the index alone.
create index user_reviews_received on user_reviews (reviewed_user_id, visible_at desc, id desc) include (rating);
drop index user_reviews_reviewed_user_id;
drop index user_reviews_untold;
create index user_reviews_untold on user_reviews (visible_at) where not told;

-- What everybody may read: all readers ask this, and nothing needs to happen for a day to pass.
create view visible_reviews as select * from user_reviews where visible_at <= now();

-- Whoever writes a review of a deal holds the deal until they are done: of two who write at once the second finds the
-- first's, and both are visible then. `clock_timestamp`, as a transaction that waited began before what it waited for.
create function review_written() returns trigger language plpgsql as $$
declare
  deal deals;
begin
  if new.deal_id is null then
    new.visible_at := new.created_at;
    return new;
  end if;
  select * into deal from deals where id = new.deal_id for no key update;
  if deal.state in ('agreed', 'handed_over', 'sent', 'received')
    and (new.reviewer_id, new.reviewed_user_id)
      in ((deal.seller_id, deal.buyer_id), (deal.buyer_id, deal.seller_id)) is true
  then
    if exists (select from user_reviews where deal_id = new.deal_id and reviewer_id = new.reviewed_user_id) then
      new.visible_at := clock_timestamp();
      update user_reviews set visible_at = new.visible_at
        where deal_id = new.deal_id and reviewer_id = new.reviewed_user_id and visible_at > new.visible_at;
    else
      new.visible_at := new.created_at + interval '7 days';
    end if;
    return new;
  end if;
  raise exception 'a review is written by one of the two of a confirmed deal, about the other'
    using errcode = 'check_violation', constraint = 'user_reviews_deal';
end $$;
create trigger review_written before insert on user_reviews for each row execute function review_written();

-- Of a deal's review nothing changes once it is visible, but that it is answered, once; and that its writer leaves.
create function review_kept() returns trigger language plpgsql as $$
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
create trigger review_kept before update on user_reviews for each row execute function review_kept();

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
