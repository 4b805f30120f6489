-- The page of a model counts its listings on offer, and says their lowest and highest price: from the index alone, because a
-- shop of ten million listings has thousands of a model. These replace the indexes of 0010.
create index rackets_of_model on rackets (model_id, type, created_at desc, id desc) include (status, price_cents);
create index strings_of_model on strings (model_id, type, created_at desc, id desc) include (status, price_cents);
drop index rackets_model, strings_model;
