import Validator, { type Issue } from "@adobe/structured-data-validator";
import type { JsonLd } from "./page.ts";
import { asGraph, enumerationsOf, isA, valueTypesOf } from "./vocabulary.ts";

const validator = new Validator(asGraph());

/**
 * The properties that Google requires of these types
 * (https://developers.google.com/search/docs/appearance/structured-data). The validator does not know all the types.
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

/** Properties of actions such as `query-input`: schema.org gives a rule for such names instead of listing them. */
const ANNOTATION = /-(in|out)put$/;

function faultText({ rootType, path, issueMessage }: Issue): string {
  return `${rootType}${path.map(({ property }) => (property ? `.${property}` : "")).join("")}: ${issueMessage}`;
}

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
  const takes = valueTypesOf(property);
  if (isThing(value)) {
    const fits = takes.some((name) => isA(value["@type"], name));
    return [...(fits ? [] : [`${place}: may be no ${value["@type"]}`]), ...faultsIn(value, place)];
  }
  // A reference to an object that is described elsewhere.
  if (typeof value === "object" && value !== null && "@id" in value)
    return faultsOf(value["@id"], "url", place);
  return takes.some((name) => fitsData(value, name)) ? [] : [`${place}: may not be ${JSON.stringify(value)}`];
}

function isThing(value: unknown): value is JsonLd {
  return typeof value === "object" && value !== null && "@type" in value;
}

/**
 * Whether a property of this type accepts a value. `name` is a data type, an enumeration or a class. Instead of an
 * object of a class, a property accepts the object's URL.
 */
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
      // A class: a URL stands for the object that the URL identifies.
      return URL.canParse(value);
  }
}

/**
 * Checks the structured data of a page. Returns types and properties that https://schema.org does not have, invalid
 * values, and missing properties that Google requires. Properties that Google only recommends may be missing: a used
 * racket has no printed product number and no expiry date.
 */
export async function thingFaults(things: readonly JsonLd[]): Promise<string[]> {
  const jsonld = Object.groupBy(structuredClone(things), (thing) => thing["@type"]);
  const issues = await validator.validate({ jsonld });
  return [
    ...things
      .filter((thing) => thing["@context"] !== "https://schema.org")
      .map((thing) => `${thing["@type"]}: is of no vocabulary`),
    ...issues.filter((issue) => issue.severity === "ERROR" || issue.errorType === "schemaOrg").map(faultText),
    ...things.flatMap((thing) => faultsIn(thing, thing["@type"])),
  ];
}
