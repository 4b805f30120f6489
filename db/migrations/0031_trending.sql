-- The home page's Trending Products (docs/decisions/0036-home.md): which listings people look at and like these days,
-- as the job "trending" last found it. Some dozens, so that the page costs the same whatever the stock.
create table trending_listings (
  listing_type text not null,
  listing_id uuid not null,
  -- What the looks and hearts of the last days weigh together, as of `counted_at`.
  score double precision not null,
  counted_at timestamptz not null default now(),
  primary key (listing_type, listing_id),
  foreign key (listing_type, listing_id) references listings (type, id) on delete cascade
);

-- The last days alone are read, of however many years.
create index favorites_created_at on favorites (created_at) include (listing_type, listing_id);
create index recently_viewed_viewed_at on recently_viewed (viewed_at) include (listing_type, listing_id);

-- "What Our Users Say": the newest of those with something to read.
create index user_reviews_worth_reading on user_reviews (created_at desc, id desc) where rating >= 4 and comment <> '';
