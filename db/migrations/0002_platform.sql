-- What belongs to no feature: folding of texts, postal codes, exchange rates, rate limits, mail.

create extension if not exists unaccent;

-- unaccent() is only STABLE because its dictionary could be replaced; ours is not, and a generated
-- column and an index need IMMUTABLE.
create function fold(words text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, words));

-- Centroids. `code` is a whole postal code or its beginning; the longest one that a given code starts with is its place.
create table postal_codes (
  country text not null,
  code text not null,
  place text not null default '',
  latitude double precision not null,
  longitude double precision not null,
  -- Came with the program (db/data). A new edition of those files replaces these rows, and no others.
  shipped boolean not null default false,
  primary key (country, code)
);

-- What one euro is worth, from the feed of RATES_URL. Without a feed the program's own table is used.
create table currency_rates (
  currency text primary key check (currency ~ '^[A-Z]{3}$'),
  rate numeric not null check (rate > 0),
  dated date not null
);

-- Rate limits of our own endpoints, in the shape of rate-limiter-flexible. Better Auth has its own.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Mail that was not sent to an SMTP server. /dev/mailbox shows it.
create table mails (
  id uuid primary key default uuidv7(),
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now(),
  unsubscribe text,
  reply_to text
);
create index mails_created_at on mails (created_at desc);

-- Mail for SMTP_URL (decision 0025). A server claims a mail, notes that its text is about to be sent, and then
-- the outcome. Contents and recipient are deleted with the outcome.
create table outgoing_mails (
  id uuid primary key default uuidv7(),
  recipient text,
  subject text,
  text text,
  html text,
  unsubscribe text,
  claim uuid,
  claimed_until timestamptz,
  -- How often the whole text was sent without an answer.
  unanswered smallint not null default 0,
  outcome text check (outcome in ('sent', 'refused', 'unsure', 'unsent')),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  reply_to text,
  -- It is retried until then.
  expires_at timestamptz not null default now() + interval '1 day',
  check ((outcome is null) = (ended_at is null)),
  check (case when outcome is null then num_nulls(recipient, subject, text, html) = 0
    else num_nonnulls(recipient, subject, text, html, unsubscribe) = 0 end),
  constraint outgoing_mails_reply_to_forgotten check (outcome is null or reply_to is null)
);
create index outgoing_mails_created_at on outgoing_mails (created_at);
