import { normalizeWord } from "../csv/columns.ts";
import { classifieds } from "./classifieds.ts";
import { ebayFileExchange, ebayListings } from "./ebay.ts";
import { etsy } from "./etsy.ts";
import { googleMerchant } from "./google-merchant.ts";
import { lightspeedEcom, lightspeedRetail, lightspeedX } from "./lightspeed.ts";
import { ownList } from "./own-list.ts";
import { prestashop } from "./prestashop.ts";
import type { Heading, Profile } from "./profile.ts";
import { shopify } from "./shopify.ts";
import { square } from "./square.ts";
import { squarespace } from "./squarespace.ts";
import { wix } from "./wix.ts";
import { woocommerce } from "./woocommerce.ts";

const PROFILES: readonly Profile[] = [
  shopify,
  woocommerce,
  etsy,
  ebayFileExchange,
  ebayListings,
  lightspeedEcom,
  lightspeedX,
  lightspeedRetail,
  googleMerchant,
  prestashop,
  square,
  squarespace,
  wix,
  classifieds,
  ownList,
];

export function fileProfile(key: string): Profile {
  return PROFILES.find((profile) => profile.key === key) ?? ownList;
}

/** @param word a heading as `normalizeWord` makes it */
export function fits(wanted: Heading, word: string): boolean {
  return typeof wanted === "string" ? wanted === word : wanted.test(word);
}

/** The system whose export has this heading; null for none. The one with the most of its columns wins. */
export function recognizedProfile(heading: readonly string[]): Profile | null {
  const words = heading.map(headingWord);
  const has = (wanted: Heading) => words.some((word) => fits(wanted, word));
  const fitting = PROFILES.filter(({ recognizedBy }) => recognizedBy.some((all) => all.every(has)));
  const share = ({ columns, prices = {} }: Profile) => {
    const all = [...Object.values(columns), ...Object.values(prices)].flatMap((headings) => headings ?? []);
    return words.filter((word) => all.some((wanted) => fits(wanted, word))).length;
  };
  return fitting.toSorted((one, other) => share(other) - share(one))[0] ?? null;
}

/** A longer heading is none that a profile knows, and the patterns would be slow on it. */
const LONGEST_HEADING = 200;

/** Prefixes of other programs ("g:price") are no part of a heading. */
export function headingWord(text: string): string {
  return normalizeWord(
    text
      .slice(0, LONGEST_HEADING)
      .replace(/^\s*g:/i, "")
      .replaceAll("#", " nr")
      .replace(/\(siteid.*$/i, ""),
  );
}
