-- Wakes every server that keeps the keys of hidden photos, which it must not serve.
create function photos_notify_hidden() returns trigger language plpgsql as $$
begin
  perform pg_notify('listings', 'hidden photos');
  return null;
end $$;
create trigger photos_notify_hidden_updated after update of hidden, key on photos
  for each row when (old.hidden is distinct from new.hidden or (new.hidden is not null and old.key <> new.key))
  execute function photos_notify_hidden();
create trigger photos_notify_hidden_deleted after delete on photos
  for each row when (old.hidden is not null) execute function photos_notify_hidden();
