import { Form, useNavigation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { type Answer, faultsOf } from "#app/ui/answer.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { TextField } from "#app/ui/text-field.tsx";

const FORM = "saved-search";

interface SavedFormProps {
  readonly criteria: readonly string[];
  readonly name: string;
  readonly notify: boolean;
  /** What the form of a saved search was loaded with (`loadedWith`). */
  readonly loaded?: string | undefined;
  readonly answer: Answer | undefined;
  readonly back: { readonly to: string; readonly label: string };
}

export function SavedForm({ criteria, name, notify, loaded, answer, back }: SavedFormProps) {
  const navigation = useNavigation();
  const { "": problem, ...faults } = faultsOf(answer);
  const tooMany = answer?.reason === "saved_too_many";
  const typed = answer?.result?.initialValue;
  return (
    <Panel className="max-w-xl">
      <Form id={FORM} method="post" noValidate className="grid gap-6">
        <FormErrors formId={FORM} errors={{ "": tooMany ? m.saved_too_many() : problem, ...faults }}>
          {tooMany && problem}
        </FormErrors>
        {loaded !== undefined && (
          <input type="hidden" name="loaded" value={String(typed?.loaded ?? loaded)} />
        )}
        <EditConflicts conflicts={answer?.conflicts ?? []} labelOf={() => m.saved_name()} />
        <CriteriaList criteria={criteria} />
        <TextField
          id={`${FORM}-name`}
          label={m.saved_name()}
          name="name"
          defaultValue={typed ? String(typed.name ?? "") : name}
          error={faults.name}
          autoComplete="off"
          required
        />
        <Switch
          name="notify"
          value="on"
          defaultChecked={typed ? typed.notify === "on" : notify}
          label={m.saved_notify()}
          hint={m.saved_notify_hint()}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="primary" busy={navigation.state === "submitting"}>
            {m.saved_save()}
          </Button>
          <LinkButton to={back.to}>{back.label}</LinkButton>
        </div>
      </Form>
    </Panel>
  );
}

export function CriteriaList({ criteria }: { criteria: readonly string[] }) {
  if (criteria.length === 0) return null;
  return (
    <ul aria-label={m.saved_asks()} className="flex flex-wrap gap-1.5">
      {criteria.map((criterion) => (
        <li key={criterion} className="rounded-full border border-line bg-sunken px-3 py-0.5 text-sm">
          <bdi>{criterion}</bdi>
        </li>
      ))}
    </ul>
  );
}
