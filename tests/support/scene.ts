import { openRoom } from "#app/features/rooms/commands.server.ts";
import { agreedDeal, roomAbout } from "./marked-deals.ts";
import { type Person, person, racketOf } from "./people.ts";

export interface Scene {
  readonly seller: Person;
  readonly buyer: Person;
  readonly stranger: Person;
  readonly listing: { readonly type: string; readonly id: string };
  readonly roomId: string;
}

async function withPeople<Rest>(rest: (seller: Person, buyer: Person) => Promise<Rest>) {
  const [seller, buyer, stranger] = [await person("seller"), await person("buyer"), await person("stranger")];
  return { seller, buyer, stranger, ...(await rest(seller, buyer)) };
}

/** A seller with a racket, a buyer who opened a conversation about it, and a stranger. */
export function chatScene(): Promise<Scene> {
  return withPeople(async (seller, buyer) => {
    const listing = await racketOf(seller);
    return { listing, roomId: await openRoom(buyer.viewer, listing) };
  });
}

/** The same, after the buyer wrote to the seller. */
export function dealScene(): Promise<Scene> {
  return withPeople(async (seller, buyer) => {
    const listing = await racketOf(seller);
    return { listing, roomId: await roomAbout(buyer, listing) };
  });
}

/** The same, after both agreed to a deal. */
export function agreedScene(): Promise<Scene & { readonly dealId: string }> {
  return withPeople(agreedDeal);
}
