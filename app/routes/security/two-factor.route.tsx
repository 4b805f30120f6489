import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, href, redirect, useNavigation } from "react-router";
import type { Viewer } from "#app/domain/viewer.ts";
import { faulty, intentOf, refused, refusedForm } from "#app/features/accounts/answers.server.ts";
import { firstCodeSchema } from "#app/features/accounts/codes-schema.ts";
import { backupCodesLeft } from "#app/features/accounts/second-factor.server.ts";
import {
  type Enrolment,
  enrolmentOf,
  finishEnrolment,
  removeSecondFactor,
  renewBackupCodes,
  startEnrolment,
} from "#app/features/accounts/security/two-factor.server.ts";
import { BackupCodes } from "#app/features/accounts/security/ui/backup-codes.tsx";
import { Enrol, Manage, StartEnrolment } from "#app/features/accounts/security/ui/second-factor-forms.tsx";
import { SecurityFrame } from "#app/features/accounts/security/ui/security-frame.tsx";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { confirmed, confirmedViewer } from "#app/platform/guards.server.ts";
import { orRefused, type Refused } from "#app/platform/refused.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/two-factor.route.ts";

const HERE = href("/profile/security/two-factor");

export const middleware = [confirmed];

/** /profile/security/two-factor: sets up an authenticator app as the second step of sign-in. */
export async function loader({ context }: Route.LoaderArgs) {
  const { id, username } = await context.get(confirmedViewer);
  return { username, left: await backupCodesLeft(id) };
}

type Sent = { request: Request; form: FormData; viewer: Viewer };

const INTENTS = {
  start: doStart,
  "switch-on": doSwitchOn,
  codes: doCodes,
  "switch-off": doSwitchOff,
} as const;

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(confirmedViewer);
  const form = await readForm(request, ["intent", "code"]);
  const intent = intentOf(form, INTENTS);
  if (form && intent) return INTENTS[intent]({ request, form, viewer });
  return refused(notice(m.auth_form_broken()));
}

function notice(text: string) {
  return { kind: "notice", text } as const;
}

function tooOften({ message, status, headers }: Refused) {
  return data(notice(message), { status, headers });
}

function enrolling(enrolment: Enrolment) {
  return (result?: SubmissionResult<string[]>) => ({ kind: "enrol", enrolment, result }) as const;
}

async function doStart({ request, viewer }: Sent) {
  const outcome = await orRefused(startEnrolment(request, viewer));
  if (outcome.kind === "refused") return tooOften(outcome);
  if (outcome.kind === "on") throw redirect(HERE);
  return enrolling(outcome.enrolment)();
}

async function doSwitchOn({ request, form, viewer }: Sent) {
  const enrolment = await enrolmentOf(request);
  if (!enrolment) return refused(notice(m.factor_not_started()));
  const answer = enrolling(enrolment);
  const submission = parseWithZod(form, { schema: firstCodeSchema });
  if (submission.status !== "success") return refused(answer(faulty(submission)));
  const outcome = await orRefused(finishEnrolment(request, viewer, submission.value.code));
  switch (outcome.kind) {
    case "on":
      // Only this response contains the backup codes: no page shows them again.
      return data({ kind: "codes", codes: outcome.codes, isNew: true } as const, {
        headers: outcome.headers,
      });
    case "wrong":
      return refused(answer(faulty(submission, { fieldErrors: { code: [m.challenge_wrong()] } })));
    case "not-started":
      return refused(notice(m.factor_not_started()));
    case "refused":
      return refusedForm(submission, outcome, answer);
  }
}

async function doCodes({ request, viewer }: Sent) {
  const outcome = await orRefused(renewBackupCodes(request, viewer));
  if (outcome.kind === "refused") return tooOften(outcome);
  if (outcome.kind === "off") throw redirect(HERE);
  return { ...outcome, isNew: false };
}

async function doSwitchOff({ request, viewer }: Sent) {
  const outcome = await orRefused(removeSecondFactor(request, viewer));
  if (outcome.kind === "refused") return tooOften(outcome);
  flash(outcome.headers, { kind: "success", title: m.factor_now_off() });
  throw redirect(href("/profile/security"), { headers: outcome.headers });
}

export function meta() {
  return titled(m.factor_title());
}

export default function TwoFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { username, left } = loaderData;
  const intent = useNavigation().formData?.get("intent") ?? null;
  if (actionData?.kind === "codes") {
    return (
      <SecurityFrame title={m.factor_codes()} lead={m.factor_codes_lead()}>
        {actionData.isNew && (
          <Alert tone="good" className="mb-5">
            {m.factor_now_on()}
          </Alert>
        )}
        <BackupCodes codes={actionData.codes} username={username} />
      </SecurityFrame>
    );
  }
  return (
    <SecurityFrame
      title={m.factor_title()}
      lead={left === null ? m.factor_lead_off() : m.factor_is_on({ count: left })}
    >
      {actionData?.kind === "notice" && (
        <Alert tone="danger" className="mb-4">
          {actionData.text}
        </Alert>
      )}
      {left !== null && <Manage intent={intent} />}
      {left === null &&
        (actionData?.kind === "enrol" ? (
          <Enrol enrolment={actionData.enrolment} result={actionData.result} busy={intent === "switch-on"} />
        ) : (
          <StartEnrolment busy={intent === "start"} />
        ))}
    </SecurityFrame>
  );
}
