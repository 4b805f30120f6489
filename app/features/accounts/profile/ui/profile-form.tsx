import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ReactNode, useRef, useState } from "react";
import { Form, href } from "react-router";
import { withNext } from "#app/domain/local-path.ts";
import { m } from "#app/paraglide/messages.js";
import { Alert } from "#app/ui/alert.tsx";
import type { Answer } from "#app/ui/answer.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EditConflicts } from "#app/ui/edit-conflicts.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextArea } from "#app/ui/text-area.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { fieldOf, firstFormFault } from "../../ui/account-form.tsx";
import { PROFILE_FIELDS, type ProfileField, profileSchema } from "../schema.ts";
import type { PendingEmailView, ProfileValues } from "../view.ts";
import { UsernameField } from "./username-field.tsx";

const LABELS: Readonly<Record<ProfileField, () => string>> = {
  username: m.auth_username,
  full_name: m.profile_full_name,
  email: m.auth_email,
  phone: m.profile_phone,
  shipping_address: m.profile_shipping_address,
  billing_address: m.profile_billing_address,
};

export function ProfileForm({
  values,
  loaded,
  answer,
  busy,
  next,
}: {
  values: ProfileValues;
  /** What the form was loaded with (`loadedWith`). */
  loaded: string;
  /** The path to which a saved form redirects; "/" stays on this page. */
  next: string;
  answer: Answer | undefined;
  busy: boolean;
}) {
  const result = answer?.result;
  // Stays the same when the page is revalidated: otherwise the form would overwrite newer values.
  const [seen] = useState(String(result?.initialValue?.loaded ?? loaded));
  const [form, fields] = useForm({
    lastResult: result,
    defaultValue: values,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: profileSchema(values.username) }),
  });
  const fault = firstFormFault(result, PROFILE_FIELDS);
  const field = (name: ProfileField, kind: "text" | "email" = "text") => ({
    ...fieldOf(fields[name], kind),
    autoFocus: fault === name,
  });
  const area = (name: ProfileField) => {
    const { type: _, ...rest } = field(name);
    return { ...rest, optional: true, rows: 4 };
  };
  return (
    <Form
      method="post"
      action={withNext(href("/profile"), next)}
      id={form.id}
      data-unsaved={result?.status === "error" ? "" : undefined}
      data-failed={m.profile_update_failed()}
      onSubmit={form.onSubmit}
      noValidate
      className="grid gap-6"
    >
      <input type="hidden" name="loaded" value={seen} />
      <FormErrors
        formId={form.id}
        errors={form.allErrors}
        textOf={(name, texts) => `${LABELS[name as ProfileField]?.() ?? name}: ${texts.join(" ")}`}
      >
        {answer?.reason === "signed_out" && (
          <>
            <p>{m.profile_not_authenticated_hint()}</p>
            <p className="mt-3">
              <LinkButton to={withNext(href("/auth"), href("/profile"))} target="_blank" size="sm">
                {m.auth_sign_in()}
              </LinkButton>
            </p>
          </>
        )}
      </FormErrors>
      <EditConflicts conflicts={answer?.conflicts ?? []} labelOf={(name) => LABELS[name as ProfileField]()} />
      <Panel aria-labelledby="about" className="grid gap-5">
        <header>
          <h2 id="about" className="text-heading">
            {m.profile_details()}
          </h2>
          <p className="mt-1 text-soft">{m.profile_details_lead()}</p>
        </header>
        <UsernameField {...field("username")} current={values.username} hint={m.profile_username_hint()} />
        <TextField {...field("full_name")} label={m.profile_full_name()} optional autoComplete="name" />
        <TextField
          {...field("email", "email")}
          label={m.auth_email()}
          hint={m.profile_email_hint()}
          autoComplete="email"
          inputMode="email"
          spellCheck={false}
        />
        <TextField
          {...field("phone")}
          type="tel"
          label={m.profile_phone()}
          optional
          autoComplete="tel"
          inputMode="tel"
        />
      </Panel>
      <Panel aria-labelledby="addresses" className="grid gap-5">
        <h2 id="addresses" className="scroll-mt-24 text-heading">
          {m.profile_addresses()}
        </h2>
        <TextArea
          {...area("shipping_address")}
          label={m.profile_shipping_address()}
          autoComplete="shipping street-address"
        />
        <div className="grid gap-3">
          <TextArea
            {...area("billing_address")}
            label={m.profile_billing_address()}
            autoComplete="billing street-address"
          />
          <SameAddress />
        </div>
      </Panel>
      <div>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={busy}
          busyLabel={m.profile_saving()}
          className="w-full sm:w-auto"
        >
          {m.profile_save()}
        </Button>
      </div>
    </Form>
  );
}

/** Copies the shipping address to the billing address; only shown with JavaScript. */
function SameAddress() {
  const button = useRef<HTMLButtonElement>(null);
  if (!useHydrated()) return null;
  function copy(): void {
    const fields = button.current?.form?.elements;
    const [from, to] = [fields?.namedItem("shipping_address"), fields?.namedItem("billing_address")];
    if (!(from instanceof HTMLTextAreaElement && to instanceof HTMLTextAreaElement)) return;
    // Uses the native setter, so that React notices the change as if it had been typed.
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")?.set?.call(to, from.value);
    to.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return (
    <Button ref={button} size="sm" onClick={copy} className="justify-self-start">
      {m.profile_same_address()}
    </Button>
  );
}

export function PendingEmail({ pending, action }: { pending: PendingEmailView; action?: ReactNode }) {
  const { from: email, to, at } = pending;
  return (
    <Alert tone="notice" title={m.profile_email_pending()}>
      <p>{at === "old" ? m.profile_email_at_old({ email, to }) : m.profile_email_at_new({ email, to })}</p>
      {action && <div className="mt-2">{action}</div>}
    </Alert>
  );
}
