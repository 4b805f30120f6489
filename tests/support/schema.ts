import type pg from "pg";

/**
 * The definition of everything in the schema `public`: one string for each relation, column, constraint and so on, in a
 * fixed order. The strings contain what `pg_dump --schema-only` writes, except comments and owners, so two databases
 * with the same strings behave the same. Columns are numbered by their order. The names of foreign keys of partitions
 * are left out, because they depend on the order of creation.
 */
export async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with tables as (select * from pg_class where relnamespace = 'public'::regnamespace),
    ours as (
      select * from pg_proc where pronamespace = 'public'::regnamespace and not exists (
        select from pg_depend where objid = pg_proc.oid and classid = 'pg_proc'::regclass and deptype = 'e')
    )
    select concat_ws(' ', 'relation', relname, relkind, relpersistence, 'options', reloptions::text,
        'partition', pg_get_expr(relpartbound, oid), 'of', (select inhparent::regclass from pg_inherits where inhrelid = tables.oid),
        'by', case relkind when 'p' then pg_get_partkeydef(oid) end, 'as', case relkind when 'v' then pg_get_viewdef(oid) end,
        'rules', relrowsecurity, relreplident, relacl::text) as line
      from tables
    union all select concat_ws(' ', 'column', relname, row_number() over (partition by relname order by attnum), attname,
        format_type(atttypid, atttypmod), 'not null', attnotnull, 'identity', attidentity, 'generated', attgenerated,
        'default', pg_get_expr(adbin, adrelid), 'stored', attstorage, attcompression, attstattarget,
        'collate', attcollation::regcollation, attoptions::text, 'own', attislocal, attinhcount)
      from tables join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
    union all select concat_ws(' ', 'constraint', conrelid::regclass,
        case when contype <> 'f' or conparentid = 0 then conname end, contype, pg_get_constraintdef(oid),
        'valid', convalidated, 'enforced', conenforced, 'own', conislocal, coninhcount)
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), 'valid', indisvalid, 'statistics',
        (select string_agg(attstattarget::text, ' ' order by attnum) from pg_attribute where attrelid = indexrelid))
      from pg_index join tables on tables.oid = indrelid
    union all select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid), tgenabled)
      from pg_trigger join tables on tables.oid = tgrelid where not tgisinternal
    union all select concat_ws(' ', 'function', pg_get_functiondef(oid), proacl::text) from ours
    union all select concat_ws(' ', 'sequence', sequencename, data_type, start_value, increment_by, cycle)
      from pg_sequences where schemaname = 'public'
    union all select concat_ws(' ', 'extension', extname, extnamespace::regnamespace)
      from pg_extension
    union all select concat_ws(' ', 'type', typname, typtype) from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('d', 'e', 'r')
    order by line
  `);
  return rows.map(({ line }) => line);
}
