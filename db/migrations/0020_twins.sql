-- Twins: rackets on offer of one model with one grip size, by weight (decision 0085).
create index rackets_twins on rackets (model_id, (attributes ->> 'gripsize'), ((attributes ->> 'weight')::numeric))
  where status = 'available';
