-- A seller's page shows what others say: wakes every server that keeps one, as a change of listings does.
create function user_reviews_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('listings', 'reviews');
  return null;
end $$;

create trigger user_reviews_changed after insert or update or delete on user_reviews
  for each statement execute function user_reviews_changed();
