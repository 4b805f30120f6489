import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, useNavigation } from "react-router";
import { resetPassword } from "#app/features/accounts/commands.server.ts";
import { ownerOfResetToken, userById } from "#app/features/accounts/queries.server.ts";
import { resetSchema } from "#app/features/accounts/schema.ts";
import { AccountForm, firstFormFault } from "#app/features/accounts/ui/account-form.tsx";
import { AuthFrame } from "#app/features/accounts/ui/auth-frame.tsx";
import { AccountName, NewPasswordFields } from "#app/features/accounts/ui/new-password-fields.tsx";
import { m } from "#app/paraglide/messages.js";
import { viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
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

export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: viewerOf,
    schema: resetSchema,
    command: async (input) => {
      await resetPassword(request, input);
      const toast = { title: m.auth_reset_done_title(), description: m.auth_reset_done() };
      return { to: href("/auth"), replace: true, toast };
    },
  });
}

export function meta() {
  return titled(m.auth_title_reset());
}

export default function ResetPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formData?.has("token") ?? false;
  if (!loaderData.token || actionData?.reason === "link_dead") {
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
  const fault = firstFormFault(result, ["password", "confirm"]);
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
