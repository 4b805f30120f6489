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
interface Submitted {
  readonly caseView: CaseView;
  /** The server's answer to this form. */
  readonly result: SubmissionResult<string[]> | undefined;
}

const initial = (field: FieldMetadata<unknown> | undefined) => field?.initialValue as string | undefined;

interface Decidable {
  readonly caseView: Pick<CaseView, "actions" | "rules" | "suspensions"> & {
    readonly person: Pick<NonNullable<CaseView["person"]>, "languageHint"> | null;
  };
  readonly result: Submitted["result"];
  /** For fields elsewhere on the page. */
  readonly id?: string;
}

export function DecisionForm({ caseView, result, id }: Decidable) {
  const [form, fields] = useForm<Record<string, string>>({
    ...(id !== undefined && { id }),
    lastResult: result,
    shouldRevalidate: "onInput",
  });
  const { action, rule, words, suspension } = fields;
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-5">
      <input type="hidden" name="intent" value="decide" />
      <FormErrors formId={form.id} errors={form.allErrors} />
      <RadioGroup
        legend={m.decision_title()}
        id={action?.id}
        name="action"
        choices={caseView.actions}
        chosen={initial(action)}
        error={action?.errors}
        required
      />
      <SelectField
        id={rule?.id}
        name="rule"
        label={m.decision_rule()}
        placeholder={m.decision_rule_none()}
        options={caseView.rules}
        defaultValue={initial(rule)}
        error={rule?.errors}
      />
      <SelectField
        id={suspension?.id}
        name="suspension"
        label={m.decision_suspension()}
        placeholder={m.decision_suspension_none()}
        options={caseView.suspensions}
        defaultValue={initial(suspension)}
        error={suspension?.errors}
      />
      <TextArea
        id={words?.id}
        name="words"
        label={m.decision_words()}
        hint={[m.decision_words_hint(), caseView.person?.languageHint].filter(Boolean).join(" ")}
        defaultValue={initial(words)}
        error={words?.errors}
        rows={5}
        maxLength={DECISION_WORDS_MAX}
        dir="auto"
      />
      <div>
        <Button type="submit" variant="primary">
          {m.decision_send()}
        </Button>
      </div>
    </Form>
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
