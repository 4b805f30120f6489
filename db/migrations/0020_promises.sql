-- Which promises the shop's pages make, and what they mean (decision 0140): {"returns": {"on": true, "texts": {"en-GB": "…"}}}.
-- Without "on", a demo shop makes the promise, and a public shop does not.
alter table settings add column promises jsonb not null default '{}'
  check (jsonb_typeof(promises) = 'object' and length(promises::text) <= 40000);
