import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import { AUDIENCE_WORDS } from "#app/domain/categories/derive/audiences.ts";
import type { PossibleFact } from "#app/domain/categories/derive/units.ts";
import type { Audience } from "#app/domain/categories/fields/choice-field.ts";
import { isTranslated, optionOf } from "#app/domain/categories/fields/kind.ts";
import { type Field, kindOf, type Traits, traitsOf } from "#app/domain/categories/fields/registry.ts";
import { CATEGORIES } from "#app/domain/categories/registry.ts";
import { VALUE_SYNONYMS } from "#app/domain/categories/value-synonyms.ts";
import type { DateFilter, Range } from "#app/domain/search.ts";
import { optionLabel, sentence, subcategoryLabel } from "#app/features/listings/texts.server.ts";
import { locales } from "#app/paraglide/runtime.js";
import { MAX_VALUES } from "../find/filter-conditions.server.ts";
import { DATE_WORDS, FILLER_PHRASES, FILLERS } from "../understand/fillers.ts";
import {
  type Meaning,
  type PartKind,
  PLAIN_MEANING,
  type Vocabulary,
  vocabularyKey,
} from "../understand/parts.ts";
import { ABSENT, DESCRIBING_SERVICES, notSold, OCCASIONS, SERVICES, SPORTS } from "./not-sold.ts";
import { VocabularyBuilder } from "./vocabulary-builder.ts";

const UNNAMED: ReadonlySet<string> = new Set(["Other", "Unknown"]);

/** A category that recommends gear for beginners defines the values that suit them. */
const BEGINNER = [
  ...["beginner", "beginners", "starter", "novice", "anfänger", "anfängerin", "einsteiger", "beginnend"],
  ...["débutant", "débutants", "débutante", "beginnersracket", "anfängerschläger"],
];

function partKind({ thing }: Traits): PartKind {
  return thing ? "thing" : "value";
}

/** Labels in all languages, synonyms and spellings. */
function namesOf(name: string, { options = [], csv, spellings = {} }: Traits, value: string): string[] {
  const option = optionOf(options, value);
  if (!option) return [];
  const column = csv?.column ?? name;
  const labels = locales.map((locale) => optionLabel(option, locale));
  const spelled = Object.entries(spellings).flatMap(([each, of]) => (of === value ? [each] : []));
  const words = VALUE_SYNONYMS[column]?.[value] ?? [];
  // Buyers type "cap" for "Cap/Hat".
  return [value, ...labels, ...words, ...spelled].flatMap((label) =>
    label.includes("/") ? [label, ...label.split("/")] : [label],
  );
}

/** Whether the options have labels. Options with fixed names are codes ("L3", "XL"), which derive/units.ts reads. */
function isWorded({ options = [] }: Traits): boolean {
  return options.some(isTranslated);
}

/** "Good" is no search term, because it describes any gear; "Good condition" is one. */
function isSearchTerm({ valueOnly }: Traits, value: string, name: string): boolean {
  return !valueOnly || value === "New" || value === "Like New" || name.includes(" ");
}

function valuesWithin(field: Field, range: Range): readonly string[] {
  return kindOf(field).within(field, range, MAX_VALUES);
}

const DEAL_FIELDS: ReadonlySet<string> = new Set(["shipping", "negotiation_type", "transaction_options"]);

/** The values that share a menu entry with this one match too: a search for jackets also finds windbreakers. */
function similarFacts(
  { type, subcategories }: CategoryDefinition,
  field: string,
  value: string,
): PossibleFact[] {
  return subcategories.flatMap(({ means }) =>
    "field" in means && means.field === field && means.values.includes(value) && means.values.length > 1
      ? [{ type, field, values: means.values }]
      : [],
  );
}

function isInMenu({ subcategories }: CategoryDefinition, field: string): boolean {
  return subcategories.some(({ means }) => "field" in means && means.field === field);
}

/** "Kleine Schlägertasche" */
function namesGear(phrase: string, { searchNames }: CategoryDefinition): boolean {
  return phrase.split(" ").some((word) => searchNames.some((name) => word.endsWith(name)));
}

