-- Those who act for the shop, what people report to them, what they decide, and what they set.

-- Who acts for the shop, and what they did (decision 0089).
create table staff (
  user_id uuid primary key references profiles (id) on delete cascade,
  role text not null check (role in ('moderator', 'operator')),
  granted_at timestamptz not null default now()
);

-- What staff did, and whose private data they opened. It holds ids and no personal data, so it stays for ever.
create table staff_log (
  id bigint generated always as identity primary key,
  logged_at timestamptz not null default now(),
  -- Null: a command of the operator, or a job.
  actor_id uuid,
  action text not null check (action ~ '^[a-z_]{1,40}$'),
  -- What it was done to: a person, a case, a decision.
  subject_id uuid,
  -- Roles, kinds and reasons: never a text that somebody wrote.
  facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object' and length(facts::text) <= 1000)
);
create index staff_log_logged_at on staff_log (logged_at desc, id desc);

create function staff_log_refuse_changes() returns trigger language plpgsql as $$
begin
  raise exception 'the log of staff is only appended to' using errcode = 'insufficient_privilege';
end $$;
create trigger staff_log_refuse_changes before update or delete or truncate on staff_log
  for each statement execute function staff_log_refuse_changes();

-- One thing that moderators look at. Reports of the same thing join its open case (decision 0090).
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
  -- Who works on it. A claim ends by itself (app/features/moderation/cases/rules.ts).
  claimed_by uuid references profiles (id) on delete set null,
  claimed_at timestamptz,
  -- Whether its texts and evidence were deleted (decision 0102).
  cleared boolean not null default false,
  check ((state = 'closed') = (closed_at is not null))
);
create unique index cases_one_open on cases (subject_kind, subject_id) where state = 'open';
create index cases_queue on cases (severity desc, opened_at, id) where state = 'open';
create index cases_subject on cases (subject_id, opened_at desc);
create index cases_person_id on cases (person_id, opened_at desc);
create index cases_claimed_by on cases (claimed_by);
create index cases_closed_at on cases (closed_at) where state = 'closed';

create table reports (
  id uuid primary key default uuidv7(),
  case_id uuid not null references cases (id) on delete cascade,
  -- Null: a signal; or signed out, then `email` says whom to answer; or somebody who deleted their account.
  reporter_id uuid references profiles (id) on delete set null,
  -- Deleted later, it is "": it still says that the reporter was signed out.
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
  -- When the reporter was told what came of it.
  told_at timestamptz,
  -- What the program noticed by itself (decision 0100); null for a report by a person.
  signal text check (signal ~ '^[a-z_]{1,40}$'),
  -- Pictures that the reporter added: keys of private photos (decision 0113).
  pictures text[] not null default '{}' check (cardinality(pictures) <= 3),
  check (reporter_id is null or email is null),
  constraint reports_signal_by_nobody check (signal is null or num_nonnulls(reporter_id, email) = 0)
);
create unique index reports_once_person on reports (case_id, reporter_id);
create unique index reports_once_email on reports (case_id, email) where email <> '';
create unique index reports_once_signal on reports (case_id, signal);
create index reports_reporter_id on reports (reporter_id, created_at desc);
create index reports_email_told_at on reports (told_at) where email <> '';
-- Photos that a case shows are kept with it.
create index reports_photos on reports using gin ((evidence -> 'photos'));
create index reports_pictures on reports using gin (pictures) where pictures <> '{}';

-- What moderators decide (decision 0091).
create table decisions (
  id uuid primary key default uuidv7(),
  case_id uuid not null references cases (id) on delete cascade,
  -- Whom it is about. Null: somebody who deleted their account.
  person_id uuid references profiles (id) on delete set null,
  action text not null check (action in ('dismiss', 'hide', 'remove', 'warn', 'suspend')),
  -- The rule that was broken; null if none was.
  rule text check (rule ~ '^[a-z]{1,40}$'),
  -- What the person is told, in the words of the moderator.
  words text not null check (length(words) between 1 and 2000),
  -- Until when somebody is suspended; infinity: for good.
  until timestamptz,
  decided_by uuid references profiles (id) on delete set null,
  decided_at timestamptz not null default now(),
  -- Null: it waits for a second moderator, and does nothing yet.
  in_force_at timestamptz,
  confirmed_by uuid references profiles (id) on delete set null,
  -- When an appeal undid it.
  reversed_at timestamptz,
  -- When the removed thing was deleted.
  deleted_at timestamptz,
  check ((action = 'suspend') = (until is not null)),
  check ((action = 'dismiss') = (rule is null)),
  check (confirmed_by <> decided_by)
);
create index decisions_case_id on decisions (case_id);
create index decisions_person_id on decisions (person_id, decided_at desc);
create index decisions_decided_by on decisions (decided_by);
create index decisions_confirmed_by on decisions (confirmed_by);
create unique index decisions_one_waiting on decisions (case_id) where in_force_at is null;
create index decisions_removed on decisions (in_force_at) where action = 'remove' and deleted_at is null;

create table appeals (
  decision_id uuid primary key references decisions (id) on delete cascade,
  words text not null default '' check (length(words) <= 2000),
  created_at timestamptz not null default now(),
  decided_by uuid references profiles (id) on delete set null,
  decided_at timestamptz,
  -- Whether the decision was undone.
  reversed boolean,
  answer text check (length(answer) between 1 and 2000),
  check (num_nulls(decided_at, reversed, answer) in (0, 3))
);
create index appeals_decided_by on appeals (decided_by);
create index appeals_open on appeals (created_at) where decided_at is null;

-- Signals (decision 0100): up to which thing their job has looked, in the order in which they were made or changed.
create table signal_marks (
  what text primary key check (what in ('listings', 'messages', 'people')),
  at timestamptz not null,
  id uuid not null
);
-- What is there already is not looked at.
insert into signal_marks (what, at, id)
  select what, now(), uuidv7() from unnest(array['listings', 'messages', 'people']) as what;

-- What operators set at /operator/settings (decision 0114). Null: as the environment says.
create table settings (
  one boolean primary key default true check (one),
  offers boolean,
  offer_percent integer check (offer_percent between 1 and 100),
  -- Texts by language, shown above every page until the end of the day `banner_until` (UTC).
  banner jsonb not null default '{}' check (jsonb_typeof(banner) = 'object' and length(banner::text) <= 4000),
  banner_until date,
  changed_at timestamptz not null default now(),
  -- The shop's share of a sale, as its pages say it. Null: as the program says.
  fee_percent integer check (fee_percent between 0 and 50),
  check (banner = '{}' or banner_until is not null)
);
