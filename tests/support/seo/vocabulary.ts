import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const SCHEMA = "http://schema.org/";
const TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const RDFS = "http://www.w3.org/2000/01/rdf-schema#";

/** A class, property or enumeration value of https://schema.org. */
interface Term {
  /** "Class" for a class, "Property" for a property, and for an enumeration value the name of its enumeration. */
  readonly is: string[];
  /** For a class: the classes of which it is a direct subclass. */
  readonly above: string[];
  /** For a property: the classes that have it. */
  readonly of: string[];
  /** For a property: the types of its values. */
  readonly takes: string[];
}

/** Which field of `Term` a relation of the vocabulary fills. */
const FIELDS: Readonly<Record<string, keyof Term>> = {
  [TYPE]: "is",
  [`${RDFS}subClassOf`]: "above",
  [`${SCHEMA}domainIncludes`]: "of",
  [`${SCHEMA}rangeIncludes`]: "takes",
};

/** Reads the published vocabulary from the package: https://schema.org/docs/developers.html */
function readTerms(): Map<string, Term> {
  const file = fileURLToPath(import.meta.resolve("@vocabulary/schema")).replace(/index\.js$/, "schema.nq");
  const terms = new Map<string, Term>();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, name = "", relation = "", value = ""] =
      /^<http:\/\/schema\.org\/([^>]+)> <([^>]+)> <([^>]+)> /.exec(line) ?? [];
    const field = FIELDS[relation];
    if (!field) continue;
    const term = terms.get(name) ?? { is: [], above: [], of: [], takes: [] };
    term[field].push(value.replace(SCHEMA, "").replace(/^.*#/, ""));
    terms.set(name, term);
  }
  return terms;
}

const TERMS = readTerms();

/** Whether two classes are the same, or the first is a subclass of the second. */
export function isA(name: string, other: string): boolean {
  return name === other || (TERMS.get(name)?.above ?? []).some((above) => isA(above, other));
}

/** The types that a property's values may have: classes, data types ("Text", "Date") and enumerations. */
export function valueTypesOf(property: string): readonly string[] {
  return TERMS.get(property)?.takes ?? [];
}

/** The enumerations that have this value: "ItemAvailability" for "InStock". */
export function enumerationsOf(name: string): readonly string[] {
  return TERMS.get(name)?.is ?? [];
}

/**
 * The vocabulary in the format that the validator reads: JSON-LD as schema.org publishes it, reduced to the properties
 * that the validator uses.
 */
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
