-- Whom an answer to a mail goes to, where that is not us: what somebody writes to the shop is answered to them
-- (docs/decisions/0030-concierge-and-help.md).
alter table mails add column reply_to text;
alter table outgoing_mails add column reply_to text;
-- Forgotten with the rest when it has gone (0018).
alter table outgoing_mails add constraint outgoing_mails_reply_to_forgotten check (outcome is null or reply_to is null);
