-- What people report, and the cases that the reports make (decision 0090).

-- One thing that moderators look at. Reports of the same thing join its open case.
create table cases (
  id uuid primary key default uuidv7(),
  subject_kind text not null check (subject_kind in ('listing', 'message', 'review', 'person', 'photo')),
  -- No foreign key: a case outlives what it is about.
  subject_id uuid not null,
  -- Of a listing, and of the listing of a photo.
  listing_type text,
  -- Whose it is. Null: somebody who deleted their account.
  person_id uuid references profiles (id) on delete set null,
  -- 1 low, 2 medium, 3 high: the worst of its reports (app/features/moderation/reports/rules.ts).
  severity smallint not null check (severity between 1 and 3),
  state text not null default 'open' check (state in ('open', 'closed')),
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  check ((state = 'closed') = (closed_at is not null))
);
create unique index cases_one_open on cases (subject_kind, subject_id) where state = 'open';
create index cases_queue on cases (severity desc, opened_at, id) where state = 'open';
create index cases_subject on cases (subject_id, opened_at desc);
create index cases_person_id on cases (person_id, opened_at desc);

create table reports (
  id uuid primary key default uuidv7(),
  case_id uuid not null references cases (id) on delete cascade,
  -- Null: signed out, then `email` says whom to answer; or somebody who deleted their account.
  reporter_id uuid references profiles (id) on delete set null,
  email text check (length(email) <= 320),
  -- Of the reporter, for the answer.
  language text not null,
  reason text not null check (reason ~ '^[a-z]{1,40}$'),
  words text not null default '' check (length(words) <= 2000),
  -- Links, numbers of orders: what shows that it is so.
  proof text not null default '' check (length(proof) <= 1000),
  -- What was reported, as it was then.
  evidence jsonb not null check (jsonb_typeof(evidence) = 'object'),
  created_at timestamptz not null default now(),
  check (reporter_id is null or email is null)
);
create unique index reports_once_person on reports (case_id, reporter_id);
create unique index reports_once_email on reports (case_id, email);
create index reports_reporter_id on reports (reporter_id, created_at desc);

-- Reports of reviews were kept for the operator alone.
insert into cases (subject_kind, subject_id, person_id, severity, opened_at)
  select 'review', review.id, review.reviewer_id,
    max(case when reason in ('insulting', 'private') then 3 else 1 end), min(review_reports.created_at)
  from review_reports join user_reviews review on review.id = review_id
  group by review.id;
insert into reports (case_id, reporter_id, language, reason, words, evidence, created_at)
  select cases.id, review_reports.reporter_id, coalesce(user_preferences.language, 'en-GB'), reason, words,
    jsonb_build_object('name', reviewed.username, 'text', review.comment, 'by', writer.username,
      'rating', review.rating, 'photos', '[]'::jsonb),
    review_reports.created_at
  from review_reports
  join user_reviews review on review.id = review_id
  join cases on cases.subject_id = review.id
  join profiles reviewed on reviewed.id = review.reviewed_user_id
  left join profiles writer on writer.id = review.reviewer_id
  left join user_preferences on user_preferences.user_id = review_reports.reporter_id;
drop table review_reports;
