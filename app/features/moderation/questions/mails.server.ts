import { href } from "react-router";
import type { MailContent } from "#app/features/accounts/mail-content.server.ts";
import { mailLocale, paragraphsOf, renderMail } from "#app/features/accounts/mail-template.server.ts";
import { m } from "#app/paraglide/messages.js";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { Mail } from "#app/platform/mail.server.ts";
import { isSignatureOf, signatureOf } from "#app/platform/signature.server.ts";
import { helloOf, subjectText } from "../reports/mails.server.ts";
import type { SubjectKind } from "../reports/rules.ts";

const signedText = (questionId: string) => `question ${questionId}`;

/** Whether the token is the one in the mail with the question, for those who cannot sign in. */
export function isQuestionToken(questionId: string, token: string): boolean {
  return isSignatureOf(signedText(questionId), token);
}

export interface QuestionAsked {
  readonly id: string;
  readonly words: string;
  readonly subject_kind: SubjectKind;
  readonly name: string;
  /** Null: the person whom the case is about. */
  readonly report_id: string | null;
}

/** The mail with a moderators' question, to the reporter or the member. It names no moderator. */
export function questionMail(
  to: { readonly email: string; readonly username: string | null; readonly language: string | null },
  asked: QuestionAsked,
): Mail {
  const words = mailLocale(to);
  const path = `${href("/questions/:id", { id: asked.id })}?token=${signatureOf(signedText(asked.id))}`;
  const letter: MailContent = {
    subject: m.mail_question_subject({}, words),
    hello: helloOf(to.username, words),
    paragraphs: [
      asked.report_id === null
        ? m.question_page_lead_member({}, words)
        : m.question_page_lead_reporter({}, words),
      ...paragraphsOf(asked.words),
    ],
    facts: [[m.statement_about({}, words), subjectText(asked.subject_kind, asked.name, words)]],
    button: { label: m.mail_question_button({}, words), link: wholeAddress(path, words.locale) },
    note: m.question_answer_hint({}, words),
  };
  return renderMail(to.email, letter, words);
}
