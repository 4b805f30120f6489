-- Who leaves takes everything along but what belongs to others too: chats keep their messages, from "deleted user".
-- Such a profile outlives its user, empty. Any other goes with its user, as before.

alter table profiles
  drop constraint profiles_id_fkey,
  add column deleted_at timestamptz,
  add constraint profiles_deleted_is_empty check (
    deleted_at is null
    or (username = id::text and num_nonnulls(full_name, email, phone, shipping_address, billing_address, avatar_url) = 0)
  );

create function users_take_profile() returns trigger language plpgsql as $$
begin
  delete from profiles where id = old.id and deleted_at is null;
  return old;
end
$$;
create trigger users_take_profile after delete on users for each row execute function users_take_profile();

create function profiles_have_user() returns trigger language plpgsql as $$
begin
  if not exists (select from users where id = new.id) then
    raise foreign_key_violation using message = 'profiles.id must be the id of a user';
  end if;
  return new;
end
$$;
create trigger profiles_have_user before insert on profiles for each row execute function profiles_have_user();
