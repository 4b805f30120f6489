// Laws 4 and 5 of docs/laws.md: a category is one definition, and every value that can be stored can be found.
import { describe, expect, test } from "vitest";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { parseSearch } from "#app/domain/categories/derive/search.ts";
import { rangeParams } from "#app/domain/categories/filters/kind.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import {
  failureText,
  isTest,
  type Node,
  parseText,
  type Source,
  source,
  sources,
  stringsOf,
  walk,
} from "./source.ts";

/** Files that may name a category: its definition, the registry, and the files beside them with a name of one word. */
const NAMED_IN = [
  /^app\/domain\/categories\/\w+\.ts$/,
  // Names of columns.
  /^app\/features\/data-export\/exported-columns\.ts$/,
  // Examples of bodies, in the description of the API.
  /^app\/routes\/api\/(own-listings|stock)\.server\.ts$/,
];

function isTypeof(node: Node): boolean {
  return node.type === "UnaryExpression" && node.operator === "typeof";
}

interface Name {
  readonly text: string;
  readonly place: string;
  readonly isProperty: boolean;
}

/** The string literals and the names of properties in a file. */
function namesIn({ file, program, line }: Source): Name[] {
  const ofTypeof = new Set<Node>();
  walk(program, (node) => {
    // `typeof x === "string"` names a JavaScript type, not the category.
    if (node.type === "BinaryExpression" && isTypeof(node.left)) ofTypeof.add(node.right);
  });
  const names = stringsOf(program)
    .filter(({ node }) => !ofTypeof.has(node))
    .map(({ text, node }) => ({ text, place: `${file}:${line(node)}`, isProperty: false }));
  walk(program, (node) => {
    if (node.type === "MemberExpression" && node.property.type === "Identifier")
      names.push({ text: node.property.name, place: `${file}:${line(node)}`, isProperty: true });
  });
  return names;
}

/** The names that name this category, each with file and line. */
function namings(names: readonly Name[], { type, plural }: CategoryDefinition): string[] {
  const key = new RegExp(`^${type}_`);
  const address = new RegExp(`(^|/)${plural}(/|$|[?#])`);
  return names
    .filter(({ text, isProperty }) =>
      isProperty ? key.test(text) : text === type || text === plural || key.test(text) || address.test(text),
    )
    .map(({ text, place }) => `${place} ${text}`);
}

const names = sources
  .filter(
    (file) => /^(app|server)\//.test(file) && !isTest(file) && !NAMED_IN.some((place) => place.test(file)),
  )
  .map(source)
  .flatMap(namesIn);

describe.each(CATEGORIES)("$plural", (definition) => {
  test("are named only in their definition", () => {
    const found = namings(names, definition);
    const fix =
      "Say it in the definition (app/domain/categories/definition.ts) and derive it, so that the next category has it too.";
    expect(failureText(fix, found)).toBe("");
  });

  const fields = Object.entries(definition.fields);
  const searchFor = (name: string, value: string) =>
    parseSearch(definition, new URLSearchParams([[name, value]]));
  const options = fields.flatMap(([name, field]) =>
    "options" in field ? field.options.map(({ value }) => ({ name, value })) : [],
  );

  test.each(options)("are found by the filter $name for the value $value", ({ name, value }) => {
    expect(searchFor(name, value).choices[name]).toEqual([value]);
  });

  const numbers = fields.flatMap(([name, field]) => (field.kind === "number" ? [{ name, ...field }] : []));

  test.each(numbers)(
    "have a range filter for $name, whose slider reaches its values",
    ({ name, min, max }) => {
      const filter = definition.filters.find((one) => one.by === "range" && one.field === name);
      if (filter?.by !== "range") throw new Error(`Give ${name} a range filter in the definition.`);
      expect(filter.min).toBeLessThan(max);
      expect(filter.max).toBeGreaterThan(min);
    },
  );

  const months = fields.flatMap(([name, field]) => (field.kind === "month" ? [name] : []));

  test.each(months.map((name) => ({ name })))("are found by the month filter $name", ({ name }) => {
    const { min, max } = rangeParams(name);
    const params = new URLSearchParams({ [min]: "2026-05", [max]: "202611" });
    expect(parseSearch(definition, params).ranges[name]).toEqual({ min: 202605, max: 202611 });
  });

  test("are found by every brand that the form and the browse page offer", () => {
    for (const brand of [...definition.brand.form, ...definition.brand.browse])
      expect(searchFor("brand", brand).brands).toEqual([definition.brand.spellings?.[brand] ?? brand]);
  });

  test("have every field that the form, the card, the detail page and the filters name, and every field is in the form", () => {
    const common = ["name", "brand", "description", "price", "location", "photos"];
    const mentioned = [
      ...definition.form.flatMap((step) => step.fields),
      ...definition.card,
      ...definition.detail,
      ...definition.filters.flatMap((filter) => ("field" in filter ? [filter.field] : [])),
    ];
    expect(mentioned.filter((name) => !common.includes(name) && !(name in definition.fields))).toEqual([]);
    const formFields = definition.form.flatMap((step) => step.fields);
    expect(fields.map(([name]) => name).filter((name) => !formFields.includes(name))).toEqual([]);
  });

  test("have only optional fields of the same step under More specs", () => {
    for (const { fields: formFields, more = [] } of definition.form) {
      expect(more.filter((name) => !formFields.includes(name))).toEqual([]);
      // Fields that all categories have, such as the price, are never under More specs.
      expect(
        more.filter((name) => definition.fields[name]?.required ?? !(name in definition.fields)),
      ).toEqual([]);
    }
  });

  test("can be stored with every value that the form and a CSV row offer", () => {
    for (const [name, field] of fields) {
      if (field.kind !== "choice") continue;
      const offered = [...(field.offered?.form ?? []), ...(field.offered?.csv ?? [])];
      const stored = field.options.map((option) => option.value);
      expect({ name, unknown: offered.filter((value) => !stored.includes(value)) }).toEqual({
        name,
        unknown: [],
      });
    }
  });
});

test("the compiler checks every definition", () => {
  const found = CATEGORIES.map(({ type }) => `app/domain/categories/${type}.ts`).filter(
    (file) => !source(file).text.includes("} as const satisfies CategoryDefinition;"),
  );
  expect(failureText("End the definition with `as const satisfies CategoryDefinition`.", found)).toBe("");
});

test("code that names a category is detected", () => {
  const [definition] = CATEGORIES;
  if (!definition) throw new Error("there is no category");
  const { type, plural } = definition;
  const text = `const a = "${type}"; const b = \`/${plural}/\${id}\`; const c = m.${type}_title(); const d = "${type} strings";`;
  expect(namings(namesIn(parseText("app/features/x/a.ts", text)), definition)).toHaveLength(3);
});
