import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect, replace, useNavigation } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import { faulty, intentOf, refused, refusedForm, unreadable } from "#app/features/accounts/answers.server.ts";
import { AUTH_MODES, type AuthMode, authPath } from "#app/features/accounts/auth-path.ts";
import { requestReset, resendVerification, signIn, signUp } from "#app/features/accounts/commands.server.ts";
import { passwordText } from "#app/features/accounts/password-faults.server.ts";
import { providerButtons } from "#app/features/accounts/provider-buttons.server.ts";
import { providerName, providerNotice } from "#app/features/accounts/provider-notices.server.ts";
import { identifierKind } from "#app/features/accounts/rules.ts";
import {
  forgotSchema,
  resendSchema,
  signInSchema,
  signUpSchema,
  socialSchema,
} from "#app/features/accounts/schema.ts";
import { startSocial } from "#app/features/accounts/social-sign-in.server.ts";
import { AuthFrame } from "#app/features/accounts/ui/auth-frame.tsx";
import { CheckEmail } from "#app/features/accounts/ui/check-email.tsx";
import { ForgotForm } from "#app/features/accounts/ui/forgot-form.tsx";
import { ProviderNoticeAlert } from "#app/features/accounts/ui/provider-notice-alert.tsx";
import { ResendButton, Resent } from "#app/features/accounts/ui/resend-button.tsx";
import { SignInForm } from "#app/features/accounts/ui/sign-in-form.tsx";
import { SignUpForm } from "#app/features/accounts/ui/sign-up-form.tsx";
import { SocialButtons } from "#app/features/accounts/ui/social-buttons.tsx";
import { termsVersion } from "#app/features/legal/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { deviceCookieName } from "#app/platform/auth.server.ts";
import { challengePath } from "#app/platform/auth-second-factor.server.ts";
import { env } from "#app/platform/env.server.ts";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { mailboxIsOpenTo } from "#app/platform/mail.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import { signedCookieOf, viewerOf } from "#app/platform/session.server.ts";
import { shownEmail } from "#app/platform/shown-email.server.ts";
import { whySignIn } from "#app/platform/sign-in.server.ts";
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

const FIELDS = ["intent", "identifier", "username", "email", "password", "confirm", "provider", "terms"];

type Sent = { request: Request; url: URL; form: FormData };

const INTENTS = {
  "sign-in": doSignIn,
  "sign-up": doSignUp,
  forgot: doForgot,
  social: doSocial,
  resend: doResend,
} as const;

export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request, FIELDS);
  const intent = intentOf(form, INTENTS);
  if (form && intent) return INTENTS[intent]({ request, url, form });
  return refused(ANSWER_OF[modeOf(url.searchParams)](unreadable()));
}

/** The form of each tab. An answer is shown in its own tab, whatever the address says. */
const INTENT_OF = { signin: "sign-in", signup: "sign-up", forgot: "forgot" } as const;

function shownMode(mode: AuthMode, intent: string | undefined): AuthMode {
  return AUTH_MODES.find((one) => INTENT_OF[one] === intent) ?? mode;
}

type Result = SubmissionResult<string[]>;

const signInAnswer = (result: Result, unverified?: string) =>
  ({ intent: "sign-in", result, unverified }) as const;
const signUpAnswer = (result: Result, sentTo?: string) => ({ intent: "sign-up", result, sentTo }) as const;
const forgotAnswer = (result: Result, sent = false) => ({ intent: "forgot", result, sent }) as const;
const ANSWER_OF = { signin: signInAnswer, signup: signUpAnswer, forgot: forgotAnswer };

async function doSignIn({ request, url, form }: Sent) {
  const submission = parseWithZod(form, { schema: signInSchema });
  if (submission.status !== "success") return refused(signInAnswer(faulty(submission)));
  const { identifier } = submission.value;
  const outcome = await orRefused(signIn(request, submission.value));
  const next = safeNext(url.searchParams.get("next"));
  switch (outcome.kind) {
    case "challenge":
      throw replace(challengePath(next), { headers: outcome.headers });
    case "signed-in":
      flash(outcome.headers, {
        kind: "success",
        title: m.auth_welcome_back_title(),
        description: m.auth_welcome_back(),
      });
      throw replace(next, { headers: outcome.headers });
    case "username-not-found":
      return refused(
        signInAnswer(faulty(submission, { fieldErrors: { identifier: [m.auth_username_not_found()] } })),
      );
    case "wrong": {
      const text = identifierKind(identifier) === "email" ? m.auth_wrong() : m.auth_wrong_username();
      return refused(signInAnswer(faulty(submission, { fieldErrors: { password: [text] } })));
    }
    case "unverified":
      return refused(signInAnswer(faulty(submission), identifier), 403);
    case "refused":
      return refusedForm(submission, outcome, signInAnswer);
  }
}

