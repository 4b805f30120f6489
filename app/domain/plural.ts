const rules = new Map<string, Intl.PluralRules>();

/** Whether a noun with this count has its singular: with 1, and in French also with 0 ("0 annonce"). */
export function isSingular(count: number, locale: string): boolean {
  const rule = rules.get(locale) ?? new Intl.PluralRules(locale);
  rules.set(locale, rule);
  return rule.select(count) === "one";
}
