import Validator, { type Issue } from "@adobe/structured-data-validator";
import type { JsonLd } from "./page.ts";
import { asGraph, enumerationsOf, isA, takenBy } from "./vocabulary.ts";

const validator = new Validator(asGraph());

/**
 * What Google wants of the kinds of pages that the validator knows nothing of
 * (https://developers.google.com/search/docs/appearance/structured-data).
 */
const WANTED: Readonly<Record<string, readonly string[]>> = {
  Answer: ["text"],
  FAQPage: ["mainEntity"],
  ItemList: ["itemListElement"],
  Offer: ["price", "priceCurrency", "availability"],
  Organization: ["name", "url"],
  Person: ["name"],
  Product: ["name", "image", "offers"],
  ProfilePage: ["mainEntity"],
  Question: ["name", "acceptedAnswer"],
  SearchAction: ["target", "query-input"],
  WebSite: ["name", "url"],
};

/** Google's own extension of actions, which the vocabulary knows by a rule and not by a name. */
const ANNOTATION = /-(in|out)put$/;

function said({ rootType, path, issueMessage }: Issue): string {
  return `${rootType}${path.map(({ property }) => (property ? `.${property}` : "")).join("")}: ${issueMessage}`;
}

/** What is missing in a thing, or is none of what its property may be; and in whatever it is made of. */
function faultsIn(thing: JsonLd, place: string): string[] {
  const missing = (WANTED[thing["@type"]] ?? []).filter((name) => (thing[name] ?? "") === "");
  const faults = missing.map((name) => `${place}: has no ${name}`);
  for (const [property, value] of Object.entries(thing)) {
    if (property.startsWith("@") || ANNOTATION.test(property)) continue;
    for (const one of [value].flat()) faults.push(...faultsOf(one, property, `${place}.${property}`));
  }
  return faults;
}

function faultsOf(value: unknown, property: string, place: string): string[] {
  const takes = takenBy(property);
  if (isThing(value)) {
    const fits = takes.some((name) => isA(value["@type"], name));
    return [...(fits ? [] : [`${place}: may be no ${value["@type"]}`]), ...faultsIn(value, place)];
  }
  // A thing that is described elsewhere, by its address.
  if (typeof value === "object" && value !== null && "@id" in value)
    return faultsOf(value["@id"], "url", place);
  return takes.some((name) => fitsData(value, name)) ? [] : [`${place}: may not be ${JSON.stringify(value)}`];
}

function isThing(value: unknown): value is JsonLd {
  return typeof value === "object" && value !== null && "@type" in value;
}

/** Whether a plain value is what a property may be: data of this kind, a value of this enumeration, or an address. */
function fitsData(value: unknown, name: string): boolean {
  if (typeof value === "number")
    return ["Number", "Integer", "Float"].includes(name) && Number.isFinite(value);
  if (typeof value === "boolean") return name === "Boolean";
  if (typeof value !== "string" || value === "") return false;
  const named = /^https:\/\/schema\.org\/(\w+)$/.exec(value)?.[1];
  if (named !== undefined) return enumerationsOf(named).includes(name);
  switch (name) {
    case "Text":
      return true;
    case "Number":
    case "Integer":
      return value.trim() !== "" && Number.isFinite(Number(value));
    case "Date":
    case "DateTime":
      return /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value));
    case "Boolean":
    case "Time":
      return false;
    default:
      // An address stands for whatever thing is there.
      return URL.canParse(value);
  }
}

/**
 * What is wrong with what a page tells machines: types and properties that https://schema.org has not, values that a
 * property may not have, and what Google requires and does not find. What it only recommends is left to the page: a used
 * racket has neither a number that is printed on its box nor a date of expiry.
 */
export async function thingFaults(things: readonly JsonLd[]): Promise<string[]> {
  const jsonld = Object.groupBy(structuredClone(things), (thing) => thing["@type"]);
  const issues = await validator.validate({ jsonld });
  return [
    ...things
      .filter((thing) => thing["@context"] !== "https://schema.org")
      .map((thing) => `${thing["@type"]}: is of no vocabulary`),
    ...issues.filter((issue) => issue.severity === "ERROR" || issue.errorType === "schemaOrg").map(said),
    ...things.flatMap((thing) => faultsIn(thing, thing["@type"])),
  ];
}
