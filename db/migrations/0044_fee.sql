-- The shop's share of a sale, as its pages say it (decision 0114). Null: as the program says.
alter table settings add column fee_percent integer check (fee_percent between 0 and 50);
