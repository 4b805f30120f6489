import { sql } from "kysely";
import { href } from "react-router";
import { brandLabel } from "#app/domain/categories/derive/brand.ts";
import { browsePath, modelPath, modelsPath } from "#app/domain/categories/paths.ts";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { findModels } from "#app/domain/models/find.ts";
import { modelTitle } from "#app/domain/models/model.ts";
import { comparable, isWritable, oneLine } from "#app/domain/text-rules.ts";
import { categoryMenu } from "#app/features/listings/menu.server.ts";
import { isOnOffer } from "#app/features/listings/on-offer.server.ts";
import { presentCards } from "#app/features/listings/present.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { catalogueFor } from "#app/features/models/catalogue.server.ts";
import { isDrawing, photoUrl } from "#app/features/photos/photo.ts";
import { m } from "#app/paraglide/messages.js";
import { db } from "#app/platform/db.server.ts";
import { interpretTyped } from "./dictionary/interpret.server.ts";
import { currentVocabulary } from "./dictionary/synonyms.server.ts";
import { parseEverything } from "./find/everything.ts";
import { findFirst } from "./find/find.server.ts";
import { lexeme } from "./find/word-conditions.server.ts";
import { questionOf } from "./search.server.ts";
import { exclusionsIn } from "./understand/exclusions.ts";
import type { AlternativeSearch, Suggestion } from "./view.ts";

/** If no menu entry, search or seller fits the text, its typing errors are corrected. */
export async function suggestionsFor(typed: string): Promise<Suggestion[]> {
  const q = [...oneLine(typed)].slice(0, 80).join("");
  return q === "" || !isWritable(q) ? [] : suggestionsOf(q, q);
}

async function suggestionsOf(q: string, typed: string): Promise<Suggestion[]> {
  const words = await foldedWords(q);
  if (words.length === 0) return [];
  // Names and models would be suggested that have what is excluded.
  if (exclusionsIn(q, await currentVocabulary()).length > 0) return listingsFor(q);
  const menu = menuEntries(q);
  const [{ searches, inCategories }, sellers] = await Promise.all([namesFor(words), sellersFrom(typed)]);
  if (menu.length + searches.length + sellers.length === 0 && q === typed) {
    const { corrected, text } = await interpretTyped(q);
    if (corrected && text !== q) return suggestionsOf(text, typed);
  }
  // The listings match the first suggested search. The engine alone might complete the last word differently.
  const [models, listings] = await Promise.all([modelsFor(q), listingsFor(searches[0]?.text ?? q)]);
  const isTyped = ({ text }: Suggestion) => comparable(text) === comparable(typed.replace(/^@/, ""));
  const correct: Suggestion = { kind: "search", text: q, to: searchFor(q) };
  const others = onceEach([
    ...menu,
    ...sellers.filter(isTyped),
    ...(q !== typed && searches.length === 0 ? [correct] : searches),
    ...models,
    ...sellers,
    ...inCategories,
  ]);
  return [...others.slice(0, MAX_SUGGESTIONS - listings.length), ...listings];
}

