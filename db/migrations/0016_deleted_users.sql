-- Who leaves takes everything along, but not what belongs to others too: their conversations keep the messages, those
-- whom they reviewed keep the review, both from nobody (docs/decisions/0024-leaving.md). What becomes of each table is said
-- by its foreign keys alone, so that no way of deleting a person can leave something behind. What is there already is
-- looked through by 0020, which keeps nobody waiting.

alter table chat_rooms
  alter column seller_id drop not null,
  alter column buyer_id drop not null,
  drop constraint chat_rooms_seller_id_fkey,
  drop constraint chat_rooms_buyer_id_fkey,
  add constraint chat_rooms_seller_id_fkey foreign key (seller_id) references profiles (id) on delete set null not valid,
  add constraint chat_rooms_buyer_id_fkey foreign key (buyer_id) references profiles (id) on delete set null not valid;

alter table chat_messages
  alter column sender_id drop not null,
  drop constraint chat_messages_sender_id_fkey,
  add constraint chat_messages_sender_id_fkey foreign key (sender_id) references profiles (id) on delete set null not valid;

alter table user_reviews
  alter column reviewer_id drop not null,
  drop constraint user_reviews_reviewer_id_fkey,
  add constraint user_reviews_reviewer_id_fkey foreign key (reviewer_id) references profiles (id) on delete set null not valid;

-- The row is what the sweep finds the files by, so it outlives its owner until those are gone.
alter table photos
  alter column user_id drop not null,
  drop constraint photos_user_id_fkey,
  add constraint photos_user_id_fkey foreign key (user_id) references profiles (id) on delete set null not valid;

-- Names of those who left, for a while nobody else's: known again by a keyed hash, which tells nobody who they were.
create table held_usernames (
  hash text primary key,
  until timestamptz not null
);
create index held_usernames_until on held_usernames (until);
