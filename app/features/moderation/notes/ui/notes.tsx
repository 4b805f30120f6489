import type { SubmissionResult } from "@conform-to/react";
import { useForm } from "@conform-to/react";
import { Form } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SectionHeading } from "#app/ui/headings.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { DECISION_WORDS_MAX } from "../../cases/rules.ts";

export interface NoteView {
  readonly id: string;
  readonly words: string;
  readonly by: string;
  readonly at: string;
}

interface NotesProps {
  readonly notes: readonly NoteView[];
  /** The server's answer to the form of a new note. */
  readonly result: SubmissionResult<string[]> | undefined;
}

/** What moderators wrote to each other about a case, and the form of a new note, which is empty after each. */
export function Notes({ notes, result }: NotesProps) {
  return (
    <section aria-labelledby="notes">
      <SectionHeading id="notes" title={m.notes_title()} />
      {notes.length > 0 && (
        <ul className="mb-5 divide-y divide-line">
          {notes.map(({ id, words, by, at }) => (
            <li key={id} className="grid gap-1 py-3">
              <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                {words}
              </p>
              <p className="text-soft text-sm">
                <bdi>{by}</bdi> · {at}
              </p>
            </li>
          ))}
        </ul>
      )}
      <NoteForm key={notes.at(-1)?.id} result={result} />
    </section>
  );
}

function NoteForm({ result }: Pick<NotesProps, "result">) {
  const [form, { note }] = useForm<Record<string, string>>({ lastResult: result });
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-3" preventScrollReset>
      <input type="hidden" name="intent" value="note" />
      <FormErrors formId={form.id} errors={form.allErrors} />
      <TextArea
        id={note?.id}
        name="note"
        label={m.notes_words()}
        hint={m.notes_hint()}
        defaultValue={note?.initialValue as string | undefined}
        error={note?.errors}
        rows={3}
        maxLength={DECISION_WORDS_MAX}
        dir="auto"
      />
      <div>
        <Button type="submit">{m.notes_send()}</Button>
      </div>
    </Form>
  );
}
