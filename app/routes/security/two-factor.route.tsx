import { href, useNavigation } from "react-router";
import { z } from "zod";
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
import { confirmed, confirmedViewer } from "#app/platform/guards.server.ts";
import { type Done, submit } from "#app/platform/submit.server.ts";
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

const schema = z.discriminatedUnion("intent", [
  z.object({ intent: z.enum(["start", "codes", "switch-off"]) }),
  firstCodeSchema.extend({ intent: z.literal("switch-on") }),
]);

/** What the page shows after a form. No page shows the backup codes again. */
type Shown = { enrolment: Enrolment } | { codes: readonly string[]; isNew: boolean };

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(confirmedViewer),
    schema,
    command: async (input, viewer): Promise<Done<Shown>> => {
      switch (input.intent) {
        case "start": {
          const enrolment = await startEnrolment(request, viewer);
          return enrolment ? { value: { enrolment } } : { to: HERE };
        }
        case "switch-on": {
          const { headers, codes } = await finishEnrolment(request, viewer, input.code);
          return { headers, value: { codes, isNew: true } };
        }
        case "codes": {
          const codes = await renewBackupCodes(request, viewer);
          return codes ? { value: { codes, isNew: false } } : { to: HERE };
        }
        case "switch-off": {
          const headers = await removeSecondFactor(request, viewer);
          return { to: href("/profile/security"), headers, toast: { title: m.factor_now_off() } };
        }
      }
    },
    keep: async (form, viewer) => {
      const enrolment = form.get("intent") === "switch-on" && (await enrolmentOf(request, viewer));
      return enrolment ? { enrolment } : null;
    },
  });
}

export function meta() {
  return titled(m.factor_title());
}

export default function TwoFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { username, left } = loaderData;
  const intent = useNavigation().formData?.get("intent") ?? null;
  const shown = actionData?.value ?? actionData?.kept;
  if (shown && "codes" in shown) {
    return (
      <SecurityFrame title={m.factor_codes()} lead={m.factor_codes_lead()}>
        {shown.isNew && (
          <Alert tone="good" className="mb-5">
            {m.factor_now_on()}
          </Alert>
        )}
        <BackupCodes codes={shown.codes} username={username} />
      </SecurityFrame>
    );
  }
  return (
    <SecurityFrame
      title={m.factor_title()}
      lead={left === null ? m.factor_lead_off() : m.factor_is_on({ count: left })}
    >
      {actionData?.message !== undefined && !shown && (
        <Alert tone="danger" className="mb-4">
          {actionData.message}
        </Alert>
      )}
      {left !== null && <Manage intent={intent} />}
      {left === null &&
        (shown ? (
          <Enrol enrolment={shown.enrolment} result={actionData?.result} busy={intent === "switch-on"} />
        ) : (
          <StartEnrolment busy={intent === "start"} />
        ))}
    </SecurityFrame>
  );
}
