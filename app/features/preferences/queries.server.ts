import { knownSizes, NO_SIZES, type Sizes } from "#app/domain/sizes.ts";
import { db } from "#app/platform/db.server.ts";

/** The sizes that somebody keeps (account-shell-home §7); none while there is no row. */
export async function sizesOfPerson(userId: string): Promise<Sizes> {
  const row = await db()
    .selectFrom("user_preferences")
    .select(["racket_sizes", "clothes_sizes", "shoe_sizes"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!row) return NO_SIZES;
  return {
    racket_sizes: knownSizes("racket_sizes", row.racket_sizes),
    clothes_sizes: knownSizes("clothes_sizes", row.clothes_sizes),
    shoe_sizes: knownSizes("shoe_sizes", row.shoe_sizes),
  };
}
