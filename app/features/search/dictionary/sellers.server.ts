import { sql } from "kysely";
import { prepared } from "#app/platform/db.server.ts";
import type { TokenizedPart } from "../understand/parts.ts";
import { isFree } from "./place-runs.ts";

/** A word that is a username, and that no listing has, limits the search to that seller. Of several, the first counts. */
export async function withSeller(parts: readonly TokenizedPart[]): Promise<readonly TokenizedPart[]> {
  const names = parts.filter(isFree).map(({ typed }) => typed.replace(/^@/, "").toLowerCase());
  if (names.length === 0) return parts;
  const [seller] = await prepared<{ id: string; name: string }>(sql`
    select id, lower(username) as name from profiles where lower(username) = any(${names}::text[])
    order by array_position(${names}::text[], lower(username)) limit 1
  `);
  if (!seller) return parts;
  return parts.map((part) =>
    isFree(part) && part.typed.replace(/^@/, "").toLowerCase() === seller.name
      ? { ...part, kind: "seller", sellerId: seller.id }
      : part,
  );
}
