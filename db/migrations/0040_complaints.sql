-- A reporter's complaint about the decision of their report (decision 0193), and what the filters of the queue read.

create table complaints (
  -- Each report can be complained about once.
  report_id uuid primary key references reports (id) on delete cascade,
  decision_id uuid not null references decisions (id) on delete cascade,
  words text not null check (length(words) <= 2000),
  created_at timestamptz not null default now(),
  decided_by uuid references profiles (id) on delete set null,
  decided_at timestamptz,
  -- Whether the case was opened again for another decision.
  reversed boolean,
  answer text check (length(answer) between 1 and 2000),
  check (num_nulls(decided_at, reversed, answer) in (0, 3))
);
create index complaints_decision_id on complaints (decision_id);
create index complaints_decided_by on complaints (decided_by);
create index complaints_open on complaints (created_at) where decided_at is null;

-- The words of a report that the queue is searched for: the name and the text of what was reported, and the reporter's.
create function report_words(evidence jsonb, words text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple', coalesce(evidence ->> 'name', '') || ' ' || coalesce(evidence ->> 'text', '') || ' ' || words);
create index reports_search on reports using gin (report_words(evidence, words));
create index reports_cause on reports ((coalesce(nullif(signal, 'staff'), reason)), case_id);
-- The latest signals of a kind, of which moderators see how many were right.
create index reports_signal on reports (signal, created_at desc) where signal is not null;
create index cases_closed_kind on cases (subject_kind, closed_at desc, id) where state = 'closed';
