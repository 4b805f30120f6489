import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useNavigation } from "react-router";
import { KEY_FIELDS, LIFETIMES, type Lifetime, newKeySchema } from "#app/features/api/keys-schema.ts";
import { scopeTexts } from "#app/features/api/scope-texts.ts";
import { SCOPES, type Scope } from "#app/features/api/scopes.ts";
import { m } from "#app/paraglide/messages.js";
import type { Answer } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { CheckboxGroup } from "#app/ui/choice-groups.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { AccountForm, fieldOf, firstFormFault } from "../../ui/account-form.tsx";

const LIFETIME: Lifetime = "90";

function lifetimeText(lifetime: Lifetime): string {
  return lifetime === "never" ? m.keys_never() : m.keys_days({ days: lifetime });
}

interface ApiKeyFormProps {
  /** What is allowed at first. */
  readonly preset: readonly Scope[];
  readonly answer: Pick<Answer<unknown, unknown>, "result"> | undefined;
}

/** The form that makes a key. */
export function ApiKeyForm({ preset, answer }: ApiKeyFormProps) {
  const [form, fields] = useForm({
    lastResult: answer?.result,
    defaultValue: { name: "", scopes: [...preset], lifetime: LIFETIME, origins: "" },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: newKeySchema }),
  });
  const fault = firstFormFault(answer?.result, KEY_FIELDS);
  const busy = useNavigation().formData?.get("intent") === "make";
  const { name, scopes, lifetime } = fields;
  const { type: _, ...origins } = fieldOf(fields.origins, "text");
  return (
    <AccountForm form={form} intent="make" className="gap-6">
      <TextField
        {...fieldOf(name, "text")}
        label={m.keys_name()}
        hint={m.keys_name_hint()}
        autoComplete="off"
        autoFocus={fault === "name"}
        required
      />
      <CheckboxGroup
        id={scopes.id}
        name={scopes.name}
        legend={m.keys_scopes()}
        hint={m.keys_scopes_hint()}
        choices={SCOPES.map((scope) => ({ value: scope, label: scopeTexts([scope])[0] }))}
        chosen={[scopes.initialValue ?? []].flat().filter((scope) => scope !== undefined)}
        error={scopes.errors}
        className="grid gap-x-6 sm:grid-cols-2"
      />
      <SelectField
        id={lifetime.id}
        name={lifetime.name}
        label={m.keys_lifetime()}
        options={LIFETIMES.map((value) => ({ value, label: lifetimeText(value) }))}
        defaultValue={lifetime.initialValue}
        error={lifetime.errors}
        className="max-w-xs"
      />
      <TextArea
        {...origins}
        label={m.keys_origins()}
        hint={m.keys_origins_hint()}
        rows={2}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        optional
      />
      <Button
        type="submit"
        variant="primary"
        busy={busy}
        busyLabel={m.review_sending()}
        className="justify-self-start"
      >
        {m.keys_make()}
      </Button>
    </AccountForm>
  );
}