function addFields(words: VocabularyBuilder, definition: CategoryDefinition): void {
  const { type, fields } = definition;
  for (const [name, definedField] of Object.entries(fields)) {
    const field = traitsOf(definedField);
    for (const [word, range] of Object.entries(field.rangeWords ?? {}))
      words.add(word, "value", {
        facts: [[{ type, field: name, values: valuesWithin(definedField, range) }]],
        types: namesGear(word, definition) ? [type] : [],
        factsOnly: true,
      });
    for (const [word, range] of Object.entries(field.wordsBesideGear ?? {}))
      words.add(word, "value", {
        facts: [[{ type, field: name, values: valuesWithin(definedField, range) }]],
        factsOnly: true,
        besideGear: true,
      });
    // Any gear can be delivered, so such words imply none.
    const types = DEAL_FIELDS.has(name) ? [] : [type];
    for (const [word, values] of Object.entries(field.groupWords ?? {}))
      words.add(word, "value", { facts: [[{ type, field: name, values }]], types, factsOnly: true });
    for (const [word, values] of Object.entries(field.exceptWords ?? {}))
      words.add(word, "excluded", { facts: [[{ type, field: name, values }]], factsOnly: true });
    if (!isWorded(field) || DEAL_FIELDS.has(name) || isOfAudiences(field) || field.unsearchable) continue;
    for (const { value, name: code } of field.options ?? []) {
      if (code !== undefined ? !/^(?=.*\d)(?=.*\p{L}).{4,}$/u.test(code) : UNNAMED.has(value)) continue;
      for (const label of namesOf(name, field, value)) {
        if (!isSearchTerm(field, value, label)) continue;
        addValue(words, definition, name, field, value, label);
      }
    }
  }
}

/** The meanings of words for values, by CSV column and value. A value that no field has gives a word no meaning. */
export function meaningsOf(
  synonyms: readonly { readonly word: string; readonly column: string; readonly value: string }[],
): ReadonlyMap<string, Meaning> {
  const words = new VocabularyBuilder();
  for (const { word, column, value } of synonyms)
    for (const definition of CATEGORIES)
      for (const [name, defined] of Object.entries(definition.fields)) {
        const field = traitsOf(defined);
        if ((field.csv?.column ?? name) !== column || !optionOf(field.options ?? [], value)) continue;
        addValue(words, definition, name, field, value, word);
      }
  return words.meanings;
}

function addValue(
  words: VocabularyBuilder,
  definition: CategoryDefinition,
  name: string,
  field: Traits,
  value: string,
  word: string,
): void {
  const { type } = definition;
  words.add(word, partKind(field), {
    facts: [[{ type, field: name, values: [value] }]],
    similar: similarFacts(definition, name, value),
    types: field.thing || isInMenu(definition, name) ? [type] : [],
    factsOnly: field.valueOnly === true,
  });
}

/** Whether all values of a field are audiences, but for the one that suits all. Balls for children are one grade of several. */
function isOfAudiences({ audiences, forAll, options = [] }: Traits): boolean {
  const covered = Object.values(audiences ?? {}).flat();
  return covered.length > 0 && options.every(({ value }) => value === forAll || covered.includes(value));
}

function addAudiences(words: VocabularyBuilder, { type, fields }: CategoryDefinition): void {
  for (const [name, field] of Object.entries(fields)) {
    const { audiences = {}, options = [], forAll } = traitsOf(field);
    const isNamed = isOfAudiences(traitsOf(field));
    for (const [audience, values] of Object.entries(audiences)) {
      const audienceWords = AUDIENCE_WORDS[audience as Audience];
      const terms = audienceWords.map(vocabularyKey).filter((word) => /^\p{L}+$/u.test(word));
      const labels = options
        .filter(({ value }) => isNamed && values.length === 1 && values.includes(value))
        .flatMap((option) => locales.map((locale) => optionLabel(option, locale)));
      for (const word of [...audienceWords, ...labels])
        words.add(word, "audience", {
          facts: [[{ type, field: name, values }]],
          similar: forAll === undefined ? [] : [{ type, field: name, values: [forAll] }],
          terms,
          factsOnly: true,
        });
    }
  }
}

function addSubcategories(words: VocabularyBuilder, definition: CategoryDefinition): void {
  const { type, fields } = definition;
  for (const subcategory of definition.subcategories) {
    const { means } = subcategory;
    if (!("field" in means)) continue;
    const field = traitsOf(fields[means.field]);
    for (const locale of locales)
      words.add(subcategoryLabel(definition, subcategory, locale), partKind(field), {
        facts: [[{ type, field: means.field, values: means.values }]],
        types: [type],
      });
  }
}

