import { Form, href } from "react-router";
import { z } from "zod";
import { formatDay } from "#app/domain/format.ts";
import {
  factorResetFor,
  type ResetState,
  refuseFactorReset,
} from "#app/features/accounts/security/factor-resets.server.ts";
import { AuthFrame } from "#app/features/accounts/ui/auth-frame.tsx";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/factor-reset.route.ts";

async function resetIn(request: Request, id: string) {
  const token = new URL(request.url).searchParams.get("token");
  return factorResetFor(await viewerOf(request), id, token);
}

/** /auth/factor-reset/:id: the owner of a second factor refuses that it is reset; opening it changes nothing. */
export async function loader({ request, params }: Route.LoaderArgs) {
  const { state, due_at } = await resetIn(request, params.id);
  return { state, due: formatDay(due_at, getLocale()) };
}

loader.query = ["token"];

export function action({ request, params }: Route.ActionArgs) {
  return submit(request, {
    who: () => resetIn(request, params.id),
    schema: z.object({}),
    command: async (_, reset) => {
      await refuseFactorReset(request, reset);
      return {
        to: href("/auth/factor-reset/:id", { id: params.id }) + new URL(request.url).search,
        replace: true,
      };
    },
  });
}

export function meta() {
  return titled(m.factor_reset_title());
}

const TEXTS: Readonly<Record<Exclude<ResetState, "waiting">, () => string>> = {
  refused: m.factor_reset_was_refused,
  used: m.factor_reset_was_ended,
  stopped: m.factor_reset_was_ended,
  done: m.factor_reset_was_done,
};

export default function FactorResetPage({ loaderData: { state, due }, actionData }: Route.ComponentProps) {
  return (
    <AuthFrame title={m.factor_reset_title()}>
      <div className="grid gap-5">
        {actionData?.message && <Alert tone="danger">{actionData.message}</Alert>}
        {state === "waiting" ? (
          <>
            <p>{m.factor_reset_lead({ day: due })}</p>
            <Form method="post">
              <Button type="submit" variant="primary">
                {m.factor_reset_refuse()}
              </Button>
            </Form>
          </>
        ) : (
          <Alert tone={state === "done" ? "notice" : "good"}>{TEXTS[state]()}</Alert>
        )}
        <LinkButton to={href("/profile/security")}>{m.mail_security_button()}</LinkButton>
      </div>
    </AuthFrame>
  );
}
