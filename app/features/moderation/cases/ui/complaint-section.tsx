import { type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { DECISION_WORDS_MAX } from "../rules.ts";
import type { ComplaintView } from "../view.ts";

interface ComplaintProps {
  readonly complaint: ComplaintView;
  /** The server's answer to this form. */
  readonly result: SubmissionResult<string[]> | undefined;
}

/** The complaint of a reporter with its answer, the form that answers it, or why the viewer may not answer. */
export function ComplaintSection({ complaint, result }: ComplaintProps) {
  const { report, by, words, open, fault, outcome, answer } = complaint;
  const heading = `complaint-${report}`;
  return (
    <section aria-labelledby={heading} className="grid gap-5">
      <h2 id={heading} className="text-heading">
        {m.complaint_of_reporter()}
      </h2>
      <p>
        <bdi className="font-semibold">{by}</bdi>
      </p>
      <p dir="auto" className="whitespace-pre-line">
        {words}
      </p>
      {outcome !== null && (
        <Alert tone="notice" title={outcome}>
          {answer}
        </Alert>
      )}
      {open && fault === null && <ComplaintForm complaint={complaint} result={result} />}
      {open && fault !== null && (
        <Alert tone="notice">{fault === "case_second" ? m.case_second() : m.case_own()}</Alert>
      )}
    </section>
  );
}

function ComplaintForm({ complaint, result }: ComplaintProps) {
  const [form, fields] = useForm<Record<string, string>>({
    id: `answer-${complaint.report}`,
    lastResult: result,
    shouldRevalidate: "onInput",
  });
  const { outcome, answer } = fields;
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-5">
      <input type="hidden" name="intent" value="complaint" />
      <input type="hidden" name="report" value={complaint.report} />
      <FormErrors formId={form.id} errors={form.allErrors} />
      <RadioGroup
        legend={m.appeal_outcome()}
        id={outcome?.id}
        name="outcome"
        choices={[
          { value: "reversed", label: m.complaint_reverse() },
          { value: "upheld", label: m.complaint_uphold() },
        ]}
        chosen={outcome?.initialValue as string | undefined}
        error={outcome?.errors}
        required
      />
      <TextArea
        id={answer?.id}
        name="answer"
        label={m.complaint_answer()}
        hint={complaint.languageHint}
        defaultValue={answer?.initialValue as string | undefined}
        error={answer?.errors}
        rows={4}
        maxLength={DECISION_WORDS_MAX}
        dir="auto"
      />
      <div>
        <Button type="submit" variant="primary">
          {m.complaint_send_answer()}
        </Button>
      </div>
    </Form>
  );
}
