import { type RawBuilder, sql } from "kysely";

/** What features read in the query of the session, by name. */
export type VisitParts = Readonly<Record<string, unknown>>;

const columns = new Map<string, RawBuilder<unknown>>();

/**
 * Adds a column to the query of the session, so that every signed-in page gets it without another query. Call it while
 * the module is loaded.
 * @param column SQL for a query of `users`, with their `user_preferences` if they have any
 * @returns reads it from a visit
 */
export function visitPart<T>(
  name: string,
  column: RawBuilder<T>,
): (visit: { readonly parts: VisitParts }) => T {
  columns.set(name, column);
  return ({ parts }) => {
    if (!(name in parts)) throw new Error(`The session was read before ${name} was added to its query.`);
    return parts[name] as T;
  };
}

/** SQL: all parts as one JSON object. */
export function partsColumn(): RawBuilder<VisitParts> {
  const pairs = [...columns].map(([name, column]) => sql`${sql.lit(name)}, ${column}`);
  return sql<VisitParts>`json_build_object(${sql.join(pairs)})`;
}
