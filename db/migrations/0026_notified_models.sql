-- Servers keep which edition of models is current, until this trigger wakes them. How far listings are linked with an
-- edition does not concern them.
create function model_editions_notify() returns trigger language plpgsql as $$
begin
  perform pg_notify('listings', 'models');
  return null;
end $$;
create trigger model_editions_notify after insert or delete or update of imported_at on model_editions
  for each statement execute function model_editions_notify();
