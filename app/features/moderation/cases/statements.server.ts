import type { Transaction } from "kysely";
import { href } from "react-router";
import { formatDay, formatLanguage } from "#app/domain/format.ts";
import type { AccountEvent } from "#app/domain/notification-kinds.ts";
import { storedText } from "#app/domain/stored-name.ts";
import type { LocaleOption, MailContent } from "#app/features/accounts/mail-content.server.ts";
import {
  mailLocale,
  mailText,
  paragraphsOf,
  renderMail,
} from "#app/features/accounts/mail-template.server.ts";
import { type KnownUser, userById } from "#app/features/accounts/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import type { DB } from "#app/platform/db-types.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import { type Mail, sendMail } from "#app/platform/mail.server.ts";
import { notify } from "#app/platform/notify.server.ts";
import { isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";
import { helloOf, subjectText } from "../reports/mails.server.ts";
import { notifyReporters } from "./outcomes.server.ts";
import { type DecisionRow, decisionById } from "./queries.server.ts";
import { suspends } from "./rules.ts";
import { DECISION_TEXTS, NOTICED_TEXTS, ruleText } from "./texts.server.ts";
import type { StatementPreview, StatementView } from "./view.ts";

const signedText = (decisionId: string) => `statement ${decisionId}`;

/**
 * Whether the token is the one in the mail about the decision. It lets a suspended person, who cannot sign in, read the
 * statement.
 */
export function isStatementToken(decisionId: string, token: string): boolean {
  return isSignatureOf(signedText(decisionId), token);
}

/** The URL of a statement of reasons, with the token, for the mail to the person whom it is about. */
function statementLink(id: string, { locale }: LocaleOption): string {
  return wholeAddress(`${href("/statements/:id", { id })}?token=${signatureOf(signedText(id))}`, locale);
}

/** What a statement of reasons says of a decision, also of one that is not made yet. */
export type Stated = Pick<
  DecisionRow,
  "subject_kind" | "name" | "action" | "also" | "rule" | "until" | "words" | "noticed"
>;

/** The facts of a statement of reasons (Digital Services Act, Art. 17). */
function statementFacts(decision: Stated, words: LocaleOption): [label: string, value: string][] {
  const { action, also, rule, until } = decision;
  const facts: [string, string][] = [
    [m.statement_about({}, words), subjectText(decision.subject_kind, decision.name, words)],
    [m.statement_decision({}, words), storedText(DECISION_TEXTS, action, {}, words)],
  ];
  if (also !== null) facts.push([m.statement_also({}, words), storedText(DECISION_TEXTS, also, {}, words)]);
  if (suspends(decision))
    facts.push([
      m.statement_until({}, words),
      until === null ? m.statement_for_good({}, words) : formatDay(until, words.locale),
    ]);
  if (rule !== null) facts.push([m.statement_rule({}, words), ruleText(rule, words)]);
  return facts;
}

/** The page of a statement, in the reader's language. */
export function statementView(decision: Stated, words: LocaleOption): StatementView {
  return {
    title: m.statement_title({}, words),
    lead: m.statement_lead({}, words),
    facts: statementFacts(decision, words),
    words: decision.words,
    how: NOTICED_TEXTS[decision.noticed]({}, words),
  };
}

/** @param link the address of the statement, with the token of its reader */
function statementLetter(person: KnownUser, decision: Stated, link: string): MailContent {
  const words = mailLocale(person);
  return {
    subject: m.mail_statement_subject({}, words),
    hello: helloOf(person.username, words),
    paragraphs: [m.mail_statement_text({}, words), ...paragraphsOf(decision.words)],
    facts: statementFacts(decision, words),
    after: NOTICED_TEXTS[decision.noticed]({}, words),
    button: { label: m.mail_statement_button({}, words), link },
    note: m.statement_appeal_text({}, words),
  };
}

function statementMail(person: KnownUser, decision: DecisionRow): Mail {
  const words = mailLocale(person);
  const letter = statementLetter(person, decision, statementLink(decision.id, words));
  return renderMail(person.email, letter, words);
}

/** A statement as the person will read it, on the page and in the mail, before it is made. */
export function statementPreview(person: KnownUser, decision: Stated): StatementPreview {
  const words = mailLocale(person);
  // The real link has the id of the decision, and a token.
  const link = wholeAddress(href("/statements/:id", { id: "…" }), words.locale);
  const letter = statementLetter(person, decision, link);
  return {
    ...statementView(decision, words),
    lang: words.locale,
    language: formatLanguage(words.locale, getLocale()),
    mail: { subject: letter.subject, text: mailText(letter, words) },
  };
}

/**
 * Notifies people of a decision. It uses the kind "account", so that people who switched off other kinds still get it.
 */
async function notifyOf(
  trx: Transaction<DB>,
  userIds: readonly string[],
  { id, event, path }: { id: string; event: AccountEvent; path?: string },
): Promise<void> {
  await notify(
    { kind: "account", eventKey: `${event}:${id}`, userIds, facts: { event }, ...(path && { path }) },
    trx,
  );
}

/**
 * Mails and notifies the person whom a decision in force is about, unless it is "dismiss". Mails and notifies the
 * reporters of the outcome.
 */
export async function notifyDecided(trx: Transaction<DB>, decisionId: string): Promise<void> {
  const decision = await decisionById(decisionId, trx);
  if (!decision) return;
  if (decision.action !== "dismiss" && decision.person_id !== null) {
    const person = await userById(decision.person_id, trx);
    if (person) {
      await sendMail(statementMail(person, decision), trx);
      const path = href("/statements/:id", { id: decisionId });
      await notifyOf(trx, [person.id], { id: decisionId, event: "statement", path });
    }
  }
  await notifyReporters(trx, decision);
}

function appealMail(person: KnownUser, decision: DecisionRow, reversed: boolean): Mail {
  const words = mailLocale(person);
  const letter: MailContent = {
    subject: m.mail_appeal_subject({}, words),
    hello: helloOf(person.username, words),
    paragraphs: [
      reversed ? m.appeal_was_reversed({}, words) : m.appeal_was_upheld({}, words),
      ...paragraphsOf(decision.answer ?? ""),
    ],
    facts: statementFacts(decision, words),
    button: { label: m.mail_statement_button({}, words), link: statementLink(decision.id, words) },
  };
  return renderMail(person.email, letter, words);
}

/** Mails and notifies the person of the outcome of their appeal. */
export async function notifyAppealDecided(
  trx: Transaction<DB>,
  decisionId: string,
  reversed: boolean,
): Promise<void> {
  const decision = await decisionById(decisionId, trx);
  const person = decision?.person_id ? await userById(decision.person_id, trx) : null;
  if (!decision || !person) return;
  await sendMail(appealMail(person, decision, reversed), trx);
  const path = href("/statements/:id", { id: decisionId });
  await notifyOf(trx, [person.id], { id: `appeal:${decisionId}`, event: "statement", path });
}
