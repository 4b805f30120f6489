import { href, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { safeNext } from "#app/domain/local-path.ts";
import { requestReset, resendVerification, signIn, signUp } from "#app/features/accounts/commands.server.ts";
import { providerButtons, providerNotice } from "#app/features/accounts/provider-notices.server.ts";
import {
  forgotSchema,
  resendSchema,
  signInSchema,
  signUpSchema,
  socialSchema,
} from "#app/features/accounts/schema.ts";
import { startSocial } from "#app/features/accounts/social-sign-in.server.ts";
import { AUTH_MODES, AuthFrame, type AuthMode, authPath } from "#app/features/accounts/ui/auth-frame.tsx";
import { CheckEmail } from "#app/features/accounts/ui/check-email.tsx";
import { ForgotForm } from "#app/features/accounts/ui/forgot-form.tsx";
import { ProviderNoticeAlert } from "#app/features/accounts/ui/provider-notice-alert.tsx";
import { ResendButton, Resent } from "#app/features/accounts/ui/resend-button.tsx";
import { SignInForm } from "#app/features/accounts/ui/sign-in-form.tsx";
import { SignUpForm } from "#app/features/accounts/ui/sign-up-form.tsx";
import { SocialButtons } from "#app/features/accounts/ui/social-buttons.tsx";
import { termsVersion } from "#app/features/legal/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { deviceCookieName } from "#app/platform/auth-cookies.server.ts";
import { challengePath } from "#app/platform/auth-second-factor.server.ts";
import { mailboxIsOpenTo, shownEmail } from "#app/platform/mail.server.ts";
import { signedCookieOf, viewerOf } from "#app/platform/session.server.ts";
import { whySignIn } from "#app/platform/sign-in.server.ts";
import { type Done, submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/auth.route.ts";

function modeOf(search: URLSearchParams, otherwise: AuthMode = "signin"): AuthMode {
  return AUTH_MODES.find((mode) => mode === search.get("mode")) ?? otherwise;
}

/** /auth: sign in, create an account, or ask for a new password. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const next = safeNext(url.searchParams.get("next"));
  if (await viewerOf(request)) throw redirect(next);
  const why = whySignIn(next);
  const isNewcomer = signedCookieOf(request, deviceCookieName()) === null;
  const shownFirst = why?.acts && isNewcomer ? "signup" : "signin";
  return {
    mode: modeOf(url.searchParams, shownFirst),
    next: next === "/" ? null : next,
    why: why?.text ?? null,
    mailbox: mailboxIsOpenTo(request),
    notice: providerNotice(url.searchParams),
    ...providerButtons(),
    terms: await termsVersion(),
  };
}

const schema = z.discriminatedUnion("intent", [
  signInSchema.extend({ intent: z.literal("sign-in") }),
  signUpSchema.safeExtend({ intent: z.literal("sign-up") }),
  forgotSchema.extend({ intent: z.literal("forgot") }),
  socialSchema.extend({ intent: z.literal("social") }),
  resendSchema.extend({ intent: z.literal("resend") }),
]);

export function action({ request, url }: Route.ActionArgs) {
  const next = safeNext(url.searchParams.get("next"));
  return submit(request, {
    who: viewerOf,
    schema,
    command: async (input): Promise<Done<{ sentTo?: string }>> => {
      switch (input.intent) {
        case "sign-in": {
          const { headers, isChallenge } = await signIn(request, input);
          if (isChallenge) return { to: challengePath(next), replace: true, headers };
          const toast = { title: m.auth_welcome_back_title(), description: m.auth_welcome_back() };
          return { to: next, replace: true, headers, toast };
        }
        case "sign-up": {
          const headers = await signUp(request, input, next);
          return { headers, value: { sentTo: shownEmail(input.email) } };
        }
        case "forgot":
          await requestReset(request, input.email);
          return {};
        case "social": {
          const { url: to, headers } = await startSocial(request, input.provider, next);
          return { to, headers };
        }
        case "resend":
          // The answer does not reveal whether a mail was sent.
          await resendVerification(request, input.identifier);
          return {};
      }
    },
  });
}

/** The form of each tab. An answer is shown in its own tab, whatever the address says. */
const INTENT_OF = { signin: "sign-in", signup: "sign-up", forgot: "forgot" } as const;

function shownMode(mode: AuthMode, intent: string | null | undefined): AuthMode {
  return AUTH_MODES.find((one) => INTENT_OF[one] === intent) ?? mode;
}

const TITLES: Record<AuthMode, () => string> = {
  signin: () => m.auth_title_sign_in(),
  signup: () => m.auth_title_sign_up(),
  forgot: () => m.auth_title_forgot(),
};
const LEADS: Record<AuthMode, () => string> = {
  signin: () => m.auth_lead_sign_in(),
  signup: () => m.auth_lead_sign_up(),
  forgot: () => m.auth_lead_forgot(),
};

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(TITLES[loaderData?.mode ?? "signin"]());
}

export default function AuthPage({ loaderData, actionData }: Route.ComponentProps) {
  const { next, why, mailbox, setUp, notSetUp, terms } = loaderData;
  const intent = actionData?.intent;
  const mode = shownMode(loaderData.mode, intent);
  const sending = useNavigation().formData;
  const sent = sending?.get("intent");
  const provider = sent === "social" ? String(sending?.get("provider")) : null;
  const to = (where: AuthMode) => authPath(where, next);
  if (actionData?.value?.sentTo) {
    return (
      <AuthFrame title={m.auth_title_verify()}>
        <CheckEmail email={actionData.value.sentTo} mailbox={mailbox} />
      </AuthFrame>
    );
  }
  const failed = intent === "social" && !actionData?.ok ? actionData?.message : undefined;
  const notice = failed === undefined ? loaderData.notice : { text: failed, providerText: null };
  const result = intent === "social" || intent === "resend" ? undefined : actionData?.result;
  const isUnverified = actionData?.reason === "address_unverified";
  return (
    <AuthFrame title={TITLES[mode]()} lead={LEADS[mode]()}>
      {mode !== "forgot" && (
        <>
          <LinkTabs
            label={m.auth_tabs_label()}
            tabs={[
              { to: to("signin"), label: m.auth_tab_sign_in(), current: mode === "signin" },
              { to: to("signup"), label: m.auth_tab_sign_up(), current: mode === "signup" },
            ]}
          />
          <div className="pt-6">
            {why && <p className="mb-4 font-semibold">{why}</p>}
            {notice && <ProviderNoticeAlert notice={notice} />}
            {intent === "resend" && actionData && <Resent answer={actionData} />}
            {isUnverified && (
              <Alert tone="danger" className="mb-4">
                <p>{m.auth_unverified()}</p>
                <ResendButton identifier={String(result?.initialValue?.identifier ?? "")} />
              </Alert>
            )}
            <SocialButtons buttons={setUp} busy={provider} above />
          </div>
        </>
      )}
      {mode === "signin" && (
        <SignInForm
          // The alert above says it.
          result={isUnverified ? { ...result, error: {} } : result}
          busy={sent === "sign-in"}
          forgotTo={to("forgot")}
          codeTo={next ? `${href("/auth/code")}?next=${encodeURIComponent(next)}` : href("/auth/code")}
        />
      )}
      {mode === "signup" && <SignUpForm result={result} busy={sent === "sign-up"} terms={terms} />}
      {mode !== "forgot" && <SocialButtons buttons={notSetUp} busy={provider} />}
      {mode === "forgot" && (
        <ForgotForm
          // A new key clears the form.
          key={String(actionData?.ok)}
          result={result}
          sent={intent === "forgot" && actionData?.ok === true}
          busy={sent === "forgot"}
          signInTo={to("signin")}
        />
      )}
    </AuthFrame>
  );
}
