/** What the people of the demo shop agreed on: what was sold over the last year, and what is under way. */
import type { ListingName, Username } from "./talk.ts";

interface DemoSale {
  readonly type: string;
  /** It was taken off the shop since; its name is all that is left of it. */
  readonly name: string;
  readonly seller: Username;
  /** Null: somebody who did not write here. */
  readonly buyer: Username | null;
  readonly euros: number;
  /** How many days ago they agreed; it was received three days later. */
  readonly days: number;
  /** How it was sent; handed over where that is not said. */
  readonly sent?: readonly [carrier: string, trackingNumber: string];
}

export const SALES: readonly DemoSale[] = [
  {
    type: "racket",
    name: "Wilson Ultra 100 v4",
    seller: "sanne",
    buyer: "jeroen_b",
    euros: 125,
    days: 33,
    sent: ["PostNL", "3SDEMO0081734"],
  },
  {
    type: "racket",
    name: "Wilson Pro Staff 95S",
    seller: "sanne",
    buyer: "harriet",
    euros: 89,
    days: 97,
    sent: ["PostNL", "3SDEMO0077120"],
  },
  {
    type: "bag",
    name: "Babolat Pure Drive racketholder × 6",
    seller: "sanne",
    buyer: null,
    euros: 45,
    days: 61,
  },
  {
    type: "clothes",
    name: "Nike Dri-FIT rokje, maat M",
    seller: "sanne",
    buyer: "camille",
    euros: 18,
    days: 140,
  },
  {
    type: "string",
    name: "Luxilon Alu Power 125, 3 setjes",
    seller: "sanne",
    buyer: "lukas.k",
    euros: 36,
    days: 171,
  },
  { type: "ball", name: "Dunlop Fort, 6 kokers", seller: "sanne", buyer: null, euros: 30, days: 210 },
  {
    type: "racket",
    name: "Head Gravity Tour",
    seller: "sanne",
    buyer: "antoine75",
    euros: 140,
    days: 289,
    sent: ["DHL", "JVGL0DEMO554120"],
  },
  {
    type: "racket",
    name: "Babolat Pure Strike 100",
    seller: "jeroen_b",
    buyer: "sanne",
    euros: 110,
    days: 58,
    sent: ["PostNL", "3SDEMO0090011"],
  },
  { type: "racket", name: "Head Speed Junior 25", seller: "frauke_hh", buyer: "sanne", euros: 40, days: 18 },
  { type: "racket", name: "Yonex VCORE 98", seller: "lukas.k", buyer: "frauke_hh", euros: 120, days: 28 },
  { type: "racket", name: "Head Prestige Mid", seller: "camille", buyer: "antoine75", euros: 95, days: 50 },
];

interface DemoPromise {
  readonly about: ListingName;
  /** Who wrote about it in CHATS. */
  readonly buyer: Username;
  readonly euros: number;
  readonly hours: number;
  /** Agreed by both, and to be sent; otherwise reserved, and the buyer is asked. */
  readonly agreed: boolean;
}

export const PROMISES: readonly DemoPromise[] = [
  { about: "Babolat RPM Blast 1.25, haspel 200 m", buyer: "sanne", euros: 135, hours: 1, agreed: false },
  { about: "Tourna Grip XL, 10 stuks", buyer: "lukas.k", euros: 22, hours: 1, agreed: true },
];
