-- Whose pictures are due: sellers take turns, so the next one who has any is asked for, and then their longest waiting.
create index picture_orders_due on picture_orders (user_id, next_at) where state = 'waiting';
drop index picture_orders_next;
