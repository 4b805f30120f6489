-- What a person plays: a model, and the values in which twins are alike (decision 0086).
alter table user_preferences
  add column played_type text,
  add column played_model text,
  add column played_values jsonb not null default '{}'
    check (jsonb_typeof(played_values) = 'object' and length(played_values::text) <= 500),
  add constraint user_preferences_played foreign key (played_type, played_model) references models (type, slug),
  add check ((played_type is null) = (played_model is null));
create index user_preferences_played on user_preferences (played_type, played_model);
