-- Whether a centroid came with the program (db/data). An edition of those files replaces its own rows and no others:
-- what an operator imported or added stays.
alter table postal_codes add column shipped boolean not null default false;

-- Until now hardly anything else can have come in.
update postal_codes set shipped = true;
