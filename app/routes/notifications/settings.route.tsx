import { Form, useNavigation } from "react-router";
import { loadedWith } from "#app/domain/edit-merge.ts";
import { NOTICE_KINDS } from "#app/domain/notification-kinds.ts";
import { noticeChoices } from "#app/features/accounts/mail-preferences.server.ts";
import { deviceOf } from "#app/features/accounts/security/device-names.server.ts";
import { submitSettings } from "#app/features/notifications/settings.server.ts";
import {
  choiceIn,
  choiceTexts,
  fieldsOf,
  NOTIFICATION_KINDS,
} from "#app/features/notifications/settings-schema.ts";
import { ChoiceRow, KIND_NAMES } from "#app/features/notifications/ui/choice-row.tsx";
import { speaksOfOffers } from "#app/features/offers/queries.server.ts";
import { pushSettings } from "#app/features/push/queries.server.ts";
import { PushSection } from "#app/features/push/ui/push-section.tsx";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { faultsOf } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { lazyLoad } from "#app/ui/lazy-load.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { titled } from "#app/ui/title.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/settings.route.ts";

export const middleware = [signedIn];

const ThisDeviceCard = lazyLoad(
  async () => (await import("#app/features/push/ui/this-device-card.tsx")).ThisDeviceCard,
);

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const [choices, offers, push] = await Promise.all([
    noticeChoices(viewer.id),
    speaksOfOffers(viewer),
    pushSettings(request, viewer),
  ]);
  const { devices, ...manner } = push;
  const shown = choices ?? NOTICE_KINDS;
  const kinds = NOTIFICATION_KINDS.filter((kind) => kind !== "offer" || offers);
  return {
    userId: viewer.id,
    devices: devices.map(({ userAgent, ...device }) => ({
      ...device,
      name: deviceOf(userAgent).name ?? m.security_device_unknown(),
    })),
    manner,
    choices: shown,
    kinds,
    loaded: loadedWith(Object.assign({}, ...kinds.map((kind) => choiceTexts(kind, shown[kind])))),
  };
}

/** Saves the whole form, which a browser without JavaScript sends. */
export function action({ request, context }: Route.ActionArgs) {
  return submitSettings(request, () => context.get(signedInViewer));
}

export function meta() {
  return titled(m.notification_settings_title());
}

export default function NotificationSettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  const hydrated = useHydrated();
  const faults = faultsOf(actionData);
  const typed = actionData?.result?.initialValue ?? {};
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.notification_settings_title()} lead={m.notification_settings_lead()} />
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="loaded" value={loaderData.loaded} />
        {faults[""] && (
          <Alert tone="danger" title={m.notification_settings_not_saved()}>
            {faults[""]}
          </Alert>
        )}
        <Panel className="py-0 sm:py-0">
          {loaderData.kinds.map((kind) => (
            <ChoiceRow
              key={kind}
              kind={kind}
              saved={choiceIn(kind, typed) ?? loaderData.choices[kind]}
              error={faults[fieldsOf(kind).mail]}
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
      <PushSection
        devices={loaderData.devices}
        manner={loaderData.manner}
        kinds={loaderData.kinds.map((kind) => ({ value: kind, label: KIND_NAMES[kind]() }))}
      >
        {hydrated && (
          <ThisDeviceCard
            userId={loaderData.userId}
            known={loaderData.devices.some(({ current }) => current)}
          />
        )}
      </PushSection>
    </div>
  );
}
