import { data, Form, href, useNavigation } from "react-router";
import { z } from "zod";
import {
  type EmailLink,
  followEmailLink,
  readEmailLink,
} from "#app/features/accounts/profile/email-change.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { shownEmail } from "#app/platform/mail.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/email-link.route.ts";

export const middleware = [signedIn];

/**
 * /profile/email/link: the page of the two mailed links that change an email address. Opening it changes nothing,
 * because mail programs open links; its button does. Only the account that requested the change may press the button.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const token = url.searchParams.get("token") ?? "";
  const link = await readEmailLink(viewer, token);
  const shown = link && { ...link, from: shownEmail(link.from), to: shownEmail(link.to) };
  return data({ link: shown, token }, { status: link ? 200 : 410 });
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: z.object({ token: z.string().default("") }),
    command: async ({ token }, viewer) => {
      const followed = await followEmailLink(request, viewer, token);
      const to = shownEmail(followed.to);
      const description =
        followed.kind === "approved" ? m.profile_email_approved({ to }) : m.profile_email_changed({ to });
      return { to: href("/profile"), toast: { title: m.ui_success(), description } };
    },
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(titleOf(loaderData?.link?.step));
}

/** Without a step, the link no longer works. */
function titleOf(step?: EmailLink["step"]): string {
  if (step === undefined) return m.profile_email_dead_title();
  return step === "old" ? m.profile_email_approve_title() : m.profile_email_confirm_title();
}

export default function EmailLinkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { link, token } = loaderData;
  if (!link || actionData?.reason === "link_dead") {
    return (
      <div className="grid gap-5">
        <h1 className="text-heading">{titleOf()}</h1>
        <Alert tone="danger">{m.profile_email_dead()}</Alert>
        <p>
          <LinkButton to={href("/profile/email")}>{m.profile_email_again()}</LinkButton>
        </p>
      </div>
    );
  }
  return (
    <Panel aria-labelledby="link" className="grid gap-4">
      <Question link={link} />
      {actionData?.message && <Alert tone="danger">{actionData.message}</Alert>}
      <Answer link={link} token={token} />
    </Panel>
  );
}

function Question({ link: { step, from, to } }: { link: EmailLink }) {
  return (
    <>
      <h1 id="link" className="text-heading">
        {titleOf(step)}
      </h1>
      <p>
        {step === "old"
          ? m.profile_email_approve_text({ from, to })
          : m.profile_email_confirm_text({ from, to })}
      </p>
    </>
  );
}

function Answer({ link, token }: { link: EmailLink; token: string }) {
  const busy = useNavigation().formData?.has("token") ?? false;
  return (
    <div className="flex flex-wrap gap-3">
      <Form method="post">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" variant="primary" busy={busy}>
          {link.step === "old" ? m.profile_email_approve() : m.profile_email_confirm()}
        </Button>
      </Form>
      <LinkButton to={href("/profile")} variant="ghost">
        {m.profile_back()}
      </LinkButton>
    </div>
  );
}
