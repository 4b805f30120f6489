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
