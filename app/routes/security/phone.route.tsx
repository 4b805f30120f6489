import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href, Link, useNavigation } from "react-router";
import { z } from "zod";
import { readPhoneNumber, shownPhoneNumber } from "#app/features/accounts/addressee.server.ts";
import { phoneCodeSchema, phoneSchema } from "#app/features/accounts/codes-schema.ts";
import { phoneOf } from "#app/features/accounts/queries.server.ts";
import { confirmPhone, removePhone, sendPhoneCode } from "#app/features/accounts/security/phone.server.ts";
import { SecurityFrame } from "#app/features/accounts/security/ui/security-frame.tsx";
import { AccountForm, fieldOf } from "#app/features/accounts/ui/account-form.tsx";
import { CodeField } from "#app/features/accounts/ui/code-field.tsx";
import { m } from "#app/paraglide/messages.js";
import { CODE_SECONDS } from "#app/platform/auth-codes.server.ts";
import { countryOf } from "#app/platform/choices.server.ts";
import { env } from "#app/platform/env.server.ts";
import { confirmed, confirmedViewer } from "#app/platform/guards.server.ts";
import { mailboxIsOpenTo } from "#app/platform/mail.server.ts";
import { canSendSms } from "#app/platform/sms.server.ts";
import { type Done, faultAt, submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/phone.route.ts";

export const middleware = [confirmed];

/** /profile/security/phone: the phone number for sign-in. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(confirmedViewer);
  const number = await phoneOf(viewer.id);
  return {
    number: number && shownPhoneNumber(number),
    texts: canSendSms(env()),
    mailbox: mailboxIsOpenTo(request),
  };
}

const schema = z.discriminatedUnion("intent", [
  phoneSchema.extend({ intent: z.literal("send") }),
  phoneCodeSchema.extend({ intent: z.literal("confirm") }),
  z.object({ intent: z.literal("remove") }),
]);

export function action({ request, context }: Route.ActionArgs) {
  const numberIn = async (typed: string) => readPhoneNumber(typed, await countryOf(request));
  return submit(request, {
    who: () => context.get(confirmedViewer),
    schema,
    command: async (input, viewer): Promise<Done<Step>> => {
      if (input.intent === "remove") {
        await removePhone(request, viewer);
        return { to: href("/profile/security"), toast: { title: m.phone_removed() } };
      }
      const number = await numberIn(input.phone);
      if (!number) throw faultAt("phone", m.phone_invalid());
      if (input.intent === "send") {
        await sendPhoneCode(request, viewer, number);
        return { value: stepOf(number, Date.now()) };
      }
      await confirmPhone(request, viewer, number, input.code);
      const toast = { title: m.phone_saved(), description: shownPhoneNumber(number) };
      return { to: href("/profile/security"), toast };
    },
    keep: async (form) => {
      const number = form.get("intent") === "confirm" && (await numberIn(String(form.get("phone") ?? "")));
      return number ? stepOf(number) : null;
    },
  });
}

type Result = SubmissionResult<string[]>;
/** The step that asks for a code. `phone` is the number as the form sends it, `shown` as the page shows it. */
type Step = { phone: string; shown: string; minutes: number; sentAt?: number | undefined };

function stepOf(phone: string, sentAt?: number): Step {
  return { phone, shown: shownPhoneNumber(phone), minutes: CODE_SECONDS / 60, sentAt };
}

export function meta() {
  return titled(m.phone_title());
}

export default function PhonePage({ loaderData, actionData }: Route.ComponentProps) {
  const { number, texts, mailbox } = loaderData;
  const intent = useNavigation().formData?.get("intent") ?? null;
  const step = actionData?.value ?? actionData?.kept;
  return (
    <SecurityFrame title={m.phone_title()} lead={m.phone_lead()}>
      {step ? (
        // A new key after each new code clears the input.
        <ConfirmForm
          key={step.sentAt}
          step={step}
          result={actionData?.result}
          busy={intent === "confirm"}
          mailbox={mailbox}
        />
      ) : (
        <div className="grid gap-5">
          {number && <p className="font-semibold">{m.phone_now({ number })}</p>}
          {texts ? (
            <NumberForm result={actionData?.result} busy={intent === "send"} has={number !== null} />
          ) : (
            <Alert tone="notice">{m.phone_unavailable()}</Alert>
          )}
          {number && (
            <Form method="post" className="border-line border-t pt-5">
              <input type="hidden" name="intent" value="remove" />
              <Button type="submit" variant="danger" busy={intent === "remove"}>
                {m.phone_remove()}
              </Button>
            </Form>
          )}
        </div>
      )}
    </SecurityFrame>
  );
}

function NumberForm({ result, busy, has }: { result: Result | undefined; busy: boolean; has: boolean }) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: phoneSchema }),
  });
  return (
    <AccountForm form={form} intent="send">
      <TextField
        {...fieldOf(fields.phone, "text")}
        type="tel"
        label={has ? m.phone_new() : m.phone_title()}
        hint={m.phone_hint()}
        required
        autoComplete="tel"
        autoFocus={result?.status === "error"}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_forgot_sending()}>
        {m.phone_send()}
      </Button>
    </AccountForm>
  );
}

function ConfirmForm({
  step,
  result,
  busy,
  mailbox,
}: {
  step: Step;
  result: Result | undefined;
  busy: boolean;
  mailbox: boolean;
}) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: phoneCodeSchema }),
  });
  return (
    <>
      <p role="status" className="mb-5 text-soft">
        {m.phone_sent({ number: step.shown, minutes: step.minutes })}
        {mailbox && (
          <>
            {" "}
            <Link to={href("/dev/mailbox")} className="text-link underline underline-offset-2">
              {m.auth_mailbox()}
            </Link>
          </>
        )}
      </p>
      <AccountForm form={form} intent="confirm">
        <input type="hidden" name="phone" value={step.phone} />
        <CodeField {...fieldOf(fields.code, "text")} />
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {m.phone_confirm()}
        </Button>
      </AccountForm>
      <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 border-line border-t pt-5 text-sm">
        <Form method="post">
          <input type="hidden" name="intent" value="send" />
          <input type="hidden" name="phone" value={step.phone} />
          <Button type="submit" size="sm">
            {m.code_resend()}
          </Button>
        </Form>
        <Link to={href("/profile/security/phone")} className="text-link underline underline-offset-2">
          {m.phone_other()}
        </Link>
      </div>
    </>
  );
}
