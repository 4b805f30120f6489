// The default language, British English, has the texts of the specification to the letter (decision 0135).
import { expect, test } from "vitest";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { fieldLabel, requiredText } from "#app/features/listings/texts.server.ts";
import { failureText, read } from "./source.ts";
import { statements } from "./spec-rows.ts";

/** Quoted words of the specification that the shop does not show. */
const NOT_SHOWN = new Set(["new", "from my-listings", "user", "Not authenticated"]);

/** The texts between quotes: 'One', 'Don't', and 'Two' / 'Three'. An apostrophe inside a word belongs to the word. */
function quotes(statement: string): string[] {
  const found = [...statement.matchAll(/(?<![\p{L}\p{N}])'((?:[^']|(?<=\p{L})'(?=\p{L}))+)'/gu)];
  return found.flatMap(([, quoted = ""]) => quoted.split(" / "));
}

/** Removes what may differ: names of placeholders, and the form of the apostrophe, which also is a quotation mark there. */
const plain = (text: string) => text.replaceAll(/\{\w+\}/g, "{}").replaceAll("’", "'");

/** The texts of messages/en-GB.json. */
const messages = Object.entries(JSON.parse(read("messages/en-GB.json")) as Record<string, unknown>).filter(
  ([key]) => key !== "$schema",
);

const stringsOf = (value: unknown): string[] =>
  typeof value === "string"
    ? [value]
    : value && typeof value === "object"
      ? Object.values(value).flatMap(stringsOf)
      : [];

/** Every text in the default language, and every name in the definitions of categories. */
function wordings(): Set<string> {
  const names = CATEGORIES.flatMap(({ fields, subcategories }) => [
    ...Object.values(fields).flatMap((field) =>
      "options" in field ? field.options.flatMap(({ name }) => name ?? []) : [],
    ),
    ...subcategories.flatMap(({ name }) => name ?? []),
  ]);
  // "Title is required", with each field's own label.
  const required = CATEGORIES.flatMap((definition) =>
    definition.form.flatMap(({ fields }) =>
      fields.map((name) => requiredText(fieldLabel(definition, name), definition.fields[name])),
    ),
  );
  return new Set([...stringsOf(messages), ...names, ...required].map(plain));
}

/**
 * Whether the shop has this text. The specification quotes some titles and descriptions as one sentence ("Coming soon!
 * Bidding …"), so it may also consist of two texts.
 */
function isKnown(quoted: string, known: ReadonlySet<string>): boolean {
  const text = plain(quoted);
  if (known.has(text)) return true;
  return [...text.matchAll(/:? /g)].some(
    ({ 0: gap, index }) => known.has(text.slice(0, index)) && known.has(text.slice(index + gap.length)),
  );
}

test("every text that a finished statement quotes exists word for word", () => {
  const known = wordings();
  const found = statements
    .filter(({ state }) => state === "done")
    .flatMap(({ id, text: statement }) =>
      quotes(statement)
        .filter((text) => !NOT_SHOWN.has(text) && !isKnown(text, known))
        .map((text) => `${id} ${text}`),
    );
  expect(failureText("Word it as the specification does in messages/en-GB.json.", found)).toBe("");
});

test("Favorites, Color and Help Center are spelt so in British English too, in every text", () => {
  const found = messages.flatMap(([key, value]) =>
    stringsOf(value)
      .filter((text) => /favourite|colour|help centre/i.test(text))
      .map((text) => `${key}: ${text}`),
  );
  expect(failureText("Spell these names of the product as the specification does.", found)).toBe("");
});

test("quotes with apostrophes are found", () => {
  expect(quotes("toast 'We're sorry' / 'Try again.' and the user's 'A / B'")).toEqual([
    "We're sorry",
    "Try again.",
    "A",
    "B",
  ]);
});
