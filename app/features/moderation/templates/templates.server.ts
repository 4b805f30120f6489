import { z } from "zod";
import type { StaffMember } from "#app/domain/viewer.ts";
import type { Text } from "#app/features/accounts/mail-content.server.ts";
import { m } from "#app/paraglide/messages.js";
import { type Locale, locales } from "#app/paraglide/runtime.js";
import { db } from "#app/platform/db.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { DECISION_WORDS_MAX, RULES, type Rule } from "../cases/rules.ts";
import { logStaff } from "../log.server.ts";
import { paragraphs } from "../reports/schema.ts";

/** The texts that the program has for each rule. Moderators can change them. */
const DEFAULTS: Readonly<Record<Rule, Text>> = {
  fraud: m.template_fraud,
  counterfeit: m.template_counterfeit,
  stolen: m.template_stolen,
  prohibited: m.template_prohibited,
  harassment: m.template_harassment,
  hate: m.template_hate,
  indecent: m.template_indecent,
  privacy: m.template_privacy,
  impersonation: m.template_impersonation,
  rights: m.template_rights,
  misleading: m.template_misleading,
  spam: m.template_spam,
};

const fields = Object.fromEntries(
  locales.map((locale) => [locale, paragraphs(DECISION_WORDS_MAX)]),
) as Record<Locale, ReturnType<typeof paragraphs>>;

/** The form of the texts of a rule: one field for each language. */
export const templatesSchema = z.object(fields);

/** The rule that an address names (`?rule=`), or the first one. */
export function ruleIn(request: Request): Rule {
  const named = new URL(request.url).searchParams.get("rule");
  return RULES.find((rule) => rule === named) ?? RULES[0];
}

/** The texts of all rules in a language. */
export async function templatesIn(locale: Locale): Promise<Record<Rule, string>> {
  const changed = await db()
    .selectFrom("decision_templates")
    .select(["rule", "words"])
    .where("language", "=", locale)
    .execute();
  const texts = RULES.map((rule) => [
    rule,
    changed.find((row) => row.rule === rule)?.words ?? DEFAULTS[rule]({}, { locale }),
  ]);
  return Object.fromEntries(texts) as Record<Rule, string>;
}

/** The texts of a rule in all languages. */
export async function templatesOf(rule: Rule): Promise<Record<Locale, string>> {
  const texts = await Promise.all(
    locales.map(async (locale) => [locale, (await templatesIn(locale))[rule]] as const),
  );
  return Object.fromEntries(texts) as Record<Locale, string>;
}

/**
 * Stores the texts of a rule. A text that is empty, or as the program has it, is not stored.
 * @throws Refused "too_often"
 */
export async function saveTemplates(
  actor: StaffMember,
  rule: Rule,
  texts: Readonly<Record<Locale, string>>,
): Promise<void> {
  await limit("moderate", actor.id);
  const before = await templatesOf(rule);
  const textOf = (locale: Locale) => texts[locale] || DEFAULTS[rule]({}, { locale });
  const changed = locales.filter((locale) => textOf(locale) !== before[locale]);
  if (changed.length === 0) return;
  await db()
    .transaction()
    .execute(async (trx) => {
      for (const locale of changed) {
        const words = textOf(locale);
        await trx
          .deleteFrom("decision_templates")
          .where("rule", "=", rule)
          .where("language", "=", locale)
          .execute();
        if (words !== DEFAULTS[rule]({}, { locale }))
          await trx.insertInto("decision_templates").values({ rule, language: locale, words }).execute();
      }
      const facts = { rule, languages: changed.join(" ") };
      await logStaff({ actorId: actor.id, action: "template_changed", subjectId: null, facts }, trx);
    });
}
