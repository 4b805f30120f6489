-- The inbox, page by page, and what is said in it, found by its words (docs/decisions/0028-conversations.md).

-- In the order in which rooms are shown, for either of the two. They take the place of those by `last_message_at`.
create index chat_rooms_seller_shown on chat_rooms (seller_id, coalesce(last_message_at, created_at) desc, id desc);
create index chat_rooms_buyer_shown on chat_rooms (buyer_id, coalesce(last_message_at, created_at) desc, id desc);
drop index chat_rooms_seller_id;
drop index chat_rooms_buyer_id;

-- The words of a message. What is between letters and digits separates, so that a part of an address is found too.
create function chat_words(message text) returns tsvector
  language sql immutable parallel safe strict
  return strip(to_tsvector('simple', regexp_replace(public.fold(message), '[^[:alnum:]]+', ' ', 'g')));

-- Each message is marked with the two of its room, so that one index finds what one person may read: a word that all
-- have written meets the few messages of this person before any of them is looked at. The parser makes no lexeme
-- that begins like a mark.
create function chat_message_search() returns trigger language plpgsql as $$
begin
  new.search := chat_words(coalesce(new.message, '')) || (
    select array_to_tsvector(array_remove(array['@' || seller_id, '@' || buyer_id], null))
    from chat_rooms where id = new.chat_room_id
  );
  return new;
end $$;

alter table chat_messages add column search tsvector;
update chat_messages set search = chat_words(coalesce(message, ''))
  || array_to_tsvector(array_remove(array['@' || seller_id, '@' || buyer_id], null))
  from chat_rooms where chat_rooms.id = chat_room_id;
create trigger chat_message_search before insert or update of message on chat_messages
  for each row execute function chat_message_search();
create index chat_messages_search on chat_messages using gin (search);
