import { z } from "zod";
import { checkPrice } from "../../money.ts";
import { type Country, isCountry, POSTAL_TEXT_MAX } from "../../place.ts";
import { readPostalCode } from "../../postal-text.ts";
import { isBlank, isWritable, lengthOf, oneLine } from "../../text-rules.ts";
import { type CategoryDefinition, MAX_PHOTOS } from "../definition.ts";
import { type AttributeValue, issue, textOf, type Values } from "../fields/kind.ts";
import { kindOf } from "../fields/registry.ts";
import { storedBrand } from "./brand.ts";

export type Attributes = Readonly<Record<string, AttributeValue>>;

/** A checked listing. `attributes` has no key for an unknown value. */
export interface ListingInput {
  readonly name: string;
  readonly brand: string | null;
  readonly description: string;
  readonly priceCents: number;
  readonly place: { readonly country: Country; readonly postalCode: string } | null;
  readonly photoIds: readonly string[];
  /** The slug or title of the listing's model, as written; null where it is empty or unusable. */
  readonly model: string | null;
  readonly attributes: Attributes;
}

const textInput = z.preprocess(textOf, z.string());
const textInputs = z.preprocess(
  (value) =>
    (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string" && item !== ""),
  z.array(z.string()),
);

function line(maxLength: number, required: boolean) {
  return textInput
    .transform(oneLine)
    .refine((text) => isWritable(text), issue("characters"))
    .refine((text) => !required || !isBlank(text), issue("required"))
    .refine((text) => lengthOf(text) <= maxLength, issue("too_long", maxLength));
}

const paragraphs = textInput
  .transform((text) => text.replace(/\r\n?/g, "\n").trim())
  .refine((text) => isWritable(text), issue("characters"))
  .refine((text) => lengthOf(text) <= 5000, issue("too_long", 5000));

const price = textInput.transform((text, context) => {
  const read = checkPrice(text);
  if ("cents" in read) return read.cents;
  context.addIssue({ code: "custom", message: read.issue });
  return z.NEVER;
});

/** The stored values that unchecked texts mean, because `narrow` names stored values. */
export function meantBy(
  { fields }: Pick<CategoryDefinition, "fields">,
  raw: Readonly<Record<string, unknown>>,
): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, kindOf(field).meant(field, raw[name])]),
  );
}

const COMMON_NAMES = [
  // Identifies the form, so that a form that is sent twice lists its item once.
  "clientId",
  // Of the form of an existing listing (`mergeStored`).
  "loaded",
  "take_stored",
  "name",
  "brand",
  "description",
  "price",
  "country",
  "postalCode",
  "photo",
] as const;

export function inputNames(definition: CategoryDefinition): string[] {
  const model = definition.models ? ["model"] : [];
  return [...model, ...COMMON_NAMES, ...Object.keys(definition.fields)];
}

/**
 * Checks a listing from the texts of a form. The path of an issue is the field's name. Unknown keys are ignored and never
 * stored.
 */
export function inputSchema(
  definition: CategoryDefinition,
  photos: "with photos" | "without photos" = "with photos",
) {
  const read = inputReader(definition, photos);
  return z
    .looseObject({})
    .transform((raw, context) =>
      read(raw, meantBy(definition, raw), (path, message) =>
        context.addIssue({ code: "custom", path: [path], message }),
      ),
    );
}

/**
 * Returns a function that reads a listing from the texts of a form or a CSV row, with what `meantBy` says about them. It
 * calls `fail` for each issue; then its result is useless.
 */
export function inputReader(definition: CategoryDefinition, photos: "with photos" | "without photos") {
  const { required } = definition.brand;
  const name = line(120, true);
  const brand = line(60, required);
  const postalCode = line(POSTAL_TEXT_MAX, false);
  return (
    raw: Readonly<Record<string, unknown>>,
    meant: Values,
    fail: (path: string, message: string) => void,
  ): ListingInput => {
    /** Checks one field by itself, so that the issues of all fields are reported together. */
    function read<Value>(path: string, schema: z.ZodType<Value>): Value | undefined {
      const parsed = schema.safeParse(raw[path]);
      if (!parsed.success) fail(path, parsed.error.issues[0]?.message ?? issue("required"));
      return parsed.data;
    }
    const attributes: Record<string, AttributeValue> = {};
    for (const [path, field] of Object.entries(definition.fields)) {
      const { value, issue: fault } = kindOf(field).read(field, raw[path], meant);
      if (fault) fail(path, fault);
      else if (value !== undefined) attributes[path] = value;
    }
    const photoIds = textInputs.parse(raw.photo);
    if (photos === "with photos" && definition.needsPhoto && photoIds.length === 0)
      fail("photo", issue("required"));
    if (photoIds.length > MAX_PHOTOS) fail("photo", issue("too_many_photos"));
    const named = read("brand", brand);
    return {
      name: read("name", name) ?? "",
      brand: named ? storedBrand(definition, named) : null,
      description: read("description", paragraphs) ?? "",
      priceCents: read("price", price) ?? 0,
      place: readPlace(textInput.parse(raw.country), read("postalCode", postalCode) ?? "", fail),
      photoIds: [...new Set(photoIds)],
      model: readModel(raw.model),
      attributes,
    };
  };
}

/** In characters. */
const LONGEST_MODEL = 160;

/** An unusable name is null, not an issue: the model is then looked for in the listing's title. */
function readModel(raw: unknown): string | null {
  const text = oneLine(textInput.parse(raw));
  return text !== "" && isWritable(text) && lengthOf(text) <= LONGEST_MODEL ? text : null;
}

function readPlace(
  country: string,
  code: string,
  fail: (path: string, message: string) => void,
): ListingInput["place"] {
  if (code === "") return null;
  if (!isCountry(country)) {
    fail("country", issue("country"));
    return null;
  }
  const postalCode = readPostalCode(country, code);
  if (postalCode === null) fail("postalCode", issue("postal_code"));
  return postalCode === null ? null : { country, postalCode };
}
