-- A second factor, a phone number that was shown to be somebody's, and when a session's owner last showed who they
-- are (account-shell-home §7: factors, otp, reauthenticate).

alter table users
  add column two_factor_enabled boolean not null default false,
  add column phone_number text unique,
  add column phone_number_verified boolean not null default false;

create table two_factors (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz
);
create index two_factors_secret on two_factors (secret);

-- Delicate things ask again when this is too long ago. Signing in is the first time.
alter table sessions add column confirmed_at timestamptz not null default now();

-- One person has one account at a provider, and nobody else has the same.
create unique index accounts_provider_account on accounts (provider_id, account_id);

-- Better Auth names some of these itself, and not by a UUID: the mark that an address's account is being taken over by
-- whoever reads its mail.
alter table verifications
  alter column id drop default,
  alter column id type text using id::text,
  alter column id set default uuidv7()::text;
