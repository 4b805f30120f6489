import { type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { href, Link, redirect, useNavigation } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import { appCodeSchema, backupCodeSchema } from "#app/features/accounts/codes-schema.ts";
import { answerChallenge, challengedUserId } from "#app/features/accounts/second-factor.server.ts";
import { AccountForm, fieldOf } from "#app/features/accounts/ui/account-form.tsx";
import { AuthFrame, authPath } from "#app/features/accounts/ui/auth-frame.tsx";
import { CodeField } from "#app/features/accounts/ui/code-field.tsx";
import { m } from "#app/paraglide/messages.js";
import { TRUST_DAYS } from "#app/platform/auth-cookies.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/two-factor.route.ts";

type By = "app" | "backup";

const SCHEMAS = { app: appCodeSchema, backup: backupCodeSchema } as const;

function byOf(url: URL): By {
  return url.searchParams.get("by") === "backup" ? "backup" : "app";
}

/**
 * /auth/two-factor: the second step of sign-in, for users with a second factor. It accepts the code of the
 * authenticator app, or a backup code at ?by=backup.
 */
export async function loader({ request, url }: Route.LoaderArgs) {
  const next = safeNext(url.searchParams.get("next"));
  if (await viewerOf(request)) throw redirect(next);
  if (!(await challengedUserId(request))) throw redirect(authPath("signin", next));
  return { by: byOf(url), next: next === "/" ? null : next, days: TRUST_DAYS };
}

export function action({ request, url }: Route.ActionArgs) {
  const next = safeNext(url.searchParams.get("next"));
  const by = byOf(url);
  return submit(request, {
    who: viewerOf,
    schema: SCHEMAS[by],
    command: async (input, viewer) => {
      if (viewer) return { to: next, replace: true };
      const answered = await answerChallenge(request, { by, ...input });
      if (!answered)
        return {
          to: authPath("signin", next),
          replace: true,
          toast: { title: m.challenge_gone(), tone: "danger" },
        };
      const { headers, left } = answered;
      const description = left === null ? m.auth_welcome_back() : m.factor_left({ count: left });
      return { to: next, replace: true, headers, toast: { title: m.auth_welcome_back_title(), description } };
    },
  });
}

export function meta() {
  return titled(m.challenge_title());
}

export default function TwoFactorPage({ loaderData, actionData }: Route.ComponentProps) {
  const { by, next, days } = loaderData;
  const busy = useNavigation().formData?.has("code") ?? false;
  return (
    <AuthFrame
      title={m.challenge_title()}
      lead={by === "app" ? m.challenge_lead_app() : m.challenge_lead_backup()}
    >
      <ChallengeForm key={by} by={by} days={days} result={actionData?.result} busy={busy} />
      <p className="mt-5 flex flex-wrap gap-x-6 gap-y-3 text-sm">
        <Link to={otherWay(by, next)} replace className="text-link underline underline-offset-2">
          {by === "app" ? m.challenge_use_backup() : m.challenge_use_app()}
        </Link>
        <Link to={authPath("signin", next)} className="text-link underline underline-offset-2">
          {m.auth_back_to_sign_in()}
        </Link>
      </p>
    </AuthFrame>
  );
}

function otherWay(by: By, next: string | null): string {
  const search = new URLSearchParams();
  if (by === "app") search.set("by", "backup");
  if (next) search.set("next", next);
  return search.size > 0 ? `${href("/auth/two-factor")}?${search}` : href("/auth/two-factor");
}

function ChallengeForm({
  by,
  days,
  result,
  busy,
}: {
  by: By;
  /** The days for which a browser can be trusted. */
  days: number;
  result: SubmissionResult<string[]> | undefined;
  busy: boolean;
}) {
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema: SCHEMAS[by] }),
  });
  return (
    <AccountForm form={form}>
      {by === "app" ? (
        <CodeField {...fieldOf(fields.code, "text")} />
      ) : (
        <TextField
          {...fieldOf(fields.code, "text")}
          label={m.challenge_backup()}
          required
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          autoFocus
        />
      )}
      <Checkbox name="trust" value="on" label={m.challenge_trust({ days })} />
      <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_signing_in()}>
        {m.auth_sign_in()}
      </Button>
    </AccountForm>
  );
}
