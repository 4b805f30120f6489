-- What of cases is deleted when (decision 0102).

alter table cases
  -- Whether its texts and evidence were deleted.
  add column cleared boolean not null default false;
create index cases_closed_at on cases (closed_at) where state = 'closed';

alter table decisions
  -- When the removed thing was deleted.
  add column deleted_at timestamptz;
create index decisions_removed on decisions (in_force_at) where action = 'remove' and deleted_at is null;

-- An address that was deleted is "": it still says that the reporter was signed out.
drop index reports_once_email;
create unique index reports_once_email on reports (case_id, email) where email <> '';
create index reports_email_told_at on reports (told_at) where email <> '';

-- Photos that a case shows are kept with it.
create index reports_photos on reports using gin ((evidence -> 'photos'));
