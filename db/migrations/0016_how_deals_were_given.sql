-- How an item reached its buyer (decision 0047): handed over, or sent. The state "received" no longer says it. Null: the
-- item was not given yet, the buyer confirmed its arrival first, or it is not known.
alter table deals add column given_as text constraint deals_given_as_check check (given_as in ('handed_over', 'sent'));

update deals set given_as = state where state in ('handed_over', 'sent');
update deals set given_as = 'sent'
where given_as is null and (carrier is not null or tracking_number is not null);
-- The buyer was told of the seller's step.
update deals set given_as = case notices.event_key when deals.id || ':sent' then 'sent' else 'handed_over' end
from notifications notices
where given_as is null and given_at is not null and notices.user_id = deals.buyer_id and notices.kind = 'deal'
  and notices.event_key in (deals.id || ':sent', deals.id || ':handed_over');

create function deals_set_given_as() returns trigger language plpgsql as $$
begin
  new.given_as := new.state;
  return new;
end $$;
create trigger deals_set_given_as before insert or update of state on deals
  for each row when (new.state in ('handed_over', 'sent')) execute function deals_set_given_as();
