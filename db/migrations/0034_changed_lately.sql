-- What changed since the sitemap's parts were last looked at (docs/decisions/0038-to-be-found.md).

-- What changes lies mostly together, at the end of the table. By blocks it is a thousandth of a tree, costs next to
-- nothing to write, and an update of nothing else that is indexed still needs no new entry in any index.
create index listings_updated on listings using brin (updated_at) with (pages_per_range = 16, autosummarize = on);

create index gone_listings_gone_at on gone_listings (gone_at);
