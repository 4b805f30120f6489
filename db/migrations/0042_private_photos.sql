-- Pictures of messages get keys that cannot be computed from their files (docs/decisions/0063-private-pictures.md).
alter table photos
  drop constraint photos_key_check,
  add constraint photos_key_check check (key ~ '^(private-)?[0-9a-f]{64}$'),
  add constraint photos_listing_public check (listing_id is null or not starts_with(key, 'private-'));
