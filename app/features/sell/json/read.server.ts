import { z } from "zod";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { inputReader, type ListingInput, meantBy } from "#app/domain/categories/derive/input.ts";
import { kindOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { Faulty } from "#app/features/api/problem.server.ts";
import { issueText } from "#app/features/listings/issue-text.ts";
import type { presentOwnResource } from "#app/features/listings/own/resource.server.ts";
import { fieldNames, INPUT_NAMES, type ListingBody, textsOf } from "./body.server.ts";

const READERS = new Map(
  CATEGORIES.map((definition) => [
    definition.type,
    {
      "with photos": inputReader(definition, "with photos"),
      "without photos": inputReader(definition, "without photos"),
    },
  ]),
);

const JSON_NAMES = new Map(Object.entries(INPUT_NAMES).map(([name, input]) => [input, name]));

/** A value as a form has it. */
function typed(value: unknown): unknown {
  if (value === null || value === undefined) return "";
  return typeof value === "number" ? String(value) : value;
}

/** The inputs of the form with these fields. What the body leaves out is as in a new form. */
function inputsFor({ fields }: CategoryDefinition, body: ListingBody): Record<string, unknown> {
  const attributes = Object.entries(fields).map(([name, field]) => [
    name,
    body[name] === undefined ? kindOf(field).input(field, undefined, true) : typed(body[name]),
  ]);
  return {
    name: typed(body.name),
    brand: typed(body.brand),
    description: typed(body.description),
    price: typeof body.price === "number" ? body.price.toFixed(2) : "",
    country: typed(body.country),
    postalCode: typed(body.postal_code),
    model: typed(body.model),
    photo: typed(body.images),
    ...Object.fromEntries(attributes),
  };
}

/**
 * Checks a listing as its form does (`inputSchema`), from JSON. Its `photoIds` are what `images` says, which may be URLs.
 * @throws Faulty with the names of the fields in JSON, and the texts of the form
 */
export function readListing(
  definition: CategoryDefinition,
  body: ListingBody,
  photos: "with photos" | "without photos" = "with photos",
): ListingInput {
  const inputs = inputsFor(definition, body);
  const faults: z.core.$ZodIssue[] = [];
  const read = READERS.get(definition.type)?.[photos];
  const input = read?.(inputs, meantBy(definition, inputs), (path, fault) => {
    const name = JSON_NAMES.get(path) ?? path;
    const message = issueText(fault, textsOf(definition, name));
    faults.push({ code: "custom", path: [name], message, input: undefined });
  });
  if (!input || faults.length > 0) throw new Faulty("body", new z.ZodError(faults));
  return input;
}

/** What a program could have written for a stored listing: the fields that it may change. */
export function writtenFor(
  definition: CategoryDefinition,
  listing: Awaited<ReturnType<typeof presentOwnResource>>,
): ListingBody {
  const stored: Readonly<Record<string, unknown>> = {
    ...listing,
    images: listing.photos.map(({ id }) => id),
    model: listing.model?.slug ?? null,
  };
  return Object.fromEntries(fieldNames(definition).map((name) => [name, stored[name]]));
}
