-- What operators decided about a review on the home page (decision 0139): it comes first, or is not quoted. Null: nothing.
alter table user_reviews add column quoted text check (quoted in ('chosen', 'hidden'));
create or replace view visible_reviews as select * from user_reviews where visible_at <= now() and hidden is null;
create index user_reviews_chosen on user_reviews (created_at desc, id desc) where quoted = 'chosen';
