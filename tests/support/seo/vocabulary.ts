import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SCHEMA = "http://schema.org/";
const TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const RDFS = "http://www.w3.org/2000/01/rdf-schema#";

/** A class, a property or a named value of https://schema.org, by what is said of it. */
interface Term {
  /** What it is itself: "Class" and "Property", or the enumeration that it is a value of. */
  readonly is: string[];
  readonly above: string[];
  /** Of a property: the classes that have it, and what its values may be. */
  readonly of: string[];
  readonly takes: string[];
}

const PLACES: Readonly<Record<string, keyof Term>> = {
  [TYPE]: "is",
  [`${RDFS}subClassOf`]: "above",
  [`${SCHEMA}domainIncludes`]: "of",
  [`${SCHEMA}rangeIncludes`]: "takes",
};

/** The vocabulary as its makers publish it, from the package: https://schema.org/docs/developers.html */
function readTerms(): Map<string, Term> {
  const file = fileURLToPath(import.meta.resolve("@vocabulary/schema")).replace(/index\.js$/, "schema.nq");
  const terms = new Map<string, Term>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, name = "", relation = "", value = ""] =
      /^<http:\/\/schema\.org\/([^>]+)> <([^>]+)> <([^>]+)> /.exec(line) ?? [];
    const place = PLACES[relation];
    if (!place) continue;
    const term = terms.get(name) ?? { is: [], above: [], of: [], takes: [] };
    term[place].push(value.replace(SCHEMA, "").replace(/^.*#/, ""));
    terms.set(name, term);
  }
  return terms;
}

const TERMS = readTerms();

/** Whether a class is another one, or below it. */
export function isA(name: string, other: string): boolean {
  return name === other || (TERMS.get(name)?.above ?? []).some((above) => isA(above, other));
}

/** What a property may be: the names of classes, of kinds of data ("Text", "Date") and of enumerations. */
export function takenBy(property: string): readonly string[] {
  return TERMS.get(property)?.takes ?? [];
}

/** Of what a named value is one: "InStock" of "ItemAvailability". */
export function enumerationsOf(name: string): readonly string[] {
  return TERMS.get(name)?.is ?? [];
}

/** The vocabulary as the validator reads it: the JSON-LD of schema.org's own download, with what it looks at. */
export function asGraph(): { "@graph": object[] } {
  const named = (names: readonly string[]) => names.map((name) => ({ "@id": `schema:${name}` }));
  const graph = [...TERMS].map(([name, { is, above, of }]) => ({
    "@id": `schema:${name}`,
    "@type": is.includes("Class") ? "rdfs:Class" : is.includes("Property") ? "rdf:Property" : "a named value",
    "rdfs:subClassOf": named(above),
    "schema:domainIncludes": named(of),
  }));
  return { "@graph": graph };
}
