-- People by the beginning of their name, for the suggestions of the search box.
create index profiles_username_begun on profiles (lower(username) collate "C");
