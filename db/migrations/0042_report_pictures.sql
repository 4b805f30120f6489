-- Pictures that a reporter adds to a report: keys of private photos (decision 0113).
alter table reports add column pictures text[] not null default '{}' check (cardinality(pictures) <= 3);
create index reports_pictures on reports using gin (pictures) where pictures <> '{}';
