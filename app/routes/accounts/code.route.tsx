import { href, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { safeNext } from "#app/domain/local-path.ts";
import { readAddressee, shownAddressee } from "#app/features/accounts/addressee.server.ts";
import { type Addressee, sendSignInCode, signInByCode } from "#app/features/accounts/codes.server.ts";
import { resendCodeSchema, sendCodeSchema, typedCodeSchema } from "#app/features/accounts/codes-schema.ts";
import { resendVerification } from "#app/features/accounts/commands.server.ts";
import { AuthFrame, authPath } from "#app/features/accounts/ui/auth-frame.tsx";
import { AskForCode, type CodeStep, TypeCode } from "#app/features/accounts/ui/code-forms.tsx";
import { m } from "#app/paraglide/messages.js";
import { CODE_SECONDS } from "#app/platform/auth-codes.server.ts";
import { challengePath } from "#app/platform/auth-second-factor.server.ts";
import { env } from "#app/platform/env.server.ts";
import { mailboxIsOpenTo } from "#app/platform/mail.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { canSendSms } from "#app/platform/sms.server.ts";
import { type Done, faultAt, submit } from "#app/platform/submit.server.ts";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/code.route.ts";

/** /auth/code: sign-in with a code by mail or text message, in two steps. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const next = safeNext(url.searchParams.get("next"));
  if (await viewerOf(request)) throw redirect(next);
  return { next: next === "/" ? null : next, texts: canSendSms(env()), mailbox: mailboxIsOpenTo(request) };
}

const schema = z.discriminatedUnion("intent", [
  sendCodeSchema.extend({ intent: z.literal("send") }),
  resendCodeSchema.extend({ intent: z.literal("resend") }),
  typedCodeSchema.extend({ intent: z.literal("sign-in") }),
]);

export function action({ request, url }: Route.ActionArgs) {
  return submit(request, {
    who: viewerOf,
    schema,
    command: async (input): Promise<Done<CodeStep>> => {
      const addressee = await readAddressee(request, input.to);
      if (!addressee) throw faultAt("to", m.code_to_invalid());
      if (input.intent === "sign-in") return signInWith(addressee, input.code);
      // The answer does not reveal whether a code or a link was sent.
      await (input.intent === "resend" && input.type === "verification"
        ? resendVerification(request, addressee.to)
        : sendSignInCode(request, addressee));
      return { value: { ...stepOf(addressee), again: input.intent === "resend", sentAt: Date.now() } };
    },
    keep: async (form) => {
      const addressee =
        form.get("intent") !== "send" && (await readAddressee(request, String(form.get("to") ?? "")));
      return addressee ? stepOf(addressee) : null;
    },
  });

  async function signInWith(addressee: Addressee, code: string): Promise<Done<CodeStep>> {
    const { headers, isChallenge, tookOver } = await signInByCode(request, addressee, code);
    const next = safeNext(url.searchParams.get("next"));
    if (isChallenge) return { to: challengePath(next), replace: true, headers };
    const description = tookOver ? m.code_took_over() : m.auth_welcome_back();
    return { to: next, replace: true, headers, toast: { title: m.auth_welcome_back_title(), description } };
  }
}

function stepOf(addressee: Addressee): CodeStep {
  return { to: addressee.to, shown: shownAddressee(addressee), minutes: CODE_SECONDS / 60 };
}

export function meta() {
  return titled(m.code_title());
}

export default function CodePage({ loaderData, actionData }: Route.ComponentProps) {
  const { next, texts, mailbox } = loaderData;
  const intent = useNavigation().formData?.get("intent") ?? null;
  const search = next ? `?next=${encodeURIComponent(next)}` : "";
  const step = actionData?.value ?? actionData?.kept;
  if (step) {
    return (
      <AuthFrame title={m.code_title()}>
        <TypeCode
          // A new key after each new code clears the input.
          key={step.sentAt}
          step={step}
          result={actionData?.result}
          intent={intent}
          otherTo={`${href("/auth/code")}${search}`}
          mailbox={mailbox}
        />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={m.code_title()} lead={texts ? m.code_lead() : m.code_lead_email()}>
      <AskForCode result={actionData?.result} busy={intent === "send"} texts={texts} />
      <p className="mt-5 text-sm">
        <Link to={authPath("signin", next)} className="text-link underline underline-offset-2">
          {m.auth_back_to_sign_in()}
        </Link>
      </p>
    </AuthFrame>
  );
}
