-- The language of the page on which a person wrote a text, which the text's element names (decision 0146). Null: written
-- before it was stored.
alter table listings add column language text;
alter table chat_messages add column language text;
alter table user_reviews add column language text, add column answer_language text;

-- The view has the new columns, too.
create or replace view visible_reviews as select * from user_reviews where visible_at <= now() and hidden is null;
