import { data, Form, redirect, useNavigation } from "react-router";
import { loadedWith } from "#app/domain/edit-merge.ts";
import { NOTICE_KINDS } from "#app/domain/notification-kinds.ts";
import { noticeChoices } from "#app/features/accounts/mail-preferences.server.ts";
import { SETTINGS_PATH, saveSettingsForm } from "#app/features/notifications/settings.server.ts";
import { choiceTexts, KINDS } from "#app/features/notifications/settings-schema.ts";
import { ChoiceRow } from "#app/features/notifications/ui/choice-row.tsx";
import { speaksOfOffers } from "#app/features/offers/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { flash } from "#app/platform/flash.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { titled } from "#app/ui/title.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/settings.route.ts";

export const middleware = [signedIn];

export async function loader({ context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const [choices, offers] = await Promise.all([noticeChoices(viewer.id), speaksOfOffers(viewer)]);
  const shown = choices ?? NOTICE_KINDS;
  const kinds = KINDS.filter((kind) => kind !== "offer" || offers);
  return {
    choices: shown,
    kinds,
    loaded: loadedWith(Object.assign({}, ...kinds.map((kind) => choiceTexts(kind, shown[kind])))),
  };
}

/** Saves the whole form, which a browser without JavaScript sends. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const answer = await saveSettingsForm(request, viewer);
  if (answer.kind === "confirm") return redirect(answer.path);
  if (answer.kind === "refused") {
    const { error, at, submitted, status } = answer;
    return data({ error, at, submitted }, { status });
  }
  const message = {
    title: m.ui_success(),
    description: m.notification_settings_all_saved(),
    kind: "success",
  } as const;
  return redirect(SETTINGS_PATH, { headers: flash(new Headers(), message) });
}

export function meta() {
  return titled(m.notification_settings_title());
}

export default function NotificationSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  const hydrated = useHydrated();
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.notification_settings_title()} lead={m.notification_settings_lead()} />
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="loaded" value={loaderData.loaded} />
        {actionData && actionData.at === null && (
          <Alert tone="danger" title={m.notification_settings_not_saved()}>
            {actionData.error}
          </Alert>
        )}
        <Panel className="py-0 sm:py-0">
          {loaderData.kinds.map((kind) => (
            <ChoiceRow
              key={kind}
              kind={kind}
              saved={actionData?.submitted?.[kind] ?? loaderData.choices[kind]}
              error={actionData?.at === kind ? actionData.error : undefined}
            />
          ))}
        </Panel>
        {!hydrated && (
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            busyLabel={m.notification_settings_saving()}
            className="justify-self-start"
          >
            {m.notification_settings_save()}
          </Button>
        )}
      </Form>
    </div>
  );
}
