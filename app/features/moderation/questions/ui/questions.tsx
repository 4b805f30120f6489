import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { CASE_QUESTION_MAX } from "../schema.ts";

export interface QuestionView {
  readonly id: string;
  readonly to: string;
  readonly words: string;
  readonly by: string;
  readonly at: string;
  readonly answer: { readonly words: string; readonly at: string } | null;
}

interface AskProps {
  /** Whom moderators can ask now. */
  readonly askable: readonly { readonly value: string; readonly label: string }[];
  /** The server's answer to the form. */
  readonly result: SubmissionResult<string[]> | undefined;
}

/** What was asked in a case, with the answers. */
export function Questions({ questions }: { questions: readonly QuestionView[] }) {
  return (
    <section aria-labelledby="questions">
      <SectionHeading id="questions" title={m.questions_title()} />
      <ul className="divide-y divide-line">
        {questions.map(({ id, to, words, by, at, answer }) => (
          <li key={id} className="grid gap-2 py-3">
            <p className="flex flex-wrap items-center gap-x-3">
              <bdi className="font-semibold">{to}</bdi>
              {answer === null && <Badge tone="notice">{m.questions_waits()}</Badge>}
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-line">
              {words}
            </p>
            <p className="text-soft text-sm">
              <bdi>{by}</bdi> · {at}
            </p>
            {answer && (
              <div className="grid gap-1 border-clay border-l-2 pl-4">
                <p className="font-semibold">{m.questions_answered()}</p>
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {answer.words}
                </p>
                <p className="text-soft text-sm">{answer.at}</p>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The form of a question to the person of a case, or to who reported it. */
export function AskForm({ askable, result }: AskProps) {
  const [form, { to, question }] = useForm<Record<string, string>>({ lastResult: result });
  return (
    <details open={result !== undefined} className="rounded-lg border border-line bg-surface px-4 py-2">
      <summary className="cursor-pointer py-2 font-semibold">{m.questions_ask()}</summary>
      <Form method="post" id={form.id} noValidate className="grid gap-4 py-3">
        <input type="hidden" name="intent" value="ask" />
        <FormErrors formId={form.id} errors={form.allErrors} />
        <SelectField
          id={to?.id}
          name="to"
          label={m.questions_to()}
          placeholder={m.case_hand_on_nobody()}
          options={askable}
          defaultValue={to?.initialValue as string | undefined}
          error={to?.errors}
        />
        <TextArea
          id={question?.id}
          name="question"
          label={m.questions_words()}
          hint={m.questions_words_hint()}
          defaultValue={question?.initialValue as string | undefined}
          error={question?.errors}
          rows={4}
          maxLength={CASE_QUESTION_MAX}
          dir="auto"
        />
        <div>
          <Button type="submit">{m.questions_send()}</Button>
        </div>
      </Form>
    </details>
  );
}
