-- What a seller has answered about stock files of other systems is kept for the next file of the same shape, also of a feed
-- (decision 0190).
create table stock_answers (
  id uuid primary key default uuidv7(),
  user_id uuid not null references profiles (id) on delete cascade,
  -- A profile, and a fingerprint of the columns that it knows (`shapeOf`).
  shape text not null check (length(shape) between 1 and 80),
  -- Of the last file of this shape.
  file_name text not null,
  -- What that file left open (`FileQuestions`); null if only a browser has read it.
  questions jsonb,
  answers jsonb not null default '{}',
  answered_at timestamptz,
  used_at timestamptz not null default now(),
  unique (user_id, shape)
);

-- The shape of a run's file, when the answers were given with which it was read, and what became of its rows (`FileReading`).
alter table feed_runs add column shape text;
alter table feed_runs add column answered_at timestamptz;
alter table feed_runs add column reading jsonb;
