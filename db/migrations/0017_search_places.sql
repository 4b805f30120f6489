-- A search that names a town looks it up by its folded name.
create index postal_codes_place on postal_codes (fold(place));
