import type { AttributeValue } from "#app/domain/categories/derive/input.ts";
import { pictureKey, type Scene } from "./picture.ts";
import { scenesOf, thingScenesOf } from "./scenes.ts";
import { attributesOf, type DemoSeller } from "./seller.ts";
import { SELLERS } from "./talk.ts";

/** A listing of the demo shop, of whatever category. */
export interface DemoListing {
  readonly type: string;
  readonly seller: DemoSeller;
  readonly name: string;
  readonly brand: string;
  readonly description: string;
  readonly euros: number;
  /** How long ago it was listed. */
  readonly days: number;
  /** As they are stored; what is unknown has no key. */
  readonly attributes: Readonly<Record<string, AttributeValue | undefined>>;
  /** Its photos, in their order. */
  readonly scenes: readonly Scene[];
}

function listingsOf(seller: DemoSeller): DemoListing[] {
  const rackets = seller.rackets.map(
    (racket): DemoListing => ({
      ...racket,
      type: "racket",
      seller,
      attributes: attributesOf(racket),
      scenes: scenesOf(seller, racket),
    }),
  );
  const things = seller.things.map(
    (thing): DemoListing => ({
      ...thing,
      type: thing.of,
      seller,
      attributes: thing.has,
      scenes: thingScenesOf(seller, thing),
    }),
  );
  return [...rackets, ...things];
}

const sellers: readonly DemoSeller[] = SELLERS;

/** All that the demo shop offers. */
export const demoStock = (): DemoListing[] => sellers.flatMap(listingsOf);

/** Every picture of the demo shop by its key. */
export function allScenes(): Map<string, Scene> {
  return new Map(demoStock().flatMap(({ scenes }) => scenes.map((scene) => [pictureKey(scene), scene])));
}
