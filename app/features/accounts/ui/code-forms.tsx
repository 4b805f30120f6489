import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href, Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { sendCodeSchema, typedCodeSchema } from "../codes-schema.ts";
import { AccountForm, fieldOf } from "./account-form.tsx";
import { CodeField } from "./code-field.tsx";

type Result = SubmissionResult<string[]> | undefined;

/**
 * Where a code was sent: `to` is the value for the form, `shown` is formatted for the user. `again`: this is not the
 * first code. `sentAt` is set when the code was just sent.
 */
export type CodeStep = { to: string; shown: string; minutes: number; again?: boolean; sentAt?: number };

export function AskForCode({ result, busy, texts }: { result: Result; busy: boolean; texts: boolean }) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: sendCodeSchema }),
  });
  return (
    <AccountForm form={form} intent="send">
      <TextField
        {...fieldOf(fields.to, "text")}
        label={texts ? m.code_to() : m.auth_email()}
        required
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={result?.status === "error"}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_forgot_sending()}>
        {m.code_send()}
      </Button>
    </AccountForm>
  );
}

/** Asks for the code. The text is the same whether or not the email address or phone number has an account. */
export function TypeCode({
  step,
  result,
  intent,
  otherTo,
  mailbox,
}: {
  step: CodeStep;
  result: Result;
  intent: FormDataEntryValue | null;
  otherTo: string;
  mailbox: boolean;
}) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: typedCodeSchema }),
  });
  // The error of the other form, which sends a code again: it has no field here.
  const { type: resendErrors, ...errors } = form.allErrors;
  const { to, shown, minutes, again } = step;
  return (
    <>
      <p role="status" className="mb-5 text-soft">
        {again ? m.code_sent_again({ to: shown }) : m.code_sent({ to: shown, minutes })}
        {mailbox && (
          <>
            {" "}
            <Link to={href("/dev/mailbox")} className="text-link underline underline-offset-2">
              {m.auth_mailbox()}
            </Link>
          </>
        )}
      </p>
      <AccountForm form={form} intent="sign-in" errors={{ "": resendErrors, ...errors }}>
        <input type="hidden" name="to" value={to} />
        <CodeField {...fieldOf(fields.code, "text")} />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          busy={intent === "sign-in"}
          busyLabel={m.auth_signing_in()}
        >
          {m.auth_sign_in()}
        </Button>
      </AccountForm>
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 border-line border-t pt-5 text-sm">
        <Form method="post">
          <input type="hidden" name="intent" value="resend" />
          <input type="hidden" name="type" value="sign-in" />
          <input type="hidden" name="to" value={to} />
          <Button type="submit" size="sm" busy={intent === "resend"} busyLabel={m.auth_forgot_sending()}>
            {m.code_resend()}
          </Button>
        </Form>
        {/* A link, so that the next page does not show the answer of this form. */}
        <Link to={otherTo} className="text-link underline underline-offset-2">
          {m.code_other()}
        </Link>
      </div>
    </>
  );
}
