import { href } from "react-router";
import { CATEGORIES, categoryOfType } from "#app/domain/categories/registry.ts";
import { formatNumber } from "#app/domain/format.ts";
import type { Search } from "#app/domain/search.ts";
import { searchHref } from "#app/features/listings/browse-view.server.ts";
import { sentence } from "#app/features/listings/texts.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import type { TypeCount } from "./engine/conditions.server.ts";
import { commonPart } from "./engine/everything.ts";
import type { Understood } from "./engine/words.server.ts";
import type { AlternativeSearch, CorrectionView, TypeView } from "./view.ts";

function countText(total: number, capped: boolean): string {
  const count = formatNumber(total, getLocale());
  return capped ? m.search_count_many({ count }) : count;
}

/** The categories with matches: first all together, then each that has some, and the current one. */
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
        href: searchHref(`/${definition.plural}`, common),
        current: type === current,
      },
    ];
  });
  return [everything, ...each];
}

/** The message when a corrected text was searched for. */
export function presentCorrection(
  { corrected, text }: Understood,
  search: Search,
  path: string,
): CorrectionView | null {
  if (!corrected) return null;
  const href = searchHref(path, { ...search, page: 1 });
  return { text, typed: search.q, href: `${href}${href.includes("?") ? "&" : "?"}exact=1` };
}

export function presentCategories(): AlternativeSearch[] {
  return CATEGORIES.map((definition) => ({
    label: sentence(definition, "plural"),
    href: `/${definition.plural}`,
  }));
}

export function relaxedLabel(text: string, total: number, capped: boolean): string {
  return m.search_loosen_without({ label: text, count: countText(total, capped) });
}

export function wordsLabel(words: string, total: number, capped: boolean): string {
  return m.search_loosen_words({ words, count: countText(total, capped) });
}
