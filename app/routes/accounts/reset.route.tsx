import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, replace, useNavigation } from "react-router";
import { faulty, refused, refusedForm, unreadable } from "#app/features/accounts/answers.server.ts";
import { resetPassword } from "#app/features/accounts/commands.server.ts";
import { passwordText } from "#app/features/accounts/password-faults.server.ts";
import { ownerOfResetToken, userById } from "#app/features/accounts/queries.server.ts";
import { resetSchema } from "#app/features/accounts/schema.ts";
import { AccountForm } from "#app/features/accounts/ui/account-form.tsx";
import { AccountName } from "#app/features/accounts/ui/account-name.tsx";
import { AuthFrame } from "#app/features/accounts/ui/auth-frame.tsx";
import { firstFault } from "#app/features/accounts/ui/form-field.ts";
import { NewPasswordFields } from "#app/features/accounts/ui/new-password-fields.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/reset.route.ts";

/** /auth/reset: the page of the mailed link to a new password. Opening it does not use up the link. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const owner = await ownerOfResetToken(token);
  const person = owner === null ? null : await userById(owner);
  return data({ token: person && token, username: person?.username ?? "" }, { status: person ? 200 : 410 });
}

export async function action({ request }: Route.ActionArgs) {
  const answer = (result: SubmissionResult<string[]>, dead = false) => ({ result, dead });
  const form = await readForm(request, ["token", "password", "confirm"]);
  if (!form) return refused(answer(unreadable()));
  const submission = parseWithZod(form, { schema: resetSchema });
  if (submission.status !== "success") return refused(answer(faulty(submission)));
  const outcome = await orRefused(resetPassword(request, submission.value));
  switch (outcome.kind) {
    case "done": {
      const headers = flash(new Headers(), {
        kind: "success",
        title: m.auth_reset_done_title(),
        description: m.auth_reset_done(),
      });
      throw replace(href("/auth"), { headers });
    }
    case "dead":
      return refused(answer(faulty(submission), true), 410);
    case "weak":
      return refused(
        answer(faulty(submission, { fieldErrors: { password: [passwordText(outcome.fault)] } })),
      );
    case "refused":
      return refusedForm(submission, outcome, answer);
  }
}

export function meta() {
  return titled(m.auth_title_reset());
}

export default function ResetPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formData?.has("token") ?? false;
  if (!loaderData.token || actionData?.dead) {
    return (
      <AuthFrame title={m.auth_title_reset()}>
        <Alert tone="danger">{m.auth_reset_dead()}</Alert>
        <LinkButton to={`${href("/auth")}?mode=forgot`} variant="primary" size="lg" className="mt-5 w-full">
          {m.auth_reset_again()}
        </LinkButton>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={m.auth_title_reset()}>
      <ResetForm
        token={loaderData.token}
        username={loaderData.username}
        result={actionData?.result}
        busy={busy}
      />
    </AuthFrame>
  );
}

function ResetForm({
  token,
  username,
  result,
  busy,
}: {
  token: string;
  username: string;
  result: SubmissionResult<string[]> | undefined;
  busy: boolean;
}) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: resetSchema }),
  });
  const fault = firstFault(result, ["password", "confirm"]);
  return (
    <AccountForm form={form}>
      <input type="hidden" name="token" value={token} />
      <AccountName username={username} />
      <NewPasswordFields label={m.auth_password_new()} fields={fields} fault={fault} />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_reset_saving()}>
        {m.auth_reset_save()}
      </Button>
    </AccountForm>
  );
}
