-- People: how they sign in, what they are called, what they prefer, whether they trade. Better Auth owns `users`, `sessions`,
-- `accounts`, `verifications`, `two_factors` and `auth_rate_limits`. Everything else refers to `profiles`.

create table users (
  id uuid primary key default uuidv7(),
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  two_factor_enabled boolean not null default false,
  phone_number text unique,
  phone_number_verified boolean not null default false
);

create table sessions (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When its person last proved who they are. Delicate actions ask again if that is too long ago.
  confirmed_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);

create table accounts (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_user_id on accounts (user_id);
-- An account at a provider belongs to one person.
create unique index accounts_provider_account on accounts (provider_id, account_id);

create table verifications (
  -- A text: Better Auth gives some rows an id that is not a UUID.
  id text primary key default uuidv7()::text,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);

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

create table auth_rate_limits (
  id uuid primary key default uuidv7(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- Rate limits of our own endpoints, in the shape of rate-limiter-flexible. Better Auth has its own.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Browsers that somebody signed in with. Both columns are hashes: of the browser's cookie, and of its kind and network.
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  device text not null,
  place text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (user_id, device)
);
create index known_devices_last_used_at on known_devices (last_used_at);

create table profiles (
  id uuid primary key references users (id) on delete cascade,
  username text not null check (length(username) between 2 and 40),
  full_name text check (length(full_name) <= 200),
  email text check (length(email) <= 320),
  phone text check (length(phone) <= 50),
  shipping_address text check (length(shipping_address) <= 500),
  billing_address text check (length(billing_address) <= 500),
  avatar_url text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Null for people whose name looked like another's before skeletons were compared: they keep it.
  username_skeleton text,
  -- Until when somebody cannot sign in; infinity: for good (decision 0091).
  suspended_until timestamptz,
  -- What a seller takes off for several of their items (decision 0110).
  bundle_items integer check (bundle_items between 2 and 10),
  bundle_percent integer check (bundle_percent between 1 and 50),
  constraint profiles_bundle_check check ((bundle_items is null) = (bundle_percent is null))
);
create unique index profiles_username_key on profiles (lower(username));
create unique index profiles_username_skeleton on profiles (username_skeleton);
-- People by the beginning of their name, for the suggestions of the search box.
create index profiles_username_begun on profiles (lower(username) collate "C");
-- For the signals about new people.
create index profiles_created_at on profiles (created_at, id);
create index profiles_suspended_until on profiles (suspended_until) where suspended_until is not null;

-- Former usernames lead to their person's page, and are reserved for 90 days.
create table former_usernames (
  skeleton text primary key,
  user_id uuid not null references profiles (id) on delete cascade,
  left_at timestamptz not null default now()
);
create index former_usernames_user_id on former_usernames (user_id);

-- Usernames of deleted accounts, reserved for a while. A keyed hash, which does not reveal the name.
create table held_usernames (
  hash text primary key,
  until timestamptz not null
);
create index held_usernames_until on held_usernames (until);

-- How a name looks on a screen (UTS 39, for the letters that people can type): accents are removed, letters and digits
-- that are drawn alike become one, and so do "rn" and "m". A capital I becomes a small l: "WiIson" looks like "Wilson".
create function username_look(name text) returns text
  language sql immutable parallel safe strict
  as $$
    select replace(replace(lower(translate(
      regexp_replace(normalize(name, NFKD), '[\u0300-\u036f]', '', 'g'),
        -- digits and Latin, Cyrillic small and capital, Greek small and capital, Armenian, dashes and apostrophes
        '1I|0ıɑɡøØđĐłŁħĦŧŦ' ||
        'аеорсухіјѕһԁԛԝѵкІӀӏ' ||
        'АВЕКМНОРСТУХЅЈԚԜѴ' ||
        'αγικνορυχϲϳΙ' ||
        'ΑΒΕΖΗΚΜΝΟΡΤΥΧ' ||
        'օոսհ' ||
        '‐‑‒–—−’ʼ‘',
        'llloiagooddllhhtt' ||
        'aeopcyxijshdqwvklll' ||
        'abekmhopctyxsjqwv' ||
        'ayikvopuxcjl' ||
        'abezhkmnoptyx' ||
        'onuh' ||
        '------'''''''
      ) collate pg_c_utf8), 'rn', 'm'), 'vv', 'w')
  $$;

-- The look without separators: "jan.smit", "Jan_Smit." and "jansmit" are one name. A name of separators alone keeps them.
create function username_skeleton(name text) returns text
  language sql immutable parallel safe strict
  as $$
    select coalesce(
      nullif(username_look(regexp_replace(username_look(name), '[\s._,;:·''-]+', '', 'g')), ''),
      username_look(name)
    )
  $$;

create function profiles_set_username_skeleton() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.username <> old.username then
    new.username_skeleton = username_skeleton(new.username);
  end if;
  return new;
end
$$;
create trigger profiles_set_username_skeleton before insert or update of username on profiles
  for each row execute function profiles_set_username_skeleton();

create function profiles_keep_former_username() returns trigger language plpgsql as $$
begin
  if new.username_skeleton is distinct from old.username_skeleton then
    delete from former_usernames where skeleton = new.username_skeleton and user_id = new.id;
    insert into former_usernames (skeleton, user_id) values (username_skeleton(old.username), new.id)
      on conflict (skeleton) do update set user_id = excluded.user_id, left_at = excluded.left_at;
  end if;
  return null;
end
$$;
create trigger profiles_keep_former_username after update of username on profiles
  for each row execute function profiles_keep_former_username();

-- Whether this person (null: a new one) may have this name: no other name looks like it, or did in the last 90 days.
create function username_is_free(name text, person uuid) returns boolean
  language sql stable parallel safe
  as $$
    select not exists (
      select from profiles
      where (lower(username) = lower(name) or username_skeleton = username_skeleton(name)) and id is distinct from person
    ) and not exists (
      select from former_usernames
      where skeleton = username_skeleton(name) and user_id is distinct from person
        and left_at > now() - interval '90 days'
    )
  $$;

create table user_preferences (
  user_id uuid primary key references profiles (id) on delete cascade,
  racket_sizes text[] not null default '{}',
  clothes_sizes text[] not null default '{}',
  shoe_sizes text[] not null default '{}',
  updated_at timestamptz not null default now(),
  -- Null in these three means "not chosen": then the browser's choice counts, then the default.
  country text check (country in ('NL', 'DE', 'FR', 'GB', 'US')),
  language text check (language in ('en-GB', 'en-US', 'nl', 'de', 'fr')),
  currency text check (currency in ('EUR', 'GBP', 'USD')),
  -- What they play: a model, and the values in which twins are alike (decision 0086).
  played_type text,
  played_model text,
  played_values jsonb not null default '{}' check (jsonb_typeof(played_values) = 'object' and length(played_values::text) <= 500),
  constraint user_preferences_played foreign key (played_type, played_model) references models (type, slug),
  check ((played_type is null) = (played_model is null))
);
create index user_preferences_played on user_preferences (played_type, played_model);

-- Which version of the operator's terms a person accepted, and when (decision 0111).
create table terms_acceptances (
  user_id uuid not null references users (id) on delete cascade,
  version text not null check (length(version) between 1 and 40),
  -- In which language they had the text before them.
  language text not null check (length(language) <= 10),
  accepted_at timestamptz not null default now(),
  primary key (user_id, version)
);

-- People who sell as a business, and what buyers must know about them (decision 0112).
create table traders (
  user_id uuid primary key references profiles (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  address text not null check (length(address) between 1 and 500),
  -- The register and the number in it.
  registration text not null check (length(registration) between 1 and 200),
  email text not null check (length(email) between 3 and 320),
  phone text not null check (length(phone) between 1 and 50),
  vat_id text check (length(vat_id) between 1 and 50),
  -- When they last declared to sell only what the law allows.
  certified_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
