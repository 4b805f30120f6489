import { sql } from "kysely";
import type { Viewer } from "#app/domain/viewer.ts";
import { favoritesOf } from "#app/features/favorites/queries.server.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import type { CardRow } from "#app/features/listings/queries.server.ts";
import type { BatchView } from "#app/features/listings/view.ts";
import { prepared } from "#app/platform/db.server.ts";
import { type AverageRow, averagesAmong } from "./queries.server.ts";
import { presentRatings, rated } from "./ratings.server.ts";

/**
 * The cards of these listings with the ratings of their sellers, and which of them are favourites of the viewer: both
 * are read in one statement.
 */
export async function cardsFor(viewer: Viewer | null, rows: readonly CardRow[]): Promise<BatchView> {
  if (rows.length === 0) return { cards: [], favorites: [] };
  const favorites = viewer
    ? sql<string[]>`array(${favoritesOf(viewer.id, rows)})`
    : sql<string[]>`array[]::uuid[]`;
  const averages = averagesAmong(rows.map(({ user_id }) => user_id));
  const [read] = await prepared<{ favorites: string[]; averages: AverageRow[] }>(sql`
    select ${favorites} as favorites,
      (select coalesce(json_agg(averages), '[]') from (${averages}) averages) as averages
  `);
  const ratings = presentRatings(read?.averages ?? []);
  return { cards: rated(presentCards(rows, viewer), rows, ratings), favorites: read?.favorites ?? [] };
}
