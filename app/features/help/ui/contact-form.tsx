import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { Form, href, useNavigation } from "react-router";
import { fieldOf, firstFormFault } from "#app/features/accounts/ui/account-form.tsx";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { SelectField } from "#app/ui/select-field.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { contactSchema, MESSAGE_MAX, type Prefilled } from "../schema.ts";

interface ContactFormProps {
  readonly result: SubmissionResult<string[]> | undefined;
  /** Whether the shop has an email address for support. */
  readonly open: boolean;
  readonly topics: readonly { readonly value: string; readonly label: string }[];
  readonly name: string;
  readonly email: string;
  readonly prefilled: Prefilled | null;
}

export function ContactForm(props: ContactFormProps) {
  const { formMethod, state } = useNavigation();
  const sending = state !== "idle" && formMethod === "POST";
  const { topics } = props;
  const [previous, setPrevious] = useState({ sending: false, sent: 0, topics });
  // Clears the form after it was sent. Each response has a new array of topics; the same array means that none came.
  if (previous.sending !== sending) {
    const isSent = previous.sending && props.result === undefined && previous.topics !== topics;
    setPrevious({ sending, sent: isSent ? previous.sent + 1 : previous.sent, topics });
  }
  if (!props.open) return <Alert tone="notice">{m.help_contact_closed()}</Alert>;
  return <ContactFields key={previous.sent} {...props} sending={sending} />;
}

function ContactFields({
  result,
  topics,
  name,
  email,
  prefilled,
  sending,
}: ContactFormProps & { sending: boolean }) {
  const [form, fields] = useForm({
    lastResult: result,
    defaultValue: { name, email, ...prefilled },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: contactSchema }),
  });
  const fault = firstFormFault(result, Object.keys(contactSchema.shape));
  return (
    <Form
      method="post"
      action={`${href("/help")}#contact`}
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      data-unsaved={result ? "" : undefined}
      className="grid gap-4"
    >
      <FormErrors formId={form.id} errors={form.allErrors} />
      <TextField
        {...fieldOf(fields.name, "text")}
        label={m.help_contact_name()}
        required
        dir="auto"
        autoComplete="name"
        autoFocus={fault === "name"}
      />
      <TextField
        {...fieldOf(fields.email, "email")}
        label={m.help_contact_email()}
        hint={m.help_contact_email_hint()}
        required
        autoComplete="email"
        inputMode="email"
        autoFocus={fault === "email"}
      />
      <SelectField
        id={fields.topic.id}
        name={fields.topic.name}
        label={m.help_contact_topic()}
        placeholder={m.help_contact_topic_choose()}
        options={topics}
        defaultValue={fields.topic.initialValue ?? ""}
        key={`topic ${fields.topic.initialValue ?? ""}`}
        error={fields.topic.errors}
        required
        autoFocus={fault === "topic"}
      />
      <TextField
        {...fieldOf(fields.about, "text")}
        label={m.help_contact_about()}
        hint={m.help_contact_about_hint()}
        optional
        inputMode="url"
        autoComplete="off"
        autoFocus={fault === "about"}
      />
      <TextArea
        id={fields.message.id}
        name={fields.message.name}
        label={m.help_contact_message()}
        defaultValue={fields.message.initialValue}
        error={fields.message.errors}
        required
        rows={6}
        maxLength={MESSAGE_MAX}
        dir="auto"
        autoFocus={fault === "message"}
      />
      {/* A honeypot: people do not see this field, and bots fill it in. */}
      <div aria-hidden="true" className="absolute h-0 w-0 overflow-hidden">
        <label htmlFor={fields.memo.id}>{m.help_contact_trap()}</label>
        <input
          id={fields.memo.id}
          name={fields.memo.name}
          type="text"
          tabIndex={-1}
          autoComplete="off"
          defaultValue={fields.memo.initialValue}
        />
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        busy={sending}
        busyLabel={m.help_contact_sending()}
        className="justify-self-start"
      >
        {m.help_contact_send()}
      </Button>
    </Form>
  );
}
