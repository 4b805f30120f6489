-- The foreign keys of 0016 hold for what was there before them as well. Writing goes on meanwhile.
alter table chat_rooms
  validate constraint chat_rooms_seller_id_fkey,
  validate constraint chat_rooms_buyer_id_fkey;
alter table chat_messages validate constraint chat_messages_sender_id_fkey;
alter table user_reviews validate constraint user_reviews_reviewer_id_fkey;
alter table photos validate constraint photos_user_id_fkey;
