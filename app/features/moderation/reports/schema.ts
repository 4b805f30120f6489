import { z } from "zod";
import { tidyEmail } from "#app/domain/email.ts";
import { isBlank, isWritable, lengthOf } from "#app/domain/text-rules.ts";
import { address } from "#app/features/accounts/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { PROOF_MAX, REASONS_OF, SUBJECT_KINDS, type SubjectKind, WORDS_MAX } from "./rules.ts";

/** The fields of the form. People do not see "memo": only bots fill it in. */
export const REPORT_FIELDS = ["reason", "words", "proof", "email", "memo"] as const;

/** An optional text with paragraphs. Browsers send a line break as CRLF, which would count as two characters. */
export function paragraphs(max: number) {
  return z
    .string()
    .optional()
    .transform((typed = "") => (isBlank(typed) ? "" : typed.replace(/\r\n?/g, "\n").trim()))
    .superRefine((value, context) => {
      if (lengthOf(value) > max) context.addIssue({ code: "custom", message: m.report_too_long({ max }) });
      else if (!isWritable(value)) context.addIssue({ code: "custom", message: m.report_characters() });
    });
}

const email = z
  .string({ error: () => m.auth_email_required() })
  .transform(tidyEmail)
  .superRefine((value, context) => {
    if (!address.safeParse(value).success)
      context.addIssue({
        code: "custom",
        message: value === "" ? m.auth_email_required() : m.auth_email_invalid(),
      });
  });

/** A visitor gives an e-mail address for the answer. */
export function reportSchema(kind: SubjectKind, signedIn: boolean) {
  return z.object({
    reason: z.enum(REASONS_OF[kind], { error: () => m.report_reason_required() }),
    words: paragraphs(WORDS_MAX),
    proof: paragraphs(PROOF_MAX),
    email: signedIn ? z.undefined().catch(undefined) : email,
    memo: z.string().optional(),
  });
}
export type ReportInput = z.infer<ReturnType<typeof reportSchema>>;

const kind = z.enum(SUBJECT_KINDS);

/** Reads the kind of the reported content from a URL parameter. Null for any other text. */
export function subjectKindOf(param: string): SubjectKind | null {
  return kind.safeParse(param).data ?? null;
}