async function doSignUp({ request, url, form }: Sent) {
  const submission = parseWithZod(form, { schema: signUpSchema });
  if (submission.status !== "success") return refused(signUpAnswer(faulty(submission)));
  const outcome = await orRefused(signUp(request, submission.value, safeNext(url.searchParams.get("next"))));
  switch (outcome.kind) {
    case "sent":
      return data(signUpAnswer(submission.reply({ resetForm: true }), shownEmail(submission.value.email)), {
        headers: outcome.headers,
      });
    case "username-taken":
      return refused(
        signUpAnswer(faulty(submission, { fieldErrors: { username: [m.auth_username_taken()] } })),
        409,
      );
    case "weak":
      return refused(
        signUpAnswer(faulty(submission, { fieldErrors: { password: [passwordText(outcome.fault)] } })),
      );
    case "refused":
      return refusedForm(submission, outcome, signUpAnswer);
  }
}

async function doForgot({ request, form }: Sent) {
  const submission = parseWithZod(form, { schema: forgotSchema });
  if (submission.status !== "success") return refused(forgotAnswer(faulty(submission)));
  const outcome = await orRefused(requestReset(request, submission.value.email));
  if (outcome.kind === "refused") return refusedForm(submission, outcome, forgotAnswer);
  return forgotAnswer(submission.reply({ resetForm: true }), true);
}

/** Mails the verification link again. The answer does not reveal whether a mail was sent. */
async function doResend({ request, form }: Sent) {
  const answer = (sent: boolean, text: string) => ({ intent: "resend", sent, text }) as const;
  const parsed = resendSchema.safeParse({ identifier: form.get("identifier") });
  if (!parsed.success) return refused(answer(false, m.auth_form_broken()));
  const outcome = await orRefused(resendVerification(request, parsed.data.identifier));
  if (outcome.kind === "refused") return refused(answer(false, outcome.message), 429);
  return answer(true, m.auth_resent());
}

async function doSocial({ request, url, form }: Sent) {
  const answer = (text: string) => ({ intent: "social", notice: { text, providerText: null } }) as const;
  const parsed = socialSchema.safeParse({ provider: form.get("provider") });
  if (!parsed.success) return refused(answer(m.auth_social_failed()));
  const { provider } = parsed.data;
  const named = { provider: providerName(provider) };
  if (!env().providers[provider]) return answer(m.auth_provider_missing(named));
  const outcome = await orRefused(startSocial(request, provider, safeNext(url.searchParams.get("next"))));
  switch (outcome.kind) {
    case "go":
      throw redirect(outcome.url, { headers: outcome.headers });
    case "failed":
      return refused(answer(m.auth_provider_failed(named)), 502);
    case "refused":
      return refused(answer(outcome.message), 429);
  }
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
  const mode = shownMode(loaderData.mode, actionData?.intent);
  const sending = useNavigation().formData;
  const intent = sending?.get("intent");
  const provider = intent === "social" ? String(sending?.get("provider")) : null;
  const to = (where: AuthMode) => authPath(where, next);
  if (actionData?.intent === "sign-up" && actionData.sentTo) {
    return (
      <AuthFrame title={m.auth_title_verify()}>
        <CheckEmail email={actionData.sentTo} mailbox={mailbox} />
      </AuthFrame>
    );
  }
  const notice = actionData?.intent === "social" ? actionData.notice : loaderData.notice;
  const unverified = actionData?.intent === "sign-in" ? actionData.unverified : undefined;
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
            {actionData?.intent === "resend" && <Resent {...actionData} />}
            {unverified && (
              <Alert tone="danger" className="mb-4">
                <p>{m.auth_unverified()}</p>
                <ResendButton identifier={unverified} />
              </Alert>
            )}
            <SocialButtons buttons={setUp} busy={provider} above />
          </div>
        </>
      )}
      {mode === "signin" && (
        <SignInForm
          result={actionData?.intent === "sign-in" ? actionData.result : undefined}
          busy={intent === "sign-in"}
          forgotTo={to("forgot")}
          codeTo={next ? `${href("/auth/code")}?next=${encodeURIComponent(next)}` : href("/auth/code")}
        />
      )}
      {mode === "signup" && (
        <SignUpForm
          result={actionData?.intent === "sign-up" ? actionData.result : undefined}
          busy={intent === "sign-up"}
          terms={terms}
        />
      )}
      {mode !== "forgot" && <SocialButtons buttons={notSetUp} busy={provider} />}
      {mode === "forgot" && (
        <ForgotForm
          result={actionData?.intent === "forgot" ? actionData.result : undefined}
          sent={actionData?.intent === "forgot" && "sent" in actionData && actionData.sent}
          busy={intent === "forgot"}
          signInTo={to("signin")}
        />
      )}
    </AuthFrame>
  );
}
