import { type FieldMetadata, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "react-router";
import type { CaseStep } from "#app/domain/case-process.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { RadioGroup } from "#app/ui/choice-groups.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { DECISION_WORDS_MAX } from "../rules.ts";
import type { CaseView, DecisionView } from "../view.ts";

function Step({ intent, label, danger = false }: { intent: string; label: string; danger?: boolean }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <Button type="submit" variant={danger ? "danger" : "primary"}>
        {label}
      </Button>
    </Form>
  );
}

const STEP_NAMES: Readonly<Record<CaseStep, () => string>> = {
  claim: m.case_claim,
  release: m.case_release,
  confirm: m.case_confirm,
  drop: m.case_drop,
};

export function CaseSteps({ caseView }: { caseView: CaseView }) {
  return (
    <div className="grid gap-4">
      {caseView.notice !== null && <Alert tone="notice">{caseView.notice}</Alert>}
      <div className="flex flex-wrap gap-3">
        {caseView.steps.map((step) => (
          <Step key={step} intent={step} label={STEP_NAMES[step]()} danger={step === "confirm"} />
        ))}
      </div>
    </div>
  );
}

/** A form of the page, with what was typed and the error messages. */
export interface Submitted {
  readonly caseView: CaseView;
  /** The server's answer to this form. */
  readonly result: SubmissionResult<string[]> | undefined;
}

export const initial = (field: FieldMetadata<unknown> | undefined) =>
  field?.initialValue as string | undefined;

/** Hands the case on to another moderator. */
export function HandOnForm({ caseView, result }: Submitted) {
  const [form, { receiver, handNote }] = useForm<Record<string, string>>({ lastResult: result });
  return (
    <details open={result !== undefined} className="rounded-lg border border-line bg-surface px-4 py-2">
      <summary className="cursor-pointer py-2 font-semibold">{m.case_hand_on()}</summary>
      <Form method="post" id={form.id} noValidate className="grid gap-4 py-3">
        <input type="hidden" name="intent" value="handOn" />
        <FormErrors formId={form.id} errors={form.allErrors} />
        <SelectField
          id={receiver?.id}
          name="receiver"
          label={m.case_hand_on_to()}
          placeholder={m.case_hand_on_nobody()}
          options={caseView.receivers}
          defaultValue={initial(receiver)}
          error={receiver?.errors}
        />
        <TextArea
          id={handNote?.id}
          name="handNote"
          label={m.case_hand_on_words()}
          hint={m.notes_hint()}
          optional
          defaultValue={initial(handNote)}
          error={handNote?.errors}
          rows={3}
          maxLength={DECISION_WORDS_MAX}
          dir="auto"
        />
        <div>
          <Button type="submit">{m.case_hand_on_send()}</Button>
        </div>
      </Form>
    </details>
  );
}

/** An appeal, and the form that answers it or why the viewer may not answer. */
export function AppealSection(props: Submitted & { decision: DecisionView }) {
  const { decision } = props;
  return (
    <section aria-labelledby="appeal" className="grid gap-5">
      <h2 id="appeal" className="text-heading">
        {m.appeal_title()}
      </h2>
      <p dir="auto" className="whitespace-pre-line">
        {decision.appeal || m.appeal_without_words()}
      </p>
      {decision.appealFault === null ? (
        <AppealForm {...props} />
      ) : (
        <Alert tone="notice">{decision.appealFault === "case_second" ? m.case_second() : m.case_own()}</Alert>
      )}
    </section>
  );
}

function AppealForm({ caseView, decision, result }: Submitted & { decision: DecisionView }) {
  const [form, fields] = useForm<Record<string, string>>({ lastResult: result, shouldRevalidate: "onInput" });
  const { outcome, answer } = fields;
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-5">
      <input type="hidden" name="intent" value="appeal" />
      <input type="hidden" name="decision" value={decision.id} />
      <FormErrors formId={form.id} errors={form.allErrors} />
      <RadioGroup
        legend={m.appeal_outcome()}
        id={outcome?.id}
        name="outcome"
        choices={[
          { value: "reversed", label: m.appeal_reverse() },
          { value: "upheld", label: m.appeal_uphold() },
        ]}
        chosen={initial(outcome)}
        error={outcome?.errors}
        required
      />
      <TextArea
        id={answer?.id}
        name="answer"
        label={m.appeal_answer()}
        hint={caseView.person?.languageHint}
        defaultValue={initial(answer)}
        error={answer?.errors}
        rows={4}
        maxLength={DECISION_WORDS_MAX}
        dir="auto"
      />
      <div>
        <Button type="submit" variant="primary">
          {m.appeal_send_answer()}
        </Button>
      </div>
    </Form>
  );
}
