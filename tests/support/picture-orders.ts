import type { ListingKey } from "#app/domain/listing.ts";
import { orderPictures } from "#app/features/stock/pictures/orders.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { type AllowedHosts, PUBLIC_HOSTS } from "#app/platform/public-hosts.server.ts";
import type { Person } from "./people.ts";
import { insertRow, updateRows } from "./rows.ts";

/**
 * The rules of production for fetching pictures, except that every host name resolves to the IP address 127.0.0.1,
 * which is allowed.
 */
export const LOOPBACK_ALLOWED: AllowedHosts = {
  refusal: (address, port) => (address === "127.0.0.1" ? null : PUBLIC_HOSTS.refusal(address, port)),
  resolve: async () => ["127.0.0.1"],
};

export async function orderPicturesFor(
  owner: Person,
  key: ListingKey,
  urls: readonly string[],
  uploadId: string | null = null,
): Promise<void> {
  await inTransaction(async (trx) => {
    // `orderPictures` expects that its caller has locked the listing.
    await trx.selectFrom("listings").select("id").where("id", "=", key.id).forUpdate().execute();
    await orderPictures(trx, owner.viewer.id, uploadId, [{ key, urls }]);
  });
}

export async function uploadOf(owner: Person): Promise<string> {
  const { id } = await insertRow("uploads", {
    user_id: owner.viewer.id,
    client_id: crypto.randomUUID(),
    file_name: "stock.csv",
    state: "done",
  });
  return id;
}

export function ordersOf({ type, id }: ListingKey) {
  return db()
    .selectFrom("picture_orders")
    .select(["position", "url", "state", "fault", "tries", "photo_id"])
    .where("listing_type", "=", type)
    .where("listing_id", "=", id)
    .orderBy("position")
    .execute();
}

/** Makes all waiting picture orders due now, without a pause before a retry. */
export async function everythingIsDue(): Promise<void> {
  await updateRows("picture_orders", { state: "waiting" }, { next_at: new Date(0) });
}
