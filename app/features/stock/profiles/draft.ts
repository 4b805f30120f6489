import { MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { normalizeWord } from "../csv/columns.ts";
import { unreadQuantity } from "./cells.ts";
import type { FileChoices } from "./choices.ts";
import type { Layout } from "./layout.ts";
import type { Variant } from "./options.ts";
import type { Source } from "./source-row.ts";

/** A listing before its cells are written. */
export interface Draft extends Variant {
  readonly source: Source;
  cells: Record<string, string>;
  pieces: number | null;
  pictures: readonly string[];
}

/** Variants that differ in nothing that a listing has are pieces of one listing. */
export function mergedDrafts(drafts: readonly Draft[]): Draft[] {
  const byKey = Map.groupBy(drafts, ({ cells, distinct }) =>
    JSON.stringify([cells.sku, cells.price, distinct]),
  );
  return [...byKey.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    if (others.length === 0) return [first];
    const images = [...new Set([first, ...others].flatMap((draft) => draft.pictures))].slice(0, MAX_PHOTOS);
    const { color: _, ...cells } = first.cells;
    const colors = new Set([first, ...others].map((draft) => draft.cells.color ?? ""));
    return [
      {
        ...first,
        cells: colors.size > 1 ? cells : first.cells,
        pieces: [first, ...others].reduce((sum, draft) => sum + (draft.pieces ?? 1), 0),
        pictures: images,
      },
    ];
  });
}

/** Writes the cells that depend on all variants of the article: its pieces, its pictures and what its name adds. */
export function writtenDraft(
  draft: Draft,
  layout: Layout,
  { asSoldOut }: FileChoices,
  isOneOfSeveral: boolean,
): Draft {
  const { source, cells, pieces, pictures: links, unnamed } = draft;
  const isSoldOut = pieces === 0 && asSoldOut;
  cells.quantity = (isSoldOut ? null : unreadQuantity(source)) ?? (pieces === null ? "" : String(pieces));
  if (layout.isOurs) {
    for (const column of ["quantity", "imageUrls"])
      if (column !== "quantity" || !isSoldOut) cells[column] = source.first(column);
    return draft;
  }
  if (links.length > 0 || layout.roles.imageUrls) cells.imageUrls = links.join("|");
  if (
    isOneOfSeveral &&
    unnamed.length > 0 &&
    !normalizeWord(cells.name ?? "").endsWith(normalizeWord(unnamed.join(" ")))
  )
    cells.name = `${cells.name}, ${unnamed.join(", ")}`.slice(0, 120);
  return draft;
}
