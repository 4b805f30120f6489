import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvFields } from "#app/domain/categories/derive/csv.ts";
import { slug } from "#app/domain/categories/derive/messages.ts";
import { valueOfText } from "#app/domain/categories/fields/choice-cell.ts";
import { isTranslated } from "#app/domain/categories/fields/kind.ts";
import { kindOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { VALUE_SYNONYMS } from "#app/domain/categories/value-synonyms.ts";
import { LANGUAGES } from "#app/domain/choices.ts";
import { FILE_FAULTS } from "#app/domain/csv/file-fault.ts";
import { m } from "#app/paraglide/messages.js";
import { locales, overwriteGetLocale } from "#app/paraglide/runtime.js";
import { type CellFault, checkRow, type StockItem } from "./check.ts";
import { COLUMNS, matchColumns } from "./columns.ts";
import { faultText, fileFaultText } from "./fault-text.ts";
import { RowChecker } from "./row-checker.server.ts";
import { withStoredValues } from "./stored-values.ts";

const ROW = { name: "A thing", price: "10", type: "racket" };
const ID = "01890a5d-ac96-774b-bcce-b302099a8057";

function item(cells: Readonly<Record<string, string>>): StockItem {
  const checked = checkRow({ ...ROW, ...cells });
  if ("faults" in checked) throw new Error(checked.faults.map(faultText).join("; "));
  return checked.item;
}

/** The text of each fault of a row, by column. */
function faults(cells: Readonly<Record<string, string>>) {
  const checked = checkRow({ ...ROW, ...cells });
  return "faults" in checked
    ? Object.fromEntries(checked.faults.map((each) => [each.column, faultText(each)]))
    : {};
}

describe("the specification's checks", () => {
  test("name, price and type are required [M5.27]", () => {
    expect(faults({ name: " ", price: "", type: "" })).toEqual({
      name: "Missing required field: name",
      price: "Missing required field: price",
      type: "Missing required field: type",
    });
    expect(checkRow({})).toEqual({
      faults: ["name", "price", "type"].map((column) => ({ column, code: "missing", parameters: [column] })),
    });
  });

  test("the price is a number [M5.28]", () => {
    for (const price of ["abc", "1e3", "--1", "1,2,3", "12.5050"])
      expect(faults({ price })).toEqual({ price: "Price must be a valid number" });
    expect(faults({ price: "$ 12" }).price).toBe(
      "Prices here are in euros. Please enter the amount in euros.",
    );
    expect(faults({ price: "-1" }).price).toBe("price cannot be negative");
    expect(faults({ price: "100000.01" }).price).toBe("price must be at most 100000");
  });

  test("amounts may have decimal commas, thousands separators and a euro sign", () => {
    const amounts = {
      "12,50": 1250,
      "€ 12,50": 1250,
      "12.5": 1250,
      "1.199,50": 119950,
      "EUR 7": 700,
      "7 euro": 700,
    };
    for (const [price, cents] of Object.entries(amounts))
      expect(item({ price }).input.priceCents).toBe(cents);
  });

  test("an ambiguous price is a fault whose sentence contains both possible amounts", () => {
    const question = "Do you mean €1,000.00 or €1.00? Please enter 1000 or 1.00.";
    for (const price of ["1.000", "1,000"]) expect(faults({ price })).toEqual({ price: question });
    expect(faults({ price: "12.345", type: "boat" }).price).toBe(
      "Do you mean €12,345.00 or €12.35? Please enter 12345 or 12.35.",
    );
  });

  test("the condition is one that listings have, in upper or lower case, for every type [M5.29]", () => {
    const sentence = "Invalid condition value. Must be one of: New, Excellent, Good, Fair, Poor";
    for (const { type } of CATEGORIES) {
      expect(faults({ type, condition: "Broken" })).toEqual({ condition: sentence });
      for (const condition of ["New", "like new", "excellent", "GOOD", " Fair ", "Poor", "used"])
        expect(faults({ type, condition })).toEqual({});
    }
  });

  test("the type is a listing type, in upper or lower case, in the singular or plural, in any of five languages [M5.30]", () => {
    expect(faults({ type: "Shoe" })).toEqual({ type: "Unknown item type: Shoe" });
    expect(faults({ type: "Shoe", price: "x" }).price).toBe("Price must be a valid number");
    for (const { type, plural } of CATEGORIES)
      for (const written of [type, plural, type.toUpperCase(), ` ${plural} `])
        expect(item({ type: written }).type).toBe(type);
    const kind = { racquet: "racket", Schläger: "racket", snaren: "string", Tasche: "bag", balles: "ball" };
    for (const [written, type] of Object.entries({ ...kind, vêtements: "clothes", Zubehör: "accessory" }))
      expect(item({ type: written }).type).toBe(type);
  });
});

test("conditions, colours and genders can be written in Dutch, German and French", () => {
  const shirt = { type: "Kleidung", size: "M" };
  const attributesOf = (condition: string, color: string, gender: string) =>
    item({ ...shirt, condition, color, gender }).input.attributes;
  expect(attributesOf("Neu", "Weiß", "Herren")).toMatchObject({
    condition: "New",
    color: "White",
    gender: "Men",
  });
  expect(attributesOf("goed", " ZWART ", "Heren")).toMatchObject({
    condition: "Good",
    color: "Black",
    gender: "Men",
  });
  expect(attributesOf("Mauvais", "bleu marine", "Homme")).toMatchObject({ condition: "Poor", color: "Navy" });
  expect(attributesOf("Wie neu", "", "").condition).toBe("Like New");
});

/** Every option of every column, over all types. */
const OPTIONS = CATEGORIES.flatMap((definition) =>
  csvFields(definition).flatMap(({ column, field }) =>
    "options" in field ? field.options.map((option) => ({ column, field, option })) : [],
  ),
);

test("an option is recognised by its text in each language, and by its value", () => {
  for (const { column, field, option } of OPTIONS) {
    expect(withStoredValues({ [column]: option.value })).toEqual({ [column]: option.value });
    if (!isTranslated(option)) continue;
    const message = m[`option_${slug(option.value)}` as keyof typeof m] as (_: object, __: object) => string;
    for (const locale of locales) {
      const text = withStoredValues({ [column]: message({}, { locale }) })[column] ?? "";
      const value = field.kind === "choice" ? valueOfText(field, text) : text;
      expect(value, `${column}: ${message({}, { locale })}`).toBe(option.value);
    }
  }
  for (const [column, values] of Object.entries(VALUE_SYNONYMS))
    for (const value of Object.keys(values))
      expect(OPTIONS.some((known) => known.column === column && known.option.value === value)).toBe(true);
});

test("common words of shops are translated to the values of the form", () => {
  const string = { type: "Saite", name: "VS Touch", stringType: "Naturdarm", shipping: "Versand" };
  expect(item(string).input.attributes).toMatchObject({ string_type: "Natural gut", shipping: "Shipping" });
  expect(item({ type: "string", material: "Boyau naturel" }).input.attributes.material).toBe("natural gut");
  expect(item({ transaction_options: "Nu kopen|Chat" }).input.attributes.transaction_options).toEqual([
    "direct_checkout",
    "chat",
  ]);
});

test('an unknown colour becomes "Other", or "Unknown" for a bag, and the row gets a warning', () => {
  const read = checkRow({ ...ROW, color: "Petrol" });
  expect(read).toMatchObject({
    item: { input: { attributes: { color: "Other" } } },
    warnings: [{ column: "color", code: "color_instead", parameters: ["Other"] }],
  });
  const bag = checkRow({ ...ROW, type: "bag", color: "Petrol" });
  expect(bag).toMatchObject({ item: { input: { attributes: { color: "Unknown" } } } });
  expect(checkRow({ ...ROW, color: "blau" })).toMatchObject({ warnings: [] });
});

test('a missing brand becomes "Other" where a category needs one, and the row gets a warning', () => {
  const warnings = [{ column: "brand", code: "brand_instead", parameters: ["Other"] }];
  expect(checkRow({ ...ROW, type: "string" })).toMatchObject({
    item: { input: { brand: "Other" } },
    warnings,
  });
  for (const cells of [
    { ...ROW, brand: "Zus" },
    { ...ROW, brand: "Other" },
  ])
    expect(checkRow({ ...cells, type: "string" })).toMatchObject({ warnings: [] });
  expect(checkRow(ROW)).toMatchObject({ warnings: [] });
});

test("navy and dark blue are read as Navy for clothes, and as Blue for a category that has no Navy", () => {
  for (const color of ["Navy", "marineblau", "dark blue"]) {
    const read = (type: string) => checkRow({ ...ROW, brand: "Head", type, color });
    expect(read("clothes")).toMatchObject({ item: { input: { attributes: { color: "Navy" } } } });
    for (const type of ["racket", "bag", "string"])
      expect(read(type)).toMatchObject({ item: { input: { attributes: { color: "Blue" } } }, warnings: [] });
  }
});

test("missing cells get the defaults of the specification [M7.25 M7.26 M7.27 M7.28 M7.29 M7.30 M7.31]", () => {
  const storedOf = (type: string) => {
    const { input, quantity, imageUrls } = item({ type });
    return { ...input.attributes, brand: input.brand, quantity, imageUrls };
  };
  const always = { quantity: 1, imageUrls: [] };
  const sent = { ...always, shipping: "Pick up" };
  expect(storedOf("racket")).toMatchObject({ ...always, condition: "Good", category: "senior" });
  expect(storedOf("string")).toMatchObject({
    ...sent,
    condition: "Good",
    color: "Unknown",
    material: "Synthetic",
    string_type: "Multifilament",
    type: "set",
  });
  expect(storedOf("bag")).toMatchObject({ ...sent, condition: "Used", color: "Unknown" });
  expect(storedOf("ball")).toMatchObject({ ...sent, balls_per_can: "3", packaging_type: "can" });
  expect(storedOf("clothes")).toMatchObject({
    ...sent,
    condition: "Used",
    color: "Unknown",
    size: "M",
    gender: "Unisex",
    type: "Shirt",
  });
  expect(storedOf("accessory")).toMatchObject({
    ...sent,
    condition: "Good",
    color: "Unknown",
    type: "Other",
  });
  expect(item({ category: "Adult" }).input.attributes.category).toBe("senior");
});

describe("every value of a field", () => {
  const choices = CATEGORIES.flatMap((definition) =>
    csvFields(definition).flatMap(({ name, field, column }) =>
      field.kind === "choice"
        ? kindOf(field)
            .offered(field)
            .map((value) => ({ definition, name, field, column, value }))
        : [],
    ),
  );

  test("passes the check in a row where it is allowed", () => {
    expect(choices.length).toBeGreaterThan(100);
    for (const { definition, name, field, column, value } of choices) {
      const fields = csvFields(definition);
      /** The cells of a row that has this value, and in which the other columns match `when`. */
      const beside = (when: Readonly<Record<string, readonly string[]>>) => {
        const chosen = Object.fromEntries(
          Object.entries(when).map(([other, [one = ""] = []]) => [other, one]),
        );
        const others = { ...chosen, [name]: value };
        return fields.flatMap((each) => {
          if (each.name === name) return [[column, value]];
          if (chosen[each.name]) return [[each.column, chosen[each.name]]];
          if (each.field.kind !== "choice" || !each.field.narrow) return [];
          return [[each.column, kindOf(each.field).options(each.field, others)[0]?.value]];
        });
      };
      const stored = [{}, ...(field.narrow ?? []).map(({ when }) => when)].map((when) => {
        const checked = checkRow({ ...ROW, type: definition.type, ...Object.fromEntries(beside(when)) });
        return "item" in checked ? checked.item.input.attributes[name] : checked.faults.map(faultText);
      });
      expect(stored, `${definition.type} ${column} ${value}`).toContain(value);
    }
  });
});

describe("cells as shops write them:", () => {
  test("measures may have units and decimal commas, and a grip size may be written as L3 or 4 3/8", () => {
    const { attributes } = item({
      weight: "300 g",
      headsize: "98,5 sq in",
      gripsize: "L3",
      swingweight: "325",
    }).input;
    expect(attributes).toMatchObject({ weight: 300, headsize: 98.5, gripsize: "3", swingweight: 325 });
    expect(item({ gripsize: "4 3/8" }).input.attributes.gripsize).toBe("3");
    expect(item({ type: "string", gauge: "1,25mm", length: "12.2 m" }).input.attributes).toMatchObject({
      gauge: 1.25,
      length: 12.2,
    });
  });

  test("an empty cell means its default only where the default is possible, and else is missing", () => {
    const missing = { size: "Missing required field: size" };
    for (const clothes_type of ["Pants", "Shorts"])
      expect(faults({ type: "clothes", clothes_type, gender: "Men" })).toEqual(missing);
    expect(faults({ type: "clothes", gender: "Girls" })).toEqual(missing);
    expect(item({ type: "clothes", clothes_type: "Pants", gender: "Men", size: "32" }).input.attributes.size).toBe("32"); // biome-ignore format: one row
    expect(item({ type: "clothes", gender: "Men" }).input.attributes.size).toBe("M");
  });

  test.each([
    [{ gender: "Men", clothes_type: "Shorts" }, "M", "32"],
    [{ gender: "Men", clothes_type: "Pants" }, "Gr. XL", "36"],
    [{ gender: "Men", clothes_type: "Pants" }, "50", "34"],
    [{ gender: "Men", clothes_type: "Pants" }, "38", "38"],
    [{ gender: "Women", clothes_type: "Skirt" }, "38", "M (8-10)"],
    [{ gender: "Women", clothes_type: "Skirt" }, "FR 38", "S (4-6)"],
    [{ gender: "Women", clothes_type: "Dress" }, "S / 36 / 8", "S (4-6)"],
    [{ gender: "Women", clothes_type: "Dress" }, "UK 12", "M (8-10)"],
    [{ gender: "Boys", clothes_type: "Jacket" }, "152", "10-12Y"],
    [{ gender: "Girls", clothes_type: "Dress" }, "12 ans / 152 cm", "10-12Y"],
    [{ gender: "Boys", clothes_type: "Shirt" }, "134/140", "8-10Y"],
    [{ clothes_type: "Socks" }, "39-42", "M"],
    [{ clothes_type: "Cap/Hat" }, "TU", "One size"],
    [{ gender: "Men", clothes_type: "Polo Shirt" }, "2XL", "XXL"],
    [{ gender: "Boys", clothes_type: "Shirt" }, "L", null],
    [{ gender: "Boys", clothes_type: "Shirt" }, "140/146", null],
    [{ gender: "Women", clothes_type: "Polo Shirt" }, "38", null],
    [{ gender: "Women", clothes_type: "Skirt" }, "S / 38", null],
    [{ gender: "Men", clothes_type: "Polo Shirt" }, "M/L", null],
  ])("clothes of %o in %s have the size %s", (clothes, size, stored) => {
    const row = { type: "clothes", ...clothes, size };
    if (stored === null) expect(faults(row).size).toContain("must be one of");
    else expect(item(row).input.attributes.size).toBe(stored);
  });

  test("a size of another system is replaced with a warning, and one of the shop without", () => {
    const skirt = { type: "clothes", gender: "Women", clothes_type: "Skirt" };
    const codes = (size: string) => {
      const checked = checkRow({ ...ROW, brand: "Nike", ...skirt, size });
      return "warnings" in checked ? checked.warnings.map(({ code }) => code) : null;
    };
    expect(codes("38")).toEqual(["size_instead"]);
    expect(codes("M")).toEqual([]);
  });

  test("the size M of women's clothes becomes M (8-10); the fault of an impossible size lists the possible sizes", () => {
    const skirt = { type: "clothes", gender: "Women", clothes_type: "Skirt" };
    expect(item({ ...skirt, size: "m" }).input.attributes.size).toBe("M (8-10)");
    expect(item(skirt).input.attributes.size).toBe("M (8-10)");
    expect(faults({ ...skirt, gender: "Boys", size: "XL" }).size).toBe(
      "size must be one of: 4-6Y, 6-8Y, 8-10Y, 10-12Y, 12-14Y, 14-16Y",
    );
  });

  test("a number out of range, or a text instead of a number, is a fault whose sentence contains the column's name", () => {
    expect(faults({ weight: "500", headsize: "abc", type: "racket" })).toEqual({
      weight: "weight must be between 250 and 400",
      headsize: "headsize must be a number",
    });
  });

  test("a quantity is a whole number [M3.12]", () => {
    for (const [text, quantity] of Object.entries({
      "": 1,
      "0": 0,
      "7": 7,
      "3.0": 3,
      "3,00": 3,
      "100000": 100_000,
    }))
      expect(item({ quantity: text }).quantity).toBe(quantity);
    for (const quantity of ["-1", "1.5", "many", "1e3"])
      expect(faults({ quantity })).toEqual({ quantity: "quantity must be a whole number" });
    expect(faults({ quantity: "100001" })).toEqual({ quantity: "quantity must be between 0 and 100000" });
  });

  test("the URLs of pictures are separated by |, and a row has at most twenty", () => {
    expect(item({ imageUrls: " https://a.nl/1.jpg | https://a.nl/2.jpg ||" }).imageUrls).toEqual([
      "https://a.nl/1.jpg",
      "https://a.nl/2.jpg",
    ]);
    const many = Array.from({ length: 21 }, (_, nth) => `https://a.nl/${nth}`).join("|");
    expect(faults({ imageUrls: many })).toEqual({
      imageUrls: "You can only upload up to 20 images in total",
    });
    expect(faults({ imageUrls: `https://a.nl/${"x".repeat(2000)}` }).imageUrls).toContain("2000");
  });

  test("the SKU is the key of the row, and has at most 190 characters", () => {
    expect(item({ sku: " A  1 " }).key).toBe("sku:A 1");
    expect(item({}).key).toBeNull();
    expect(Object.keys(faults({ sku: "x".repeat(191) }))).toEqual(["sku"]);
  });
});

describe("a row of an export", () => {
  test("may have every value that can be stored [M9.58]", () => {
    expect(item({ id: ID, category: "senior", condition: "Like New" }).input.attributes.condition).toBe(
      "Like New",
    );
    expect(item({ id: ID.toUpperCase(), category: "junior", condition: "Used" }).id).toBe(ID);
  });

  test("gets no defaults for empty cells, but always the transaction option chat", () => {
    const empty = { transaction_options: "", color: "" };
    const { input, quantity } = item({ id: ID, category: "senior", condition: "New", ...empty });
    expect(input.attributes).toEqual({ category: "senior", condition: "New", transaction_options: ["chat"] });
    expect(quantity).toBe(1);
    expect(faults({ id: ID, category: "", condition: "" })).toEqual({
      category: "Missing required field: category",
      condition: "Missing required field: condition",
    });
  });

  test("needs only the columns id, name, price and type", () => {
    expect(faults({ id: ID })).toEqual({});
  });

  test("needs a valid listing id", () => {
    expect(Object.keys(faults({ id: "7" }))).toContain("id");
  });
});

test("rows of the same item have keys that differ only in a counter; price, quantity and description do not change a key", () => {
  const checker = new RowChecker();
  const keyOf = (cells: Record<string, string>) => {
    const { read } = checker.checked({ number: 2, start: 0 }, { ...ROW, ...cells });
    return "item" in read ? read.rowKey : null;
  };
  const item = { weight: "300", headsize: "98" };
  const key = keyOf({ ...item, price: "1", quantity: "2", description: "x" });
  expect(key).toMatch(/^row:[0-9a-f]{64}#0$/);
  expect(keyOf({ headsize: "98.0", weight: "300 g" })).toBe(key?.replace("#0", "#1"));
  expect(keyOf({ ...item, weight: "301" })?.slice(0, -2)).not.toBe(key?.slice(0, -2));
  expect(keyOf({ ...item, sku: "7" })).toBe("sku:7");
  expect(keyOf({ ...item, sku: "8" })).toBe("sku:8");
  expect(keyOf(item)).toBe(key?.replace("#0", "#2"));
});

test("the check of a row never throws; each fault belongs to a column of stock files, and has a sentence in every language", () => {
  const names = COLUMNS.map(({ name }) => name);
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom("toString", "__proto__", "1", "-1", "1e9", "x".repeat(6000), "\0", "\ud800", "|||"),
    fc.constantFrom(...COLUMNS.flatMap(({ values }) => values)),
  );
  const cells = fc.dictionary(fc.constantFrom(...names), text, { maxKeys: 12 });
  const typed = fc.constantFrom(...CATEGORIES.map(({ type }) => type), "none");
  const seen = new Map<string, CellFault>();
  fc.assert(
    fc.property(cells, typed, (row, type) => {
      const checked = checkRow({ ...ROW, ...row, type });
      for (const fault of "faults" in checked ? checked.faults : []) seen.set(fault.code, fault);
      expect("item" in checked || checked.faults.length > 0).toBe(true);
    }),
    { numRuns: 200 },
  );
  expect(seen.size).toBeGreaterThan(5);
  for (const fault of seen.values()) {
    expect(names).toContain(fault.column);
    const sentences = LANGUAGES.map((language) => {
      overwriteGetLocale(() => language);
      return faultText(fault);
    });
    // "refused" means that a database write failed, so `checkRow` never reports it. Unknown codes have the same text.
    expect(sentences).not.toContain(faultText({ column: "", code: "refused", parameters: [] }));
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|^$/);
  }
  overwriteGetLocale(() => "en-GB");
}, 30_000);

test("cells that would take minutes to normalize are checked at once", () => {
  const long = `a${"\u0301".repeat(100_000)}${"\u0316".repeat(99_000)}`;
  for (const { name } of COLUMNS) expect(checkRow({ type: "racket", [name]: long })).toHaveProperty("faults");
  expect(matchColumns([long, "Name"]).map((match) => match?.column ?? null)).toEqual([null, "name"]);
});

test("a file is refused with a different sentence for each reason", () => {
  const sentences = FILE_FAULTS.map((fault) => fileFaultText(fault, 7));
  expect(new Set(sentences).size).toBe(FILE_FAULTS.length);
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{10,120}[.?]$/);
  expect(fileFaultText("zip")).toBe("This is an Excel or ZIP file. Save it as CSV and choose that file.");
  expect(fileFaultText("quotes", 7)).toContain("row 7");
});
