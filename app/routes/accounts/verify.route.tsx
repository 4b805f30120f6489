import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, Form, href, redirect, useNavigation } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import {
  faulty,
  privateHeaders,
  refused,
  refusedForm,
  unreadable,
} from "#app/features/accounts/answers.server.ts";
import { resendVerification, verifyAddress } from "#app/features/accounts/commands.server.ts";
import { isLateLink } from "#app/features/accounts/rules.ts";
import { resendSchema } from "#app/features/accounts/schema.ts";
import { formFaults } from "#app/features/accounts/ui/account-form.tsx";
import { AuthFrame } from "#app/features/accounts/ui/auth-frame.tsx";
import { fieldOf } from "#app/features/accounts/ui/form-field.ts";
import { m } from "#app/paraglide/messages.js";
import { challengePath } from "#app/platform/auth-second-factor.server.ts";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { mailboxIsOpenTo } from "#app/platform/mail.server.ts";
import { orRefused, type Refused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/verify.route.ts";

type State = "ask" | "dead" | "used" | "limited";

/**
 * /auth/verify: the page of the mailed verification link. Opening it verifies the email address and signs in. Without a
 * valid token, it shows a form that requests a new link.
 */
export async function loader({ request, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token");
  const next = safeNext(url.searchParams.get("next"));
  const page = (state: State, status = 200, refused?: Refused) =>
    data(
      { state, wait: refused?.message ?? null, mailbox: mailboxIsOpenTo(request) },
      { status, headers: refused?.headers },
    );
  // Mail scanners send HEAD requests. Only opening the page uses up the link.
  if (!token || request.method === "HEAD") return page("ask");
  const outcome = await orRefused(verifyAddress(request, token));
  switch (outcome.kind) {
    case "verified":
      flash(outcome.headers, {
        kind: "success",
        title: m.auth_verified_title({ username: outcome.username }),
        description: isLateLink(outcome.issuedAt, new Date()) ? m.auth_verified_late() : m.auth_verified(),
      });
      throw redirect(outcome.challenge ? challengePath(next) : next, { headers: outcome.headers });
    case "used":
      if ((await viewerOf(request))?.id === outcome.userId) throw redirect(next);
      return page("used");
    case "dead":
      return page("dead", 410);
    case "refused":
      return page("limited", outcome.status, outcome);
  }
}

/** Mails the verification link again. The answer does not reveal whether a mail was sent. */
export async function action({ request }: Route.ActionArgs) {
  const answer = (result: SubmissionResult<string[]>, sent = false) => ({ result, sent });
  const form = await readForm(request, ["identifier"]);
  if (!form) return refused(answer(unreadable()));
  const submission = parseWithZod(form, { schema: resendSchema });
  if (submission.status !== "success") return refused(answer(faulty(submission)));
  const outcome = await orRefused(resendVerification(request, submission.value.identifier));
  if (outcome.kind === "refused") return refusedForm(submission, outcome, answer);
  return answer(submission.reply(), true);
}

export const headers = privateHeaders;

export function meta() {
  return titled(m.auth_title_verify());
}

export default function VerifyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { state, wait, mailbox } = loaderData;
  const busy = useNavigation().formData?.has("identifier") ?? false;
  if (state === "used" && !actionData) {
    return (
      <AuthFrame title={m.auth_title_verify()}>
        <Alert tone="good">{m.auth_verify_used()}</Alert>
        <LinkButton to={href("/auth")} variant="primary" size="lg" className="mt-5 w-full">
          {m.auth_sign_in()}
        </LinkButton>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={m.auth_title_verify()} lead={m.auth_verify_lead()}>
      {wait && !actionData && <Alert tone="danger">{wait}</Alert>}
      {state === "dead" && !actionData && <Alert tone="danger">{m.auth_verify_dead()}</Alert>}
      {actionData?.sent && <Alert tone="good">{m.auth_resent()}</Alert>}
      <ResendForm result={actionData?.result} busy={busy} />
      {mailbox && (
        <p className="mt-4 text-sm">
          <LinkButton to={href("/dev/mailbox")} variant="ghost" size="sm">
            {m.auth_mailbox()}
          </LinkButton>
        </p>
      )}
    </AuthFrame>
  );
}

function ResendForm({ result, busy }: { result: SubmissionResult<string[]> | undefined; busy: boolean }) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: resendSchema }),
  });
  const formFault = formFaults(form.errors);
  return (
    <Form
      method="post"
      action={href("/auth/verify")}
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      className="mt-4 grid gap-4"
    >
      {formFault && <Alert tone="danger">{formFault}</Alert>}
      <TextField
        {...fieldOf(fields.identifier, "text")}
        label={m.auth_identifier()}
        required
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        autoFocus={result?.status === "error"}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_resending()}>
        {m.auth_resend()}
      </Button>
    </Form>
  );
}
