// The sample listings in tests/support/samples.ts, which other tests use, are complete and valid.
import { describe, expect, test } from "vitest";
import { inputNames, inputSchema } from "#app/domain/categories/derive/input.ts";
import { samples } from "#tests/support/samples.ts";

describe.each(samples)("the sample of $type", ({ definition, sample }) => {
  test("is valid input of the form", () => {
    expect(inputSchema(definition).parse({ ...sample.fields, photo: ["a-photo"] })).toMatchObject({
      name: sample.fields.name,
      brand: sample.fields.brand,
      priceCents: sample.cents,
      place: { country: "NL", postalCode: "1012AB" },
      attributes: sample.attributes,
    });
  });

  test("has a value for every input of the form", () => {
    // A photo is stored in its own table, a model exists only in databases with imported models, and the hidden inputs
    // are no values of the listing.
    const apart = ["photo", "model", "clientId", "loaded", "take_stored"];
    const empty = inputNames(definition).filter((name) => !apart.includes(name) && !sample.fields[name]);
    expect(empty).toEqual([]);
  });
});
