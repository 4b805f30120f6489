import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";

export interface TimelineEntry {
  readonly key: string;
  readonly text: string;
  readonly detail: string | null;
  readonly path: string | null;
  readonly at: string;
}

export function PersonTimeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="divide-y divide-line">
      {entries.map(({ key, text, detail, path, at }) => (
        <li key={key} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 py-2.5">
          <span className="min-w-0 break-words">
            {path === null ? (
              <bdi>{text}</bdi>
            ) : (
              <Link to={path} className="text-link hover:underline">
                <bdi>{text}</bdi>
              </Link>
            )}
            {detail !== null && <span className="text-soft"> · {detail}</span>}
          </span>
          <span className="text-soft text-sm tabular-nums">{at}</span>
        </li>
      ))}
    </ol>
  );
}

export function ResetForm({
  reasons,
  max,
  result,
}: {
  reasons: readonly { readonly value: string; readonly label: string }[];
  /** The maximum length of the text, in characters. */
  max: number;
  /** The server's answer to this form. */
  result: SubmissionResult<string[]> | undefined;
}) {
  const [form, fields] = useForm<Record<string, string>>({ lastResult: result, shouldRevalidate: "onInput" });
  const { reason, words } = fields;
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-4">
      <input type="hidden" name="intent" value="reset" />
      <p className="text-[0.9375rem]">{m.person_reset_text()}</p>
      <FormErrors formId={form.id} errors={form.allErrors} />
      <SelectField
        id={reason?.id}
        name="reason"
        label={m.person_reset_reason()}
        placeholder={m.conversation_reason_none()}
        options={reasons}
        defaultValue={reason?.initialValue}
        error={reason?.errors}
      />
      <TextArea
        id={words?.id}
        name="words"
        label={m.person_reset_words()}
        hint={m.person_reset_words_hint()}
        defaultValue={words?.initialValue}
        error={words?.errors}
        rows={3}
        maxLength={max}
        dir="auto"
      />
      <div>
        <Button type="submit">{m.person_reset()}</Button>
      </div>
    </Form>
  );
}
