import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { href, Link, redirect, replace, useNavigation } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import { readAddressee, shownAddressee } from "#app/features/accounts/addressee.server.ts";
import { faulty, intentOf, refused, refusedForm, unreadable } from "#app/features/accounts/answers.server.ts";
import { authPath } from "#app/features/accounts/auth-path.ts";
import {
  type Addressee,
  type CodeFault,
  sendSignInCode,
  signInByCode,
} from "#app/features/accounts/codes.server.ts";
import { resendCodeSchema, sendCodeSchema, typedCodeSchema } from "#app/features/accounts/codes-schema.ts";
import { resendVerification } from "#app/features/accounts/commands.server.ts";
import { AuthFrame } from "#app/features/accounts/ui/auth-frame.tsx";
import { AskForCode, type CodeStep, TypeCode } from "#app/features/accounts/ui/code-forms.tsx";
import { m } from "#app/paraglide/messages.js";
import { CODE_SECONDS } from "#app/platform/auth-codes.server.ts";
import { challengePath } from "#app/platform/auth-second-factor.server.ts";
import { env } from "#app/platform/env.server.ts";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { mailboxIsOpenTo } from "#app/platform/mail.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { canSendSms } from "#app/platform/sms.server.ts";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/code.route.ts";

/** /auth/code: sign-in with a code by mail or text message, in two steps. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const next = safeNext(url.searchParams.get("next"));
  if (await viewerOf(request)) throw redirect(next);
  return { next: next === "/" ? null : next, texts: canSendSms(env()), mailbox: mailboxIsOpenTo(request) };
}

type Sent = { request: Request; url: URL; form: FormData };

const INTENTS = { send: doSend, resend: doResend, "sign-in": doSignIn } as const;

export async function action({ request, url }: Route.ActionArgs) {
  const form = await readForm(request, ["intent", "to", "type", "code"]);
  const intent = intentOf(form, INTENTS);
  if (form && intent) return INTENTS[intent]({ request, url, form });
  return refused(firstStep(unreadable()));
}

function firstStep(result: SubmissionResult<string[]>) {
  return { result, step: undefined };
}

function typing(step: CodeStep) {
  return (result?: SubmissionResult<string[]>) => ({ result, step });
}

function stepOf(addressee: Addressee): CodeStep {
  return { to: addressee.to, shown: shownAddressee(addressee), minutes: CODE_SECONDS / 60 };
}

async function doSend({ request, form }: Sent) {
  const submission = parseWithZod(form, { schema: sendCodeSchema });
  if (submission.status !== "success") return refused(firstStep(faulty(submission)));
  const addressee = await readAddressee(request, submission.value.to);
  const fault = (text: string) => refused(firstStep(faulty(submission, { fieldErrors: { to: [text] } })));
  if (!addressee) return fault(m.code_to_invalid());
  if (addressee.kind === "phone" && !canSendSms(env())) return fault(m.code_no_texts());
  const outcome = await orRefused(sendSignInCode(request, addressee));
  if (outcome.kind === "refused") return refusedForm(submission, outcome, firstStep);
  return typing({ ...stepOf(addressee), sentAt: Date.now() })();
}

/** Sends another code or another verification link. The answer does not reveal whether one was sent. */
async function doResend({ request, form }: Sent) {
  const submission = parseWithZod(form, { schema: resendCodeSchema });
  const addressee = await readAddressee(request, String(form.get("to") ?? ""));
  if (!addressee) {
    return refused(firstStep(faulty(submission, { fieldErrors: { to: [m.code_to_required()] } })));
  }
  const step = stepOf(addressee);
  if (submission.status !== "success") return refused(typing(step)(faulty(submission)));
  const outcome = await orRefused(
    submission.value.type === "sign-in"
      ? sendSignInCode(request, addressee)
      : resendVerification(request, addressee.to),
  );
  if (outcome.kind === "refused") return refusedForm(submission, outcome, typing(step));
  return typing({ ...step, again: true, sentAt: Date.now() })();
}

const FAULTS: Record<CodeFault["kind"], () => string> = {
  wrong: () => m.account_code_wrong(),
  expired: () => m.code_expired(),
  spent: () => m.code_spent(),
};

async function doSignIn({ request, url, form }: Sent) {
  const submission = parseWithZod(form, { schema: typedCodeSchema });
  const addressee = await readAddressee(request, String(form.get("to") ?? ""));
  if (!addressee) return refused(firstStep(faulty(submission)));
  const answer = typing(stepOf(addressee));
  if (submission.status !== "success") return refused(answer(faulty(submission)));
  const outcome = await orRefused(signInByCode(request, addressee, submission.value.code));
  const next = safeNext(url.searchParams.get("next"));
  switch (outcome.kind) {
    case "refused":
      return refusedForm(submission, outcome, answer);
    case "challenge":
      throw replace(challengePath(next), { headers: outcome.headers });
    case "signed-in":
      flash(outcome.headers, {
        kind: "success",
        title: m.auth_welcome_back_title(),
        description: outcome.tookOver ? m.code_took_over() : m.auth_welcome_back(),
      });
      throw replace(next, { headers: outcome.headers });
    default:
      return refused(answer(faulty(submission, { fieldErrors: { code: [FAULTS[outcome.kind]()] } })));
  }
}

export function meta() {
  return titled(m.code_title());
}

export default function CodePage({ loaderData, actionData }: Route.ComponentProps) {
  const { next, texts, mailbox } = loaderData;
  const intent = useNavigation().formData?.get("intent") ?? null;
  const search = next ? `?next=${encodeURIComponent(next)}` : "";
  if (actionData?.step) {
    return (
      <AuthFrame title={m.code_title()}>
        <TypeCode
          // A new key after each new code clears the input.
          key={actionData.step.sentAt}
          step={actionData.step}
          result={actionData.result}
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
