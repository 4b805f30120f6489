import { hasName, storedText } from "#app/domain/stored-name.ts";
import type { LocaleOption, Text } from "#app/features/accounts/mail-content.server.ts";
import { m } from "#app/paraglide/messages.js";
import { REASON_TEXTS } from "../reports/texts.server.ts";
import { signalText } from "../signals/definitions.ts";
import type { NoticedBy } from "./queries.server.ts";
import type { Action, Rule, Suspension } from "./rules.ts";

/** What a decision does, in words for the person whom it is about. */
export const DECISION_TEXTS: Readonly<Record<Action, Text>> = {
  dismiss: m.decision_dismiss,
  hide: m.decision_hide,
  remove: m.decision_remove,
  warn: m.decision_warn,
  suspend: m.decision_suspend,
};

/** Who noticed what a decision is about, for the person whom it is about. */
export const NOTICED_TEXTS: Readonly<Record<NoticedBy, Text>> = {
  report: m.statement_how_report,
  staff: m.statement_how_staff,
  signal: m.statement_how_signal,
};

/** The names of the decisions, for the moderator who chooses one. */
export const ACTION_TEXTS: Readonly<Record<Action, () => string>> = {
  dismiss: m.action_dismiss,
  hide: m.action_hide,
  remove: m.action_remove,
  warn: m.action_warn,
  suspend: m.action_suspend,
};

export const RULE_TEXTS: Readonly<Record<Rule, Text>> = {
  fraud: m.rule_fraud,
  counterfeit: m.rule_counterfeit,
  stolen: m.rule_stolen,
  prohibited: m.rule_prohibited,
  harassment: m.rule_harassment,
  hate: m.rule_hate,
  indecent: m.rule_indecent,
  privacy: m.rule_privacy,
  impersonation: m.rule_impersonation,
  rights: m.rule_rights,
  misleading: m.rule_misleading,
  spam: m.rule_spam,
};

/** The sentence of a stored rule. A rule that this version does not know is returned unchanged. */
export function ruleText(rule: string, words: Partial<LocaleOption> = {}): string {
  return storedText(RULE_TEXTS, rule, {}, words);
}

export const SUSPENSION_TEXTS: Readonly<Record<Suspension, () => string>> = {
  "7": () => m.suspension_days({ count: 7 }),
  "30": () => m.suspension_days({ count: 30 }),
  "90": () => m.suspension_days({ count: 90 }),
  ever: () => m.suspension_ever(),
};

const SEVERITIES = [m.severity_low, m.severity_medium, m.severity_high] as const;

/** The name of a severity from 1 to 3. */
export function severityText(severity: number): string {
  return (SEVERITIES[severity - 1] ?? m.severity_high)();
}

/** The sentence of a reason or of a signal, whose names differ. */
export function causeText(cause: string): string {
  return hasName(REASON_TEXTS, cause) ? REASON_TEXTS[cause]() : signalText(cause);
}
