import { z } from "zod";
import { type CategoryDefinition, MAX_PHOTOS } from "#app/domain/categories/definition.ts";
import { type Field, kindOf, optionsOf, traitsOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { COUNTRIES } from "#app/domain/place.ts";
import { Faulty } from "#app/features/api/problem.server.ts";
import { issueText } from "#app/features/listings/issue-text.ts";
import { attributeSchemas } from "#app/features/listings/resource.server.ts";
import { MAX_QUANTITY } from "#app/features/listings/rules.ts";
import { fieldLabel, requiredText, sentence } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";

/** A listing as a program writes it, checked by `newListing` or by `checkedBody`. */
export type ListingBody = Readonly<Record<string, unknown>>;

/** The names of the form's inputs, by the names in JSON that differ from them. */
export const INPUT_NAMES: Readonly<Record<string, string>> = { images: "photo", postal_code: "postalCode" };

/** What a field is called, and what is said when it is missing: as in the form. */
export function textsOf(definition: CategoryDefinition, name: string) {
  const label = fieldLabel(definition, name === "images" ? "photos" : (INPUT_NAMES[name] ?? name));
  const isPhoto = name === "images" && definition.needsPhoto;
  return {
    label,
    requiredText: isPhoto
      ? sentence(definition, "photos_required")
      : requiredText(label, definition.fields[name]),
  };
}

/** Says what the form would say. Faults that it cannot have, such as a number for a text, have Zod's own texts. */
function errorOf(definition: CategoryDefinition, name: string): z.core.$ZodErrorMap {
  return ({ code, input }) => {
    const texts = textsOf(definition, name);
    if (input === undefined || input === null) return texts.requiredText;
    return code === "invalid_value" ? issueText("not_offered", texts) : undefined;
  };
}

/** Limits that the form's own check says better. They only keep a text from being as long as the body. */
const MOST = { line: 1_000, text: 20_000 };

/** The limits of a number are described here, and checked by the form's own check, which knows the other values. */
function valueSchema(definition: CategoryDefinition, name: string, field: Field): z.ZodType {
  const error = errorOf(definition, name);
  const values = optionsOf(field).map(({ value }) => value);
  if (values.length > 0) {
    const value = z.enum(values, { error });
    return kindOf(field).isList ? z.array(value, { error }).max(values.length) : value;
  }
  const { min: minimum, max: maximum } = traitsOf(field);
  return kindOf(field).isDecimal
    ? z.number({ error }).meta({ minimum, maximum })
    : z.string({ error }).max(MOST.line);
}

/** Whether a new form has a value already, so that it may be left out. */
function hasInitial(field: Field): boolean {
  return kindOf(field).input(field, undefined, true).length > 0;
}

/** The fields of a category that its sellers write, with the names of the specification. */
function shapeOf(definition: CategoryDefinition): Record<string, z.ZodType> {
  const line = (name: string) => z.string({ error: errorOf(definition, name) }).max(MOST.line);
  const described = attributeSchemas(definition);
  const images = z
    .array(z.string().max(MOST.line), { error: errorOf(definition, "images") })
    .max(MAX_PHOTOS, { error: () => m.photos_too_many_total() })
    .meta({
      description: "Ids of photos that you have sent, or URLs of your photos here. The main one first.",
    });
  const attributes = Object.entries(definition.fields).map(([name, field]) => {
    const description = described[name]?.description;
    const value = valueSchema(definition, name, field);
    const schema = description === undefined ? value : value.meta({ ...value.meta(), description });
    if (!field.required) return [name, schema.nullish()];
    return [name, hasInitial(field) ? schema.optional() : schema];
  });
  return {
    name: line("name"),
    brand: definition.brand.required ? line("brand") : line("brand").nullish(),
    description: z.string().max(MOST.text).nullish(),
    price: z
      .number({ error: errorOf(definition, "price") })
      .multipleOf(0.01)
      .meta({ description: "In euros, with at most two decimals.", examples: [129.5] }),
    images: definition.needsPhoto ? images : images.nullish(),
    country: z.enum(COUNTRIES, { error: errorOf(definition, "country") }).nullish(),
    postal_code: line("postal_code").nullish().meta({ description: "Others see only its area." }),
    ...(definition.models && {
      model: line("model")
        .nullish()
        .meta({ description: "The slug or the name of a model of the catalogue." }),
    }),
    ...Object.fromEntries(attributes),
  };
}

const quantity = z.int().min(0).max(MAX_QUANTITY).optional().meta({ description: "Pieces for sale." });

const SHAPES = new Map(CATEGORIES.map((definition) => [definition.type, shapeOf(definition)]));

type Body = z.ZodObject<{ listing_type: z.ZodLiteral<string>; quantity: typeof quantity }, z.core.$strict>;

function bodyOf({ type }: CategoryDefinition): Body {
  return z
    .strictObject({ listing_type: z.literal(type), quantity, ...SHAPES.get(type) })
    .meta({ id: `NewListing_${type}` });
}

const BODIES = new Map(CATEGORIES.map((definition) => [definition.type, bodyOf(definition)]));

/**
 * A new listing, or what replaces one. What is left out has the value that it has in an empty form; null means that it
 * is not known.
 */
export const newListing = z
  .discriminatedUnion("listing_type", [...BODIES.values()] as [Body, ...Body[]])
  .meta({ id: "NewListing" });

/** Checks the fields of a listing of one category, which were merged with what is stored. @throws Faulty */
export function checkedBody(definition: CategoryDefinition, body: ListingBody): ListingBody {
  const read = BODIES.get(definition.type)?.safeParse({ ...body, listing_type: definition.type });
  if (!read?.success) throw new Faulty("body", read?.error ?? new z.ZodError([]));
  return read.data;
}

/** The names of the fields that sellers of a category write. */
export function fieldNames({ type }: CategoryDefinition): readonly string[] {
  return Object.keys(SHAPES.get(type) ?? {});
}

function inJson(schema: z.ZodType): object {
  const { $schema, ...described } = z.toJSONSchema(schema, { io: "input" });
  return described;
}

/** The field of this name of all categories. Where they differ, `checkedBody` checks it. */
function fieldOfAll(name: string): z.ZodType {
  const schemas = [...SHAPES.values()].flatMap((shape) => shape[name] ?? []);
  const different = new Map(schemas.map((schema) => [JSON.stringify(inJson(schema)), schema]));
  const [schema] = different.values();
  if (schema && different.size === 1) return schema.optional();
  return z
    .unknown()
    .optional()
    .meta({ anyOf: [...different.values()].map(inJson) });
}

const NAMES = new Set([...SHAPES.values()].flatMap((shape) => Object.keys(shape)));

const CHANGES: Readonly<Record<string, z.ZodType>> = {
  quantity,
  ...Object.fromEntries([...NAMES].map((name) => [name, fieldOfAll(name)])),
};

/** Some fields of a listing, of any category. */
export const listingChanges = z.strictObject(CHANGES).meta({ id: "ListingChanges" });
