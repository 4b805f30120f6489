import { Form, useNavigation } from "react-router";
import type { EditConflict } from "#app/domain/edit-merge.ts";
import { m } from "#app/paraglide/messages.js";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import type { SavedAnswer } from "../view.ts";
import { CriteriaList } from "./criteria-list.tsx";

const FORM = "saved-search";

interface SavedFormProps {
  readonly criteria: readonly string[];
  readonly name: string;
  readonly notify: boolean;
  /** What the form of a saved search was loaded with (`loadedWith`). */
  readonly loaded?: string | undefined;
  readonly conflicts?: readonly EditConflict[] | undefined;
  readonly error?: string | undefined;
  readonly problem?: SavedAnswer | null | undefined;
  readonly back: { readonly to: string; readonly label: string };
}

export function SavedForm({
  criteria,
  name,
  notify,
  loaded,
  conflicts = [],
  error,
  problem,
  back,
}: SavedFormProps) {
  const navigation = useNavigation();
  return (
    <Panel className="max-w-xl">
      <Form id={FORM} method="post" noValidate className="grid gap-6">
        <FormErrors
          formId={FORM}
          errors={{ "": problem && !problem.ok ? problem.title : undefined, name: error }}
        >
          {problem && !problem.ok && problem.message}
        </FormErrors>
        {loaded && <input type="hidden" name="loaded" value={loaded} />}
        <EditConflicts conflicts={conflicts} labelOf={() => m.saved_name()} />
        <CriteriaList criteria={criteria} />
        <TextField
          id={`${FORM}-name`}
          label={m.saved_name()}
          name="name"
          defaultValue={name}
          error={error}
          autoComplete="off"
          required
        />
        <Switch
          name="notify"
          value="on"
          defaultChecked={notify}
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
