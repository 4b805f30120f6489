import type { RawBuilder } from "kysely";
import type { DB } from "#app/platform/db-types.ts";

/**
 * A list of the data export: the rows of a table that refer to the person, with the columns that `exportedColumns` names.
 * All others are `without`, refer to people, or refer to the row around it.
 */
export interface ExportedList<Column extends string = string> {
  readonly field: string;
  /** Fields whose name is not the column's in camel case. */
  readonly names?: Readonly<Partial<Record<Column, string>>>;
  /** Secrets, references, what only the shop works with, and columns that no program uses any more. */
  readonly without?: readonly string[];
  /** Whose a row is: one of these columns refers to the person. Without it: each column of `onDelete`. */
  readonly of?: readonly Column[];
  /** A further condition, or for a table without a reference to people the only one. */
  readonly where?: (userId: string) => RawBuilder<unknown>;
  /** The columns by which the rows are ordered and read in pages. Without it: the id. */
  readonly key?: readonly Column[];
  /** Further fields. */
  readonly add?: (userId: string) => Readonly<Record<string, RawBuilder<unknown>>>;
  /** Rewrites the value of a field. */
  readonly values?: Readonly<Record<string, (value: never) => unknown>>;
  /** The field is one object, or null. */
  readonly single?: true;
  /** The rows are a list in each row of another table, to which their column `by` refers. */
  readonly inside?: { readonly table: keyof DB; readonly by: Column };
}

/** What happens to the rows of a table about people. */
export type RetentionRule<Column extends string = string> = {
  /**
   * What the foreign key of each column that refers to a person does when the account is deleted (db/migrations).
   * "cascade" deletes the row; "set null" keeps it for others without the reference.
   */
  readonly onDelete?: Readonly<Partial<Record<Column, "cascade" | "set null">>>;
} & (
  | ExportedList<Column>
  /** The list that has what the rows say. */
  | { readonly partOf: string }
  /** Why the data export leaves the rows out. */
  | { readonly notExported: string }
);
