-- Whether an answer of the concierge helped (decision 0143). An answer's id is chosen by the browser that shows it, so
-- each answer has one vote, also of a visitor who is not signed in. What was asked is not stored.
create table concierge_votes (
  answer_id uuid primary key,
  user_id uuid references users (id) on delete cascade,
  reply text not null check (length(reply) between 1 and 40),
  helpful boolean not null,
  voted_at timestamptz not null default now()
);
create index concierge_votes_user on concierge_votes (user_id);
create index concierge_votes_voted_at on concierge_votes (voted_at);
