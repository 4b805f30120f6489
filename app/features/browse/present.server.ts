import { href } from "react-router";
import { optionsOf } from "#app/domain/categories/fields/registry.ts";
import { browsePath } from "#app/domain/categories/paths.ts";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { formatCountry, formatNumber } from "#app/domain/format.ts";
import type { Search } from "#app/domain/search.ts";
import { sentence, valueText } from "#app/features/listings/texts.server.ts";
import type { ChipView } from "#app/features/listings/view.ts";
import { AROUND_KM, type Interpretation } from "#app/features/search/dictionary/interpretation.ts";
import type { TypeCount } from "#app/features/search/find/conditions.server.ts";
import { commonPart, EVERYTHING, parseEverything } from "#app/features/search/find/everything.ts";
import { withoutParts } from "#app/features/search/understand/intent.ts";
import type { Part } from "#app/features/search/understand/parts.ts";
import type { AlternativeSearch, CorrectionView, TypeView } from "#app/features/search/view.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { pageHref, searchHref } from "./browse-view.server.ts";
import { criterionLabels } from "./criterion-text.server.ts";

function countText(total: number, capped: boolean): string {
  const count = formatNumber(total, getLocale());
  return capped ? m.search_count_many({ count }) : count;
}

/** All categories together come first, then each category that has matches or is the current one. */
export function presentTypes(
  types: readonly TypeCount[],
  search: Search,
  current: string | null,
): TypeView[] {
  const common = commonPart(search);
  const total = types.reduce((sum, type) => sum + type.total, 0);
  const everything: TypeView = {
    label: m.search_type_all(),
    count: countText(
      total,
      types.some((type) => type.capped),
    ),
    href: searchHref(href("/search"), common),
    current: current === null,
  };
  const each = types.flatMap(({ type, total, capped }): TypeView[] => {
    const definition = categoryOfType(type);
    if (!definition || (total === 0 && type !== current)) return [];
    return [
      {
        label: sentence(definition, "plural"),
        count: countText(total, capped),
        href: searchHref(browsePath(definition), common),
        current: type === current,
      },
    ];
  });
  return [everything, ...each];
}

export function presentCorrection(
  { corrected, text }: Interpretation,
  search: Search,
  path: string,
): CorrectionView | null {
  if (!corrected) return null;
  const href = pageHref(path, { ...search, page: 1 });
  return { text, typed: search.q, href: `${href}${href.includes("?") ? "&" : "?"}exact=1` };
}

export function presentCategories(): AlternativeSearch[] {
  return CATEGORIES.map((definition) => ({
    label: sentence(definition, "plural"),
    href: browsePath(definition),
  }));
}

export function relaxedLabel(text: string, total: number, capped: boolean): string {
  return m.search_relax_without({ label: text, count: countText(total, capped) });
}

export function wordsLabel(words: string, total: number, capped: boolean): string {
  return m.search_relax_words({ words, count: countText(total, capped) });
}

/** If a part means more values than this, its chip shows the text as typed. */
const MAX_VALUES = 2;

function valuesOf({ facts, typed }: Part): string {
  const [any = []] = facts;
  const labels = any.flatMap(({ type, field: name, values }) => {
    const field = categoryOfType(type)?.fields[name];
    if (name === "brand") return values;
    return field && optionsOf(field).length > 0 ? values.map((value) => valueText(field, value)) : [typed];
  });
  const all = [...new Set(labels)];
  return all.length === 0 || all.length > MAX_VALUES ? typed : all.join(", ");
}

function partLabel(part: Part): string {
  const { kind, typed, types, price, date, place, km, country, expansion } = part;
  // "Strung" excludes rackets without strings, and says so by itself.
  if (kind === "excluded") return expansion === null ? typed : m.browse_chip_excluded({ words: expansion });
  if (kind === "category") {
    const definition = categoryOfType(types[0] ?? "");
    return definition ? sentence(definition, "plural") : typed;
  }
  if (price ?? date) {
    const said = { ...(price && { price }), ...(date && { date }) };
    return criterionLabels(EVERYTHING, { ...parseEverything(new URLSearchParams()), ...said }).join(", ");
  }
  if (place)
    return m.browse_chip_within({
      distance: formatNumber(km ?? AROUND_KM, getLocale()),
      place: place.town ?? typed,
    });
  if (country) return formatCountry(country, getLocale());
  return kind === "words" || kind === "extra"
    ? m.browse_chip_words({ words: wordsOf(part) })
    : valuesOf(part);
}

/** "federer (pro staff)" */
function wordsOf({ typed, expansion }: Part): string {
  return expansion === null || expansion === "" ? typed : `${typed} (${expansion})`;
}

/** Parts without a chip of their own. */
const UNSAID: ReadonlySet<Part["kind"]> = new Set(["filler", "distance", "unmet"]);

/** Plain words side by side share a chip, since they may be the name of a model. */
export function presentInterpretation({ parts }: Interpretation, search: Search, path: string): ChipView[] {
  const groups: Part[][] = [];
  for (const part of parts) {
    const last = groups.at(-1);
    const isMore = part.typed === "" || (part.kind === "words" && last?.at(-1)?.kind === "words");
    if (last && isMore) last.push(part);
    else if (!UNSAID.has(part.kind)) groups.push([part]);
  }
  // A distance is removed with its place.
  const distances = parts.filter(({ kind }) => kind === "distance");
  return groups.map((each) => {
    const [first] = each;
    const group = first?.kind === "place" ? [...each, ...distances] : each;
    const typed = group
      .filter((part) => part.typed !== "")
      .map(wordsOf)
      .join(" ");
    const isOne = first !== undefined && (group.length === 1 || first.kind === "place");
    return {
      label: isOne ? partLabel(first) : m.browse_chip_words({ words: typed }),
      href: pageHref(path, { ...search, q: withoutParts(search.q, group), page: 1 }),
    };
  });
}

export function presentDropped({ dropped }: Interpretation): string | null {
  return dropped.length === 0 ? null : m.search_dropped({ words: dropped.join(", ") });
}

/** The gear that the shop does not sell, as typed; null unless the search is for such gear. */
export function presentAbsent({ types, parts }: Interpretation): string | null {
  if (types?.length !== 0) return null;
  const absent = parts.filter(({ kind }) => kind === "absent" || kind === "sport").map(({ typed }) => typed);
  return m.search_absent({ words: absent.join(" ") });
}
