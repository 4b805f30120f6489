-- What operators set about signals (decision 0100), and a selling fee with decimals.

-- By signal: {"low_price": {"on": true, "threshold": 40}}. What is missing is as the program says.
alter table settings add column signals jsonb not null default '{}'
  check (jsonb_typeof(signals) = 'object' and length(signals::text) <= 4000);
-- The version before reads and writes `fee_percent` alone, so that column has the whole number next to this one. After that
-- version changed it, this one no longer rounds to it, and is not read.
alter table settings add column fee_exact numeric(4, 2) check (fee_exact between 0 and 50);
