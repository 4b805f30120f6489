// The form, a CSV row and the database accept the same listings, because all three derive from one definition.

import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { checkRow, csvColumns } from "#app/domain/categories/derive/csv.ts";
import { inputSchema } from "#app/domain/categories/derive/input.ts";
import { monthOfText } from "#app/domain/categories/fields/month.ts";
import type { Field } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { openDatabase } from "#tests/support/database.ts";
import { type Person, person } from "#tests/support/people.ts";

let owner: Person;

openDatabase(async () => {
  owner = await person("owner");
});

/** Random inputs for a field: allowed values, values at and just beyond its limits, and invalid ones. */
function texts(field: Field): fc.Arbitrary<string> {
  const nonsense = fc.constantFrom("", "-1", "1e3", "none of these", "toString", "0", "99999");
  switch (field.kind) {
    case "choice":
    case "several":
      return fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...field.options.map(({ value }) => value)) },
        nonsense,
      );
    case "number": {
      const { min, max, step } = field;
      const inside = fc
        .integer({ min: 0, max: Math.round((max - min) / step) })
        .map((steps) => String(Number((min + steps * step).toFixed(6))));
      const edges = fc.constantFrom(min - step, min, max, max + step, min + step / 2);
      return fc.oneof(
        { weight: 6, arbitrary: inside },
        edges.map((value) => String(Number(value.toFixed(6)))),
        nonsense,
      );
    }
    case "month":
      return fc.oneof(
        fc.constantFrom("200001", "2026-11", "11/2026", "209912", "202600", "202613"),
        nonsense,
      );
    case "text":
      return fc.oneof(fc.string({ maxLength: field.maxLength + 5 }), nonsense);
  }
}

function samples(definition: CategoryDefinition): fc.Arbitrary<Record<string, string>> {
  const fields = Object.entries(definition.fields).map(([name, field]) => [name, texts(field)] as const);
  return fc.record(Object.fromEntries(fields));
}

const COMMON = { name: "A thing", brand: "Wilson", price: "10", description: "" };

/** The attributes as they would be stored without a check: numbers as numbers, empty inputs left out. */
function unchecked(definition: CategoryDefinition, typed: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(definition.fields)
      .filter(([name]) => typed[name] !== "")
      .map(([name, field]) => {
        const text = typed[name] ?? "";
        if (field.kind === "several") return [name, [text]];
        if (field.kind === "month" && monthOfText(text)) return [name, monthOfText(text)];
        const isNumeric = field.kind === "number" || field.kind === "month";
        return [name, isNumeric && Number.isFinite(Number(text)) ? Number(text) : text];
      }),
  );
}

async function isStorable(type: string, attributes: object): Promise<boolean> {
  try {
    await inTransaction(async (trx) => {
      await trx
        .insertInto("listings")
        .values({
          type,
          user_id: owner.viewer.id,
          name: COMMON.name,
          brand: COMMON.brand,
          price_cents: 1000,
          attributes: JSON.stringify(attributes),
        })
        .execute();
      await sql`rollback`.execute(trx);
    });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "23514") return false;
    throw error;
  }
}

describe.each(CATEGORIES)("form, CSV file and database agree about $plural:", (definition) => {
  const { type } = definition;
  const form = (typed: Record<string, string>) =>
    inputSchema(definition).safeParse({ ...COMMON, photo: ["a photo"], ...typed });

  test("the database stores what the form accepts, and refuses what the form refuses", async () => {
    const verdicts = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(samples(definition), async (typed) => {
        const parsed = form(typed);
        verdicts.add(parsed.success);
        if (parsed.success) expect(await isStorable(type, parsed.data.attributes)).toBe(true);
        else expect(await isStorable(type, unchecked(definition, typed))).toBe(false);
      }),
      { numRuns: 150 },
    );
    expect(verdicts).toContain(false);
  });

  test("the database stores 25 more listings that the form accepts", async () => {
    await fc.assert(
      fc.asyncProperty(
        samples(definition).filter((typed) => form(typed).success),
        async (typed) => {
          const parsed = form(typed);
          expect(await isStorable(type, parsed.data?.attributes ?? {})).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  test("a CSV row is accepted exactly if the form accepts the same values, with defaults for empty cells", () => {
    const columns = csvColumns(definition);
    fc.assert(
      fc.property(samples(definition), (typed) => {
        const row = { ...COMMON, ...rowOf(columns, typed) };
        const filled = Object.fromEntries(
          Object.entries(definition.fields).map(([name, field]) => {
            const initial = field.kind === "several" ? [...field.initial] : "";
            return [name, typed[name] || (field.csv?.empty ?? initial)];
          }),
        );
        const asForm = inputSchema(definition).safeParse({ ...COMMON, photo: ["a photo"], ...filled });
        const asRow = checkRow(definition, row);
        expect(asRow.input?.attributes).toEqual(asForm.data?.attributes);
      }),
      { numRuns: 200 },
    );
  });

  test("a CSV row with only name, price and type can be stored", async () => {
    const { input, issues } = checkRow(definition, { name: "A thing", price: "10", type });
    expect(issues).toEqual([]);
    expect(await isStorable(type, input?.attributes ?? {})).toBe(true);
  });
});

function rowOf(columns: ReadonlyMap<string, string>, typed: Readonly<Record<string, string>>) {
  return Object.fromEntries([...columns].map(([name, column]) => [column, typed[name] ?? ""]));
}
