-- Usernames that differ only by separators or trailing dots are one: "jan.smit", "jan_smit", "Jan Smit." and "jansmit".

-- What 0019 called the skeleton: how a name looks, separators and all.
alter function username_skeleton(text) rename to username_look;

-- The look without separators. A name of nothing else keeps them.
create function username_skeleton(name text) returns text
  language sql immutable parallel safe strict
  as $$
    select coalesce(
      nullif(username_look(regexp_replace(username_look(name), '[\s._,;:·''-]+', '', 'g')), ''),
      username_look(name)
    )
  $$;

-- As in 0019: of two people whose names have become one, both keep theirs. The older's skeleton stands for both, the
-- other's is null.
drop index profiles_username_skeleton;
update profiles set username_skeleton = case skeletons.place when 1 then skeletons.skeleton end
from (
  select id, username_skeleton(username) as skeleton,
    row_number() over (partition by username_skeleton(username) order by created_at, id) as place
  from profiles
) skeletons
where skeletons.id = profiles.id;
create unique index profiles_username_skeleton on profiles (username_skeleton);

-- Of names that two people left and that have become one, the one left last leads to its person.
create temporary table merged on commit drop as
  select distinct on (username_skeleton(skeleton)) username_skeleton(skeleton) as skeleton, user_id, left_at
  from former_usernames order by username_skeleton(skeleton), left_at desc;
delete from former_usernames;
insert into former_usernames (skeleton, user_id, left_at) select skeleton, user_id, left_at from merged;
