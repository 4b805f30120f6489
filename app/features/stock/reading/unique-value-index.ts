import type { UniqueValue } from "../csv/unique-values.ts";

/** The rows of a sheet by id and SKU. Only the first row with a value may have it. */
export class UniqueValueIndex {
  readonly #rows = new Map<string, number[]>();

  first(name: string): number | undefined {
    return this.#rows.get(name)?.[0];
  }

  /** Whether a change of a row with these values may change the faults of other rows. */
  isShared(values: readonly UniqueValue[]): boolean {
    return values.some(({ name }) => (this.#rows.get(name)?.length ?? 0) > 1);
  }

  add(row: number, values: readonly UniqueValue[]): void {
    for (const { name } of values) {
      const rows = this.#rows.get(name) ?? [];
      const after = rows.findLastIndex((other) => other < row);
      rows.splice(after + 1, 0, row);
      this.#rows.set(name, rows);
    }
  }

  remove(row: number, values: readonly UniqueValue[]): void {
    for (const { name } of values) {
      const others = this.#rows.get(name)?.filter((other) => other !== row) ?? [];
      if (others.length > 0) this.#rows.set(name, others);
      else this.#rows.delete(name);
    }
  }

  clear(): void {
    this.#rows.clear();
  }
}
