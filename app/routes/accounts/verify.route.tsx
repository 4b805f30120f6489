import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, Form, href, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { safeNext } from "#app/domain/local-path.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { resendVerification } from "#app/features/accounts/commands.server.ts";
import { resendSchema } from "#app/features/accounts/schema.ts";
import { fieldOf } from "#app/features/accounts/ui/account-form.tsx";
import { AuthFrame, authPath } from "#app/features/accounts/ui/auth-frame.tsx";
import { readVerificationLink, verifyAddress } from "#app/features/accounts/verification-link.server.ts";
import { m } from "#app/paraglide/messages.js";
import { challengePath } from "#app/platform/auth-second-factor.server.ts";
import { mailboxIsOpenTo, shownEmail } from "#app/platform/mail.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { type Done, submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { FormErrors } from "#app/ui/form-errors.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/verify.route.ts";

/**
 * /auth/verify: the page of the mailed verification link. Opening it changes nothing, because mail scanners open links;
 * its button does (docs/decisions/0004-accounts.md). Without a valid token, it shows a form that requests a new link.
 */
export async function loader({ request, url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token");
  const next = safeNext(url.searchParams.get("next"));
  const mailbox = mailboxIsOpenTo(request);
  if (!token) return { state: "ask", next, mailbox } as const;
  const link = await readVerificationLink(token);
  switch (link.kind) {
    case "ready":
      return {
        state: "ready",
        token,
        email: shownEmail(link.email),
        username: link.username,
        next,
        mailbox,
      } as const;
    case "used":
      if ((await viewerOf(request))?.id === link.userId) throw redirect(next);
      return { state: "used", next, mailbox } as const;
    case "dead":
      return data({ state: "dead", next, mailbox } as const, { status: 410 });
  }
}

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("verify"), token: z.string().default("") }),
  resendSchema.extend({ intent: z.literal("resend") }),
]);

export function action({ request, url }: Route.ActionArgs) {
  return submit(request, {
    who: viewerOf,
    schema,
    command: async (input, viewer) => {
      if (input.intent === "resend") {
        // The answer does not reveal whether a mail was sent.
        await resendVerification(request, input.identifier);
        return {};
      }
      const outcome = await verifyAddress(request, input.token);
      if (outcome.kind === "dead") throw new Refused("link_dead", { text: m.auth_verify_dead() });
      // The loader shows links that were used before.
      if (outcome.kind !== "verified") return {};
      return afterVerifying(outcome, viewer, safeNext(url.searchParams.get("next")));
    },
  });
}

type Verified = Extract<Awaited<ReturnType<typeof verifyAddress>>, { kind: "verified" }>;

/** When a link of a mail counts as opened late. */
const LATE_MS = 120_000;

/** Leads to `next`: at once in the browser that signed up, else through the sign-in page. */
function afterVerifying(
  { userId, email, username, session }: Verified,
  viewer: Viewer | null,
  next: string,
): Done {
  if (session) {
    const { headers, challenge, issuedAt } = session;
    const isLate = Date.now() - issuedAt.getTime() > LATE_MS;
    const description = isLate ? m.auth_verified_late() : m.auth_verified();
    const toast = { title: m.auth_verified_title({ username }), description };
    return { to: challenge ? challengePath(next) : next, headers, toast };
  }
  const done = (to: string, description: string) => ({ to, toast: { title: m.ui_success(), description } });
  if (!viewer) return done(authPath("signin", next), m.auth_verified_sign_in());
  if (viewer.id === userId) return done(next, m.auth_verified());
  return done("/", m.auth_verified_other({ email: shownEmail(email), username, viewer: viewer.username }));
}

export function meta() {
  return titled(m.auth_title_verify());
}

export default function VerifyPage({ loaderData, actionData }: Route.ComponentProps) {
  const resent = actionData?.intent === "resend" ? actionData : null;
  const { state } = loaderData;
  if (state === "used" && !resent) {
    return (
      <AuthFrame title={m.auth_title_verify()}>
        <Alert tone="good">{m.auth_verify_used()}</Alert>
        <LinkButton
          to={authPath("signin", loaderData.next)}
          variant="primary"
          size="lg"
          className="mt-5 w-full"
        >
          {m.auth_sign_in()}
        </LinkButton>
      </AuthFrame>
    );
  }
  if (state === "ready" && !resent) {
    return (
      <AuthFrame title={m.auth_title_verify()}>
        <VerifyForm link={loaderData} wait={actionData?.message} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={m.auth_title_verify()} lead={m.auth_verify_lead()}>
      {state === "dead" && !resent && <Alert tone="danger">{m.auth_verify_dead()}</Alert>}
      {resent?.ok && <Alert tone="good">{m.auth_resent()}</Alert>}
      <ResendForm result={resent?.result} />
      {loaderData.mailbox && (
        <p className="mt-4 text-sm">
          <LinkButton to={href("/dev/mailbox")} variant="ghost" size="sm">
            {m.auth_mailbox()}
          </LinkButton>
        </p>
      )}
    </AuthFrame>
  );
}

interface Link {
  readonly token: string;
  readonly email: string;
  readonly username: string;
}

function VerifyForm({ link: { token, email, username }, wait }: { link: Link; wait: string | undefined }) {
  const busy = useNavigation().formData?.has("token") ?? false;
  return (
    <Form method="post" className="grid gap-4">
      {wait && <Alert tone="danger">{wait}</Alert>}
      <p>{m.auth_verify_ask({ email, username })}</p>
      <input type="hidden" name="intent" value="verify" />
      <input type="hidden" name="token" value={token} />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_verifying()}>
        {m.auth_verify_button()}
      </Button>
      <p className="text-sm text-soft">{m.auth_verify_not_you()}</p>
    </Form>
  );
}

function ResendForm({ result }: { result: SubmissionResult<string[]> | undefined }) {
  const busy = useNavigation().formData?.has("identifier") ?? false;
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: resendSchema }),
  });
  return (
    <Form
      method="post"
      action={href("/auth/verify")}
      id={form.id}
      onSubmit={form.onSubmit}
      noValidate
      className="mt-4 grid gap-4"
    >
      <input type="hidden" name="intent" value="resend" />
      <FormErrors formId={form.id} errors={form.allErrors} />
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