function recommendedFacts({ type, fields, concierge }: CategoryDefinition): PossibleFact[][] {
  const { choices = {}, ranges = {} } = concierge?.beginner ?? {};
  const chosen = Object.entries(choices).map(([field, value]) => [{ type, field, values: [value] }]);
  const ranged = Object.entries(ranges).flatMap(([name, range]) => {
    const field = fields[name];
    return field ? [[{ type, field: name, values: valuesWithin(field, range) }]] : [];
  });
  return [...chosen, ...ranged];
}

function buildVocabulary(): VocabularyBuilder {
  const words = new VocabularyBuilder();
  for (const definition of CATEGORIES) {
    const { type, plural } = definition;
    const labels = locales.map((locale) => sentence(definition, "plural", {}, locale));
    for (const name of [type, plural, ...labels, ...definition.searchNames])
      words.add(name, "category", { types: [type] });
    for (const same of definition.synonyms ?? []) {
      const terms = same
        .map((word) => (word.endsWith("*") ? `${vocabularyKey(word)}*` : vocabularyKey(word)))
        .filter((word) => !word.includes(" "));
      for (const word of same) words.add(word, "words", { terms });
    }
    for (const { names, signs = [] } of definition.players ?? []) {
      const terms = [...names.map(vocabularyKey).filter((name) => !name.includes(" ")), ...signs];
      for (const name of names) words.add(name, "words", { terms, types: [type] });
    }
    addFields(words, definition);
    for (const { searchNames = [] } of Object.values(definition.fields))
      for (const name of searchNames) if (name.includes(" ")) words.addIfNew(name, "filler");
    addSubcategories(words, definition);
    addAudiences(words, definition);
    // A brand of several words is one name: "New Balance" does not mean new.
    for (const brand of [...definition.brand.form, ...definition.brand.browse])
      if (brand.includes(" ")) words.add(brand, "words", {});
    const beginner = recommendedFacts(definition);
    if (beginner.length > 0)
      for (const word of BEGINNER)
        words.add(word, "audience", { facts: beginner, types: [type], factsOnly: true });
  }
  for (const [word, date] of DATE_WORDS) words.add(word, "date", { date: date as DateFilter });
  for (const word of [...ABSENT, ...DESCRIBING_SERVICES]) words.addIfNew(word, "absent");
  for (const word of OCCASIONS) words.addIfNew(word, "unmet");
  for (const word of [...SPORTS, ...SERVICES])
    words.meanings.set(vocabularyKey(word), { ...PLAIN_MEANING, kind: "sport" });
  for (const phrase of ["code postal", "zip code", "post code", "can i", "can you", "can we"])
    words.addIfNew(phrase, "filler");
  for (const phrase of FILLER_PHRASES) words.addIfNew(phrase, "filler");
  return words;
}

let vocabularyWords: VocabularyBuilder | undefined;

/** All words with a meaning. */
export function builtVocabulary(): VocabularyBuilder {
  vocabularyWords ??= buildVocabulary();
  return vocabularyWords;
}

function meanings(): ReadonlyMap<string, Meaning> {
  return builtVocabulary().meanings;
}

/** Endings of plurals, adjectives and diminutives. */
const ENDINGS = ["s", "es", "e", "en", "n", "er", "em", "x", "je", "jes", "chen"];

function stemmed(key: string): Meaning | undefined {
  // "Guter" is good, and not natural gut.
  if (key.length < 5 || key.includes(" ") || FILLERS.has(key)) return undefined;
  const ending = ENDINGS.find((one) => key.endsWith(one) && meanings().has(key.slice(0, -one.length)));
  return ending === undefined ? undefined : meanings().get(key.slice(0, -ending.length));
}

const NICKNAMES: ReadonlyMap<string, string> = new Map(
  CATEGORIES.flatMap(({ nicknames = {}, players = [] }) => [
    ...Object.entries(nicknames),
    ...players.flatMap(({ names, plays }) => names.map((name) => [vocabularyKey(name), plays] as const)),
  ]),
);

/** It also knows words with other endings. */
export const vocabulary: Vocabulary = {
  definitions: CATEGORIES,
  expandNickname(word) {
    const [, short = "", digits = ""] = /^(\p{L}+?)(\d{2,3})?$/u.exec(word) ?? [];
    const name = NICKNAMES.get(short);
    return NICKNAMES.get(word) ?? (name === undefined ? null : `${name} ${digits}`.trim());
  },
  meaningOf(words) {
    const key = vocabularyKey(words);
    const absent = notSold(key);
    return meanings().get(key) ?? (absent ? { ...PLAIN_MEANING, kind: absent } : stemmed(key));
  },
};
