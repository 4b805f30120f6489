import { type Person, racketOf } from "./people.ts";
import { insertRows } from "./rows.ts";

/** The server fetches no pictures from private networks. */
export const PRIVATE_URL = "http://127.0.0.1:9/racket.jpg";

/** The message about one failed picture, as the listing's owner sees it. */
export const TITLE = "1 photo from your file could not be downloaded";

/** Stores a racket whose row in a stock file contained the URL of a picture that could not be fetched. */
export async function racketWithFailedPicture(owner: Person, uploadId: string | null = null) {
  const racket = await racketOf(owner, { name: "Blade 98 v8" });
  await insertRows("picture_orders", {
    listing_type: racket.type,
    listing_id: racket.id,
    position: 0,
    user_id: owner.viewer.id,
    upload_id: uploadId,
    url: PRIVATE_URL,
    state: "failed",
    fault: "private_address",
    tries: 4,
  });
  return racket;
}
