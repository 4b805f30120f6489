import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { safeNext } from "#app/domain/local-path.ts";
import { hasPassword } from "#app/features/accounts/queries.server.ts";
import { confirmCodeSchema, confirmPasswordSchema } from "#app/features/accounts/schema.ts";
import {
  confirmByCode,
  confirmByPassword,
  mailConfirmCode,
} from "#app/features/accounts/security/confirm.server.ts";
import { SecurityFrame } from "#app/features/accounts/security/ui/security-frame.tsx";
import { AccountForm, fieldOf } from "#app/features/accounts/ui/account-form.tsx";
import { CodeField } from "#app/features/accounts/ui/code-field.tsx";
import { PasswordField } from "#app/features/accounts/ui/password-field.tsx";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { mailboxIsOpenTo, shownEmail } from "#app/platform/mail.server.ts";
import { isConfirmed } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/confirm.route.ts";

/** The page that required the confirmation, or the Security tab. */
function nextOf(url: URL): string {
  const next = safeNext(url.searchParams.get("next"));
  return next === "/" ? href("/profile/security") : next;
}

export const middleware = [signedIn];

/**
 * /profile/security/confirm: the signed-in user confirms their identity before a sensitive change, with the
 * password or a mailed code. A user without a password needs the code.
 */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const next = nextOf(url);
  if (await isConfirmed(request)) throw redirect(next);
  return {
    next,
    email: shownEmail(viewer.email),
    password: await hasPassword(viewer.id),
    byCode: url.searchParams.get("by") === "code",
    mailbox: mailboxIsOpenTo(request),
  };
}

const schema = z.discriminatedUnion("intent", [
  confirmPasswordSchema.extend({ intent: z.literal("password") }),
  z.object({ intent: z.literal("mail") }),
  confirmCodeSchema.extend({ intent: z.literal("code") }),
]);

export function action({ request, url, context }: Route.ActionArgs) {
  const next = nextOf(url);
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema,
    command: async (input, viewer) => {
      switch (input.intent) {
        case "mail": {
          await mailConfirmCode(viewer);
          const to = `${href("/profile/security/confirm")}?by=code&next=${encodeURIComponent(next)}`;
          return { to, replace: true, toast: { title: m.account_code_sent(), tone: "plain" } };
        }
        case "password": {
          const headers = await confirmByPassword(request, viewer, input.password);
          return { to: next, replace: true, headers };
        }
        case "code": {
          const headers = await confirmByCode(request, viewer, input.code);
          return { to: next, replace: true, headers };
        }
      }
    },
  });
}

export function meta() {
  return titled(m.confirm_title());
}

export default function ConfirmPage({ loaderData, actionData }: Route.ComponentProps) {
  const { next, email, password, byCode, mailbox } = loaderData;
  const intent = useNavigation().formData?.get("intent") ?? null;
  const result = actionData?.result;
  const to = (by: string) => `${href("/profile/security/confirm")}?${by}next=${encodeURIComponent(next)}`;
  if (password && !byCode) {
    return (
      <SecurityFrame title={m.confirm_title()} lead={m.confirm_lead_password()}>
        <PasswordForm result={result} busy={intent === "password"} />
        <div className="mt-5 border-line border-t pt-5">
          <p className="mb-3 text-sm text-soft">{m.confirm_rather_code()}</p>
          <MailForm label={m.confirm_mail()} busy={intent === "mail"} />
        </div>
      </SecurityFrame>
    );
  }
  return (
    <SecurityFrame
      title={m.confirm_title()}
      lead={byCode ? m.confirm_lead_code({ email }) : m.confirm_lead_mail({ email })}
    >
      {byCode ? (
        <>
          <CodeForm result={result} busy={intent === "code"} />
          <div className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 border-line border-t pt-5 text-sm">
            <MailForm label={m.confirm_mail_again()} busy={intent === "mail"} />
            {password && (
              <Link to={to("")} className="text-link underline underline-offset-2">
                {m.confirm_rather_password()}
              </Link>
            )}
            {mailbox && (
              <Link to={href("/dev/mailbox")} className="text-link underline underline-offset-2">
                {m.auth_mailbox()}
              </Link>
            )}
          </div>
        </>
      ) : (
        <>
          {result?.error?.[""] && (
            <Alert tone="danger" className="mb-4">
              {result.error[""].join(" ")}
            </Alert>
          )}
          <MailForm label={m.confirm_mail()} busy={intent === "mail"} primary />
        </>
      )}
    </SecurityFrame>
  );
}

type FormProps = { result: SubmissionResult<string[]> | undefined; busy: boolean };

function PasswordForm({ result, busy }: FormProps) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: confirmPasswordSchema }),
  });
  return (
    <AccountForm form={form} intent="password">
      <PasswordField
        {...fieldOf(fields.password, "password")}
        label={m.auth_password()}
        required
        autoComplete="current-password"
        autoFocus
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.confirm_busy()}>
        {m.confirm_go()}
      </Button>
    </AccountForm>
  );
}

function CodeForm({ result, busy }: FormProps) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: confirmCodeSchema }),
  });
  return (
    <AccountForm form={form} intent="code">
      <CodeField {...fieldOf(fields.code, "text")} />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.confirm_busy()}>
        {m.confirm_go()}
      </Button>
    </AccountForm>
  );
}

function MailForm({ label, busy, primary = false }: { label: string; busy: boolean; primary?: boolean }) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="mail" />
      <Button
        type="submit"
        variant={primary ? "primary" : "secondary"}
        size={primary ? "lg" : "sm"}
        busy={busy}
        busyLabel={m.auth_resending()}
      >
        {label}
      </Button>
    </Form>
  );
}
