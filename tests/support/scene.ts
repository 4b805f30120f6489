import { roomAbout } from "./marked-deals.ts";
import { type Person, person, racketOf } from "./people.ts";

export interface Scene {
  readonly seller: Person;
  readonly buyer: Person;
  readonly stranger: Person;
  readonly listing: { readonly type: string; readonly id: string };
  readonly roomId: string;
}

/** A seller with a racket, a buyer with a conversation about it, and a stranger. */
export async function dealScene(): Promise<Scene> {
  const [seller, buyer, stranger] = [await person("seller"), await person("buyer"), await person("stranger")];
  const listing = await racketOf(seller);
  return { seller, buyer, stranger, listing, roomId: await roomAbout(buyer, listing) };
}
