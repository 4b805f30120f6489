import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, Form, redirect, useNavigation } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/reset.route.ts";
import { faulty, privateHeaders, refused, unreadable, waiting } from "./answers.server.ts";
import { resetPassword } from "./commands.server.ts";
import { ownerOfResetToken } from "./queries.server.ts";
import { PASSWORD_MIN } from "./rules.ts";
import { resetSchema } from "./schema.ts";
import { AuthFrame, formFaults } from "./ui/auth-frame.tsx";
import { fieldOf, firstFault } from "./ui/form-field.ts";
import { PasswordField } from "./ui/password-field.tsx";

/** /auth/reset: where the link of the mail leads. Looking does not use the link. */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token") ?? "";
  const alive = (await ownerOfResetToken(token)) !== null;
  return data({ token: alive ? token : null }, { status: alive ? 200 : 410 });
}

export async function action({ request }: Route.ActionArgs) {
  const answer = (result: SubmissionResult<string[]>, dead = false) => ({ result, dead });
  const form = await readForm(request, ["token", "password", "confirm"]);
  if (!form) return refused(answer(unreadable()));
  const submission = parseWithZod(form, { schema: resetSchema });
  if (submission.status !== "success") return refused(answer(faulty(submission)));
  const outcome = await resetPassword(request, submission.value);
  switch (outcome.kind) {
    case "done": {
      const headers = flash(new Headers(), {
        kind: "success",
        title: m.auth_reset_done_title(),
        description: m.auth_reset_done(),
      });
      throw redirect("/auth", { headers });
    }
    case "dead":
      return refused(answer(faulty(submission), true), 410);
    case "leaked":
      return refused(answer(faulty(submission, { fieldErrors: { password: [m.auth_password_leaked()] } })));
    case "limited":
      return waiting(submission, outcome.seconds, answer);
  }
}

export const headers = privateHeaders;

export function meta() {
  return titled(m.auth_title_reset());
}

export default function ResetPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formData?.has("token") ?? false;
  if (!loaderData.token || actionData?.dead) {
    return (
      <AuthFrame title={m.auth_title_reset()}>
        <Alert tone="danger">{m.auth_reset_dead()}</Alert>
        <LinkButton to="/auth?mode=forgot" variant="primary" size="lg" className="mt-5 w-full">
          {m.auth_reset_again()}
        </LinkButton>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={m.auth_title_reset()}>
      <ResetForm token={loaderData.token} result={actionData?.result} busy={busy} />
    </AuthFrame>
  );
}

function ResetForm({
  token,
  result,
  busy,
}: {
  token: string;
  result: SubmissionResult<string[]> | undefined;
  busy: boolean;
}) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: resetSchema }),
  });
  const fault = firstFault(result, ["password", "confirm"]);
  const broken = formFaults(form.errors);
  return (
    <Form method="post" id={form.id} onSubmit={form.onSubmit} noValidate className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      {broken && <Alert tone="danger">{broken}</Alert>}
      <PasswordField
        {...fieldOf(fields.password, "password")}
        label={m.auth_password_new()}
        hint={m.auth_password_hint({ min: PASSWORD_MIN })}
        required
        autoComplete="new-password"
        autoFocus={fault === "password"}
      />
      <PasswordField
        {...fieldOf(fields.confirm, "password")}
        label={m.auth_confirm()}
        required
        autoComplete="new-password"
        autoFocus={fault === "confirm"}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_reset_saving()}>
        {m.auth_reset_save()}
      </Button>
    </Form>
  );
}
