import type pg from "pg";
import { escapeIdentifier } from "pg";

/** Rows are loaded without indexes, foreign keys and triggers, which would do their work for each row. */
export interface SetAside {
  /** Statements that make everything as it was, in this order. Analyze the tables before the foreign keys. */
  readonly indexes: readonly string[];
  readonly foreignKeys: readonly string[];
  readonly triggers: readonly string[];
}

const quoted = (name: string) => `public.${escapeIdentifier(name)}`;

/**
 * Drops the indexes and foreign keys, and disables the triggers, of the shop's tables in this transaction. Primary keys and
 * unique constraints stay. The owner of the tables may do so; a superuser is not needed.
 */
export async function setAside(client: pg.Client): Promise<SetAside> {
  const foreignKeys = await client.query<{ table: string; name: string; definition: string }>(`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace order by 1, 2
  `);
  const indexes = await client.query<{ name: string; parent: string | null; definition: string }>(`
    select relname as name, pg_get_indexdef(pg_class.oid) as definition,
      (select parent.relname from pg_inherits join pg_class parent on parent.oid = inhparent where inhrelid = pg_class.oid) as parent
    from pg_class join pg_index on indexrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint where conindid = pg_class.oid and contype in ('p', 'u', 'x'))
    order by 1
  `);
  const triggers = await client.query<{ table: string }>(`
    select distinct relname as table from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and relnamespace = 'public'::regnamespace order by 1
  `);
  const statements = [
    ...foreignKeys.rows.map(
      ({ table, name }) => `alter table ${quoted(table)} drop constraint ${escapeIdentifier(name)}`,
    ),
    ...triggers.rows.map(({ table }) => `alter table ${quoted(table)} disable trigger user`),
    // Drops those of the partitions too.
    ...indexes.rows.filter(({ parent }) => parent === null).map(({ name }) => `drop index ${quoted(name)}`),
  ];
  for (const statement of statements) await client.query(statement);
  return {
    indexes: [
      // Indexes of partitions before those of their parents (`create index … on only`), to which they are then attached:
      // so all keep their names.
      ...indexes.rows.map(({ definition }) => definition),
      ...indexes.rows.flatMap(({ name, parent }) =>
        parent === null ? [] : [`alter index ${quoted(parent)} attach partition ${quoted(name)}`],
      ),
    ],
    foreignKeys: foreignKeys.rows.map(
      ({ table, name, definition }) =>
        `alter table ${quoted(table)} add constraint ${escapeIdentifier(name)} ${definition}`,
    ),
    triggers: triggers.rows.map(({ table }) => `alter table ${quoted(table)} enable trigger user`),
  };
}
