-- Business steps are the program's (docs/triggers.md): which pieces a deal takes and when a review is read. The database
-- checks, counts, indexes and notifies, by triggers whose names say what they do.

drop trigger deal_counted on deals;
drop function deal_counted();
drop function deal_reserves(deals);
drop function deal_sells(deals);

drop trigger review_written on user_reviews;
drop function review_written();

-- Who may review whom. When it is read is the program's to say (`visible_at`).
create function user_reviews_check_deal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from deals
    where id = new.deal_id and state in ('agreed', 'handed_over', 'sent', 'received')
      and (new.reviewer_id, new.reviewed_user_id) in ((seller_id, buyer_id), (buyer_id, seller_id))
  ) then
    raise exception 'a review is written by one of the two of a confirmed deal, about the other'
      using errcode = 'check_violation', constraint = 'user_reviews_deal';
  end if;
  return new;
end $$;
create trigger user_reviews_check_deal before insert on user_reviews
  for each row when (new.deal_id is not null) execute function user_reviews_check_deal();

alter trigger deal_moved on deals rename to deals_check_state_move;
alter function deal_moved() rename to deals_check_state_move;
alter trigger listing_moved on listings rename to listings_check_status_move;
alter function listing_moved() rename to listings_check_status_move;
alter trigger review_kept on user_reviews rename to user_reviews_check_unchanged;
alter function review_kept() rename to user_reviews_check_unchanged;

alter trigger listings_inserted on listings rename to listings_count_and_notify_inserted;
alter function listings_inserted() rename to listings_count_and_notify_inserted;
alter trigger listings_updated on listings rename to listings_count_and_notify_updated;
alter function listings_updated() rename to listings_count_and_notify_updated;
alter trigger listings_deleted on listings rename to listings_count_and_notify_deleted;
alter function listings_deleted() rename to listings_count_and_notify_deleted;
alter trigger search_terms_inserted on listings rename to listings_count_terms_inserted;
alter trigger search_terms_updated on listings rename to listings_count_terms_updated;
alter trigger search_terms_deleted on listings rename to listings_count_terms_deleted;
alter function search_terms_changed() rename to listings_count_terms;
alter trigger user_reviews_changed on user_reviews rename to user_reviews_notify;
alter function user_reviews_changed() rename to user_reviews_notify;

alter trigger listings_changed on listings rename to listings_log_price_and_status;
alter function listings_changed() rename to listings_log_price_and_status;
alter trigger listing_gone on listings rename to listings_log_deleted_favorites;
alter function listing_gone() rename to listings_log_deleted_favorites;
alter trigger listings_listed on listings rename to listings_log_new_for_searches;
alter function listings_listed() rename to listings_log_new_for_searches;
alter trigger listings_altered on listings rename to listings_log_changed_for_searches;
alter function listings_altered() rename to listings_log_changed_for_searches;
alter trigger listings_gone on listings rename to listings_keep_deleted_ids;
alter function listings_gone() rename to listings_keep_deleted_ids;

alter trigger chat_message_search on chat_messages rename to chat_messages_set_search;
alter function chat_message_search() rename to chat_messages_set_search;
alter trigger profiles_name on profiles rename to profiles_set_username_skeleton;
alter function profiles_name() rename to profiles_set_username_skeleton;
alter trigger profiles_left_name on profiles rename to profiles_keep_former_username;
alter function profiles_left_name() rename to profiles_keep_former_username;
