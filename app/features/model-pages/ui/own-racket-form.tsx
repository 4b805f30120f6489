import { Form, useNavigation } from "react-router";
import type { EditConflict } from "#app/domain/edit-merge.ts";
import { type FieldView, viewOptions, viewTraits } from "#app/features/listings/view.ts";
import { ModelInput } from "#app/features/models/ui/model-input.tsx";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";

const FORM = "own-racket";

interface OwnRacketFormProps {
  readonly type: string;
  readonly values: Readonly<Record<string, string>>;
  /** What the form was loaded with (`loadedWith`). */
  readonly loaded: string;
  readonly conflicts: readonly EditConflict[];
  readonly errors: Readonly<Record<string, string>>;
  readonly fields: readonly FieldView[];
  readonly isSaved: boolean;
}

export function OwnRacketForm({
  type,
  values,
  loaded,
  conflicts,
  errors,
  fields,
  isSaved,
}: OwnRacketFormProps) {
  const { state, formData } = useNavigation();
  const saving = state !== "idle" && formData?.get("intent") === "save";
  const textsOf = ({ name, label }: FieldView) => ({
    id: `${FORM}-${name}`,
    name,
    label,
    optional: true,
    defaultValue: values[name],
    error: errors[name] === undefined ? undefined : [errors[name]],
  });
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  const labelOf = (name: string) => fieldOf(name)?.label ?? m.played_model();
  const textOf = (name: string, value: string) => {
    const field = fieldOf(name);
    return (field && viewOptions(field).find((option) => option.value === value)?.label) ?? value;
  };
  return (
    <Form id={FORM} method="post" className="grid gap-5">
      <FormErrors formId={FORM} errors={errors} />
      <input type="hidden" name="loaded" value={loaded} />
      <EditConflicts conflicts={conflicts} labelOf={labelOf} textOf={textOf} />
      <ModelInput
        type={type}
        label={m.played_model()}
        hint={m.model_compare_hint()}
        defaultValue={values.model}
        error={errors.model === undefined ? undefined : [errors.model]}
      />
      <div className="grid gap-5 sm:grid-cols-2 sm:items-end">
        {fields.map((field) => {
          const options = viewOptions(field);
          return options.length > 0 ? (
            <SelectField
              key={field.name}
              {...textsOf(field)}
              options={options}
              placeholder={m.played_unknown()}
            />
          ) : (
            <TextField
              key={field.name}
              {...textsOf(field)}
              hint={m.played_weight_hint()}
              inputMode="decimal"
              autoComplete="off"
              suffix={viewTraits(field).unit ?? null}
            />
          );
        })}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="save" variant="primary" busy={saving}>
          {m.played_save()}
        </Button>
        {isSaved && (
          <Button type="submit" name="intent" value="remove" formNoValidate>
            {m.played_remove()}
          </Button>
        )}
      </div>
    </Form>
  );
}
