-- The language in which a person is written to (decision 0142). It was stored only if it was not the default, and mails
-- to everybody else were in the language of the page that caused them.
alter table user_preferences
  -- Whether the person chose the language. If not, it is that of the page on which they signed up or in.
  add column language_chosen boolean not null default false;

-- The dialog stores its three choices together; a sign-up stored the language alone.
update user_preferences set language_chosen = true where language is not null and country is not null;

insert into user_preferences (user_id, language) select id, 'en-GB' from profiles
  on conflict (user_id) do update set language = excluded.language where user_preferences.language is null;
