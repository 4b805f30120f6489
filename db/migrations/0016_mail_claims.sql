-- A mail is claimed by its job alone, and its text is sent by the server that moves "unanswered" (decision 0074).
alter table outgoing_mails drop column claim, drop column claimed_until;
