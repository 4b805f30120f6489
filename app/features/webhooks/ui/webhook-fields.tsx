import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "react-router";
import { fieldOf, firstFormFault } from "#app/features/accounts/ui/account-form.tsx";
import { m } from "#app/paraglide/messages.js";
import type { Answer } from "#app/ui/answer.ts";
import { CheckboxGroup } from "#app/ui/choice-groups.tsx";
import { FormButtons } from "#app/ui/form-buttons.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { EVENT_TYPES, EVENTS, type EventGroup } from "../events.ts";
import { WEBHOOK_FIELDS, webhookSchema } from "../schema.ts";
import type { WebhookView } from "../view.ts";

const GROUPS: Readonly<Record<EventGroup, () => string>> = {
  listing: m.operator_person_listings,
  offer: m.offers_title,
  deal: m.notification_kind_deal,
  message: m.notices_messages,
};

const LABELS: Readonly<Record<string, () => string>> = { url: m.webhook_url, types: m.webhook_types };

interface WebhookFieldsProps {
  /** Null for a new one. */
  readonly webhook: WebhookView | null;
  readonly answer: Answer | undefined;
  readonly send: string;
  readonly cancel: string;
}

/** The form of a new webhook, or of the address and the events of one. */
export function WebhookFields({ webhook, answer, send, cancel }: WebhookFieldsProps) {
  const [form, fields] = useForm({
    lastResult: answer?.result,
    defaultValue: { url: webhook?.url ?? "", types: webhook?.types ?? EVENT_TYPES },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: webhookSchema }),
  });
  const chosen = [fields.types.initialValue ?? []].flat().filter((type) => type !== undefined);
  return (
    <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-5">
      <input type="hidden" name="intent" value="save" />
      <FormErrors
        formId={form.id}
        errors={form.allErrors}
        textOf={(name, texts) => `${LABELS[name]?.() ?? name}: ${texts.join(" ")}`}
      />
      <TextField
        {...fieldOf(fields.url, "text")}
        type="url"
        label={m.webhook_url()}
        hint={m.webhook_url_hint()}
        autoFocus={firstFormFault(answer?.result, WEBHOOK_FIELDS) === "url"}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
      />
      {Object.entries(EVENTS).map(([group, types], place) => (
        <CheckboxGroup
          key={group}
          {...(place === 0 && { id: fields.types.id, error: fields.types.errors })}
          legend={GROUPS[group as EventGroup]()}
          name={fields.types.name}
          choices={types.map((value) => ({ value, label: <code>{value}</code> }))}
          chosen={chosen}
        />
      ))}
      <FormButtons send={send} cancel={cancel} />
    </Form>
  );
}