async function foldedWords(q: string): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select word from regexp_split_to_table(fold(${q}), '[^[:alnum:]./]+') with ordinality as split (word, place)
    where word ~ '[[:alnum:]]' order by place
  `.execute(db());
  return rows.map((row) => row.word);
}

export async function popularSearches(): Promise<AlternativeSearch[]> {
  const { rows } = await sql<{ label: string }>`
    select max(label) as label from search_lines group by line order by sum(listings) desc, line limit 6
  `.execute(db());
  return rows.map(({ label }) => ({ label, href: searchFor(label) }));
}

function searchFor(text: string): string {
  return `${href("/search")}?${new URLSearchParams({ q: text })}`;
}

const MAX_SUGGESTIONS = 8;
const MAX_LISTINGS = 3;
const MAX_MODELS = 2;
const MAX_SELLERS = 2;

/** How many people whose name begins with the typed text are checked for listings on offer. */
const MAX_NAMES = 20;

const MIN_NAME = 3;
const MAX_LINES = 4;
const MAX_TERMS = 3;
const MAX_PLACES = 2;

interface FrequentText {
  readonly text: string;
  readonly types: readonly string[];
}

/** The last word may be a prefix. */
async function linesWith(words: readonly string[]): Promise<FrequentText[]> {
  const query = words.map((word, at) => `${lexeme(word)}${at === words.length - 1 ? ":*" : ""}`).join(" & ");
  const { rows } = await sql<FrequentText>`
    select max(label) as text, array_agg(type order by listings desc) as types
    from search_lines where words @@ to_tsquery('simple', ${query})
    group by line order by sum(listings) desc, line limit ${MAX_LINES}
  `.execute(db());
  return rows;
}

async function termsFrom(beginning: string): Promise<FrequentText[]> {
  const { rows } = await sql<FrequentText>`
    select term as text, array_agg(type order by listings desc) as types
    from search_terms where term >= ${beginning} and term < ${beginning} || U&'\\+10FFFF'
    group by term order by sum(listings) desc, term limit ${MAX_TERMS}
  `.execute(db());
  return rows;
}

async function areStocked(words: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ known: number }>`
    select count(distinct term) as known from search_terms where term = any(${words})
  `.execute(db());
  return rows[0]?.known === new Set(words).size;
}

/** The spelling of each brand, by its normalized form in the index. */
const BRANDS = new Map(
  CATEGORIES.flatMap(({ brand }) => [...brand.form, ...brand.browse]).map((brand) => [
    comparable(brand),
    brandLabel(brand),
  ]),
);

function modelIndexes(): Suggestion[] {
  return CATEGORIES.filter(({ models }) => models !== undefined).map((definition) => ({
    kind: "category",
    text: sentence(definition, "models_title"),
    to: modelsPath(definition),
  }));
}

/** Of models with the same name, the newest. The name of a brand alone suggests no model. */
async function modelsFor(q: string): Promise<Suggestion[]> {
  const suggestions = await Promise.all(
    CATEGORIES.filter(({ models }) => models !== undefined).map(async (definition) => {
      const names = new Set<string>();
      return findModels(await catalogueFor(definition), q, MAX_SUGGESTIONS, { strict: true })
        .filter(({ brand }) => !comparable(brand).startsWith(comparable(q)))
        .filter(({ brand, name }) => names.size < names.add(`${brand} ${name}`).size)
        .map((model): Suggestion => {
          const to = modelPath(definition, model.slug);
          return { kind: "model", text: modelTitle(model), note: m.search_model(), to };
        });
    }),
  );
  // In turns, so that rackets leave room for strings.
  const inTurns = Array.from({ length: MAX_MODELS }, (_, at) =>
    suggestions.flatMap((some) => some[at] ?? []),
  );
  return inTurns.flat().slice(0, MAX_MODELS);
}

async function sellersFrom(beginning: string): Promise<Suggestion[]> {
  const name = beginning.replace(/^@/, "").toLowerCase();
  if (name.length < MIN_NAME) return [];
  const { rows } = await sql<{ username: string }>`
    select username from (
      select id, username, lower(username) collate "C" as name from profiles
      where lower(username) collate "C" >= ${name} and lower(username) collate "C" < ${name} || U&'\\+10FFFF'
        and (suspended_until is null or suspended_until <= now())
      order by lower(username) collate "C" limit ${MAX_NAMES}
    ) person
    where exists (select from listings where user_id = person.id and ${isOnOffer})
    order by name limit ${MAX_SELLERS}
  `.execute(db());
  return rows.map(({ username }) => ({
    kind: "seller",
    text: username,
    note: m.search_seller(),
    to: href("/sellers/:username", { username }),
  }));
}

/** Prices are in euros, because all visitors get the same suggestions. */
async function listingsFor(q: string): Promise<Suggestion[]> {
  const search = parseEverything(new URLSearchParams({ q }));
  const context = { centre: null, meaning: null, viewerId: null, pageSize: MAX_LISTINGS, now: new Date() };
  const question = questionOf(search, context, await interpretTyped(q));
  const cards = presentCards(await findFirst(question, MAX_LISTINGS), null);
  return cards.map(({ name, path, price, photo }) => ({
    kind: "listing",
    text: name,
    to: path,
    price,
    ...(isDrawing(photo) ? { drawing: photo.drawing } : { picture: photoUrl(photo.key, 160) }),
  }));
}

function menuEntries(q: string): Suggestion[] {
  const begins = (label: string) =>
    comparable(label)
      .split(/[\s/-]+/)
      .some((_, at, words) => words.slice(at).join(" ").startsWith(comparable(q)));
  return categoryMenu()
    .flatMap(({ label, href, entries }): Suggestion[] => [
      { kind: "category", text: label, to: href },
      ...entries.slice(1).map((entry): Suggestion => {
        const note = m.search_in({ category: label });
        return { kind: "category", text: entry.label, note, to: entry.href };
      }),
    ])
    .concat(modelIndexes())
    .filter(({ text }) => begins(text))
    .slice(0, MAX_PLACES);
}

function inCategories({ text, types }: FrequentText): Suggestion[] {
  return types.slice(0, MAX_PLACES).flatMap((type) => {
    const definition = categoryOfType(type);
    if (!definition) return [];
    return [
      {
        kind: "category",
        text,
        note: m.search_in({ category: sentence(definition, "plural") }),
        to: `${browsePath(definition)}?${new URLSearchParams({ q: text })}`,
      },
    ];
  });
}

interface Named {
  readonly searches: readonly Suggestion[];
  readonly inCategories: readonly Suggestion[];
}

async function namesFor(words: readonly string[]): Promise<Named> {
  const last = words.at(-1) ?? "";
  const first = words.slice(0, -1);
  const before = first.join(" ");
  const lines = await linesWith(words);
  // After other words, the last word is completed only if no name of a listing matches: perhaps no listing has the
  // completed word together with the words before it.
  const isOpen = lines.length === 0 && (await areStocked(first));
  const terms = before === "" || isOpen ? await termsFrom(last) : [];
  const completed = terms.map((term) => ({
    ...term,
    text: before === "" ? (BRANDS.get(term.text) ?? term.text) : `${before} ${term.text}`,
  }));
  const kept = [...completed, ...lines];
  const [likely] = kept;
  return {
    searches: kept.map(({ text }) => ({ kind: "search", text, to: searchFor(text) })),
    inCategories: likely ? inCategories(likely) : [],
  };
}

function onceEach(suggestions: readonly Suggestion[]): Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter(
    ({ text, note }) => seen.size < seen.add(`${comparable(text)} ${note ?? ""}`).size,
  );
}
