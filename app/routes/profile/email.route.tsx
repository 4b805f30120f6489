import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, href, useNavigation } from "react-router";
import { z } from "zod";
import {
  cancelEmailChange,
  pendingEmail,
  startEmailChange,
} from "#app/features/accounts/profile/email-change.server.ts";
import { presentPendingEmail } from "#app/features/accounts/profile/present.server.ts";
import { emailChangeSchema } from "#app/features/accounts/profile/schema.ts";
import { PendingEmail } from "#app/features/accounts/profile/ui/profile-form.tsx";
import { AccountForm, fieldOf } from "#app/features/accounts/ui/account-form.tsx";
import { m } from "#app/paraglide/messages.js";
import { confirmed, confirmedViewer } from "#app/platform/guards.server.ts";
import { mailboxIsOpenTo, shownEmail } from "#app/platform/mail.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/email.route.ts";

export const middleware = [confirmed];

/** /profile/email: changes the account's email address, after the owner has confirmed their identity. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(confirmedViewer);
  const pending = await pendingEmail(viewer.id);
  return {
    email: shownEmail(viewer.email),
    requested: pending?.at === "wished" ? shownEmail(pending.to) : "",
    pending: presentPendingEmail(viewer, pending),
    mailbox: mailboxIsOpenTo(request),
  };
}

const schema = z.discriminatedUnion("intent", [
  emailChangeSchema.extend({ intent: z.literal("send") }),
  z.object({ intent: z.literal("cancel") }),
]);

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(confirmedViewer),
    schema,
    command: async (input, viewer) => {
      if (input.intent === "send") {
        await startEmailChange(viewer, input.email);
        return { to: href("/profile/email") };
      }
      await cancelEmailChange(viewer);
      return { to: href("/profile"), toast: { title: m.profile_email_cancelled(), tone: "plain" } };
    },
  });
}

export function meta() {
  return titled(m.profile_email_title());
}

export default function EmailPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, requested, pending, mailbox } = loaderData;
  const busy = useNavigation().formData?.get("intent") === "send";
  return (
    <div className="grid gap-6">
      {pending && (
        <PendingEmail
          pending={pending}
          action={
            <div className="flex flex-wrap gap-2">
              {mailbox && (
                <LinkButton to={href("/dev/mailbox")} size="sm">
                  {m.auth_mailbox()}
                </LinkButton>
              )}
              <Form method="post">
                <Button type="submit" name="intent" value="cancel" size="sm">
                  {m.profile_email_cancel()}
                </Button>
              </Form>
            </div>
          }
        />
      )}
      <Panel aria-labelledby="email">
        <h1 id="email" className="text-heading">
          {m.profile_email_title()}
        </h1>
        <p className="mt-1">{m.profile_email_lead({ email })}</p>
        <p className="mt-3 text-soft">{m.profile_email_how()}</p>
        <EmailForm requested={requested} result={actionData?.result} busy={busy} />
      </Panel>
      <p>
        <LinkButton to={href("/profile")} variant="ghost" size="sm">
          {m.profile_back()}
        </LinkButton>
      </p>
    </div>
  );
}

function EmailForm({
  requested,
  result,
  busy,
}: {
  requested: string;
  result: SubmissionResult<string[]> | undefined;
  busy: boolean;
}) {
  const [form, fields] = useForm({
    lastResult: result,
    defaultValue: { email: requested },
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: emailChangeSchema }),
  });
  return (
    <AccountForm form={form} intent="send" className="mt-5">
      <TextField
        {...fieldOf(fields.email, "email")}
        label={m.profile_email_new()}
        required
        autoComplete="email"
        inputMode="email"
        autoFocus={result?.status === "error"}
      />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.profile_email_sending()}>
        {m.profile_email_send()}
      </Button>
    </AccountForm>
  );
}
