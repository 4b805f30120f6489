-- The desk of moderators (decision 0195): two measures in one decision, notes, questions, texts that moderators edit.

-- The measure on the person beside one on content: `until` may belong to either.
alter table decisions drop constraint decisions_check;
alter table decisions add column also text
  constraint decisions_also check (also is null or (also in ('warn', 'suspend') and action in ('hide', 'remove')))
  constraint decisions_until check ((action = 'suspend' or also is not distinct from 'suspend') = (until is not null));

-- What moderators write to each other about a case. Nobody else reads it.
create table case_notes (
  id uuid primary key default uuidv7(),
  case_id uuid not null references cases (id) on delete cascade,
  author_id uuid references profiles (id) on delete set null,
  words text not null check (length(words) between 1 and 2000),
  written_at timestamptz not null default now()
);
create index case_notes_case_id on case_notes (case_id);
create index case_notes_author_id on case_notes (author_id);

-- What moderators ask a reporter, or the person whom a case is about, and the answer. The case stays open meanwhile.
create table case_questions (
  id uuid primary key default uuidv7(),
  case_id uuid not null references cases (id) on delete cascade,
  -- The report whose author is asked; null: the person of the case.
  report_id uuid references reports (id) on delete cascade,
  words text not null check (length(words) between 1 and 2000),
  asked_by uuid references profiles (id) on delete set null,
  asked_at timestamptz not null default now(),
  answer text check (length(answer) between 1 and 2000),
  answered_at timestamptz,
  check ((answer is null) = (answered_at is null))
);
create index case_questions_case_id on case_questions (case_id);
create index case_questions_report_id on case_questions (report_id);
create index case_questions_asked_by on case_questions (asked_by);
-- Nobody is asked a second question before they answered the first.
create unique index case_questions_one_open on case_questions (case_id, coalesce(report_id, case_id)) where answer is null;

-- The texts of a statement by rule and language that moderators changed. For the others the program has its own.
create table decision_templates (
  rule text not null check (rule ~ '^[a-z]{1,40}$'),
  language text not null,
  words text not null check (length(words) between 1 and 2000),
  changed_at timestamptz not null default now(),
  primary key (rule, language)
);
