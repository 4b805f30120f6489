import type { Api } from "./door.server.ts";

/** An operation as the plain list of the page shows it. */
export interface OperationRow {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** A scope, or "token" for what no key may do; null for what anyone may. */
  readonly access: string | null;
}

/** The operations of an API by their first word, as it lists them. */
export function presentOperations({ base, operations }: Api): { name: string; rows: OperationRow[] }[] {
  const groups = Map.groupBy(operations, ({ path }) => path.split("/")[1] ?? "");
  return [...groups].map(([name, group]) => ({
    name,
    rows: group.map(({ id, method, path, summary, access }) => ({
      id,
      method,
      path: base + path,
      summary,
      access: access === "anyone" ? null : access === "session" ? "token" : access,
    })),
  }));
}
