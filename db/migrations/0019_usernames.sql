-- Names that look alike are one name (docs/decisions/0023-profile.md), and a name that somebody left leads on to them.

-- What a reader takes a name for: of those that look the same on a screen all have the same. As in UTS 39, for the
-- letters that people can type: accents are taken off, letters and digits drawn alike become one, and so do "rn" and
-- "m". A capital I is a small l, and a small i is itself: "WiIson" is "Wilson" to the eye.
create function username_skeleton(name text) returns text
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

-- Null where two had names that look alike before anybody minded: they keep them.
alter table profiles add column username_skeleton text;
update profiles set username_skeleton = skeletons.skeleton
from (
  select id, username_skeleton(username) as skeleton,
    row_number() over (partition by username_skeleton(username) order by created_at, id) as place
  from profiles
) skeletons
where skeletons.id = profiles.id and skeletons.place = 1;
create unique index profiles_username_skeleton on profiles (username_skeleton);

-- Names that people left. For a while they lead to their page, and are nobody else's.
create table former_usernames (
  skeleton text primary key,
  user_id uuid not null references profiles (id) on delete cascade,
  left_at timestamptz not null default now()
);
create index former_usernames_user_id on former_usernames (user_id);

create function profiles_name() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or new.username <> old.username then
    new.username_skeleton = username_skeleton(new.username);
  end if;
  return new;
end
$$;
create trigger profiles_name before insert or update of username on profiles
  for each row execute function profiles_name();

create function profiles_left_name() returns trigger language plpgsql as $$
begin
  if new.username_skeleton is distinct from old.username_skeleton then
    delete from former_usernames where skeleton = new.username_skeleton and user_id = new.id;
    insert into former_usernames (skeleton, user_id) values (username_skeleton(old.username), new.id)
      on conflict (skeleton) do update set user_id = excluded.user_id, left_at = excluded.left_at;
  end if;
  return null;
end
$$;
create trigger profiles_left_name after update of username on profiles
  for each row execute function profiles_left_name();

-- Whether this person (null: somebody new) may be called so: nobody else is, looks so, or was until lately.
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
