import {
  changeWebhook,
  deleteWebhook,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
} from "#app/features/webhooks/commands.server.ts";
import { outcomeText } from "#app/features/webhooks/faults.server.ts";
import { webhookOf } from "#app/features/webhooks/present.server.ts";
import { type WebhookIntent, webhookFormSchema } from "#app/features/webhooks/schema.ts";
import { DeliveryList, WebhookLine } from "#app/features/webhooks/ui/deliveries.tsx";
import { WebhookFields } from "#app/features/webhooks/ui/webhook-fields.tsx";
import { WEBHOOKS_PATH, webhookPath } from "#app/features/webhooks/view.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { IntentButton } from "#app/ui/form-buttons.tsx";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/webhook.route.ts";

export const middleware = [signedIn];

/** /sell/business/api/webhooks/:id: a webhook with its secret and its last deliveries. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const webhook = await webhookOf(await context.get(signedInViewer), params.id);
  if (!webhook) throw new Refused("webhook_gone");
  return { webhook };
}

export function action({ request, params: { id }, context }: Route.ActionArgs) {
  const to = webhookPath(id);
  const done = (title: string, page = to) => ({ to: page, toast: { title, tone: "good" } as const });
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: webhookFormSchema,
    command: async (input, viewer) => {
      switch (input.intent) {
        case "save": {
          const { url, types } = input;
          await changeWebhook(viewer, id, { url, types });
          return done(m.webhook_saved());
        }
        case "on":
        case "off":
          await changeWebhook(viewer, id, { active: input.intent === "on" });
          return done(input.intent === "on" ? m.webhook_turned_on() : m.webhook_turned_off());
        case "test": {
          const test = await testWebhook(viewer, id);
          const title = test.taken ? m.webhook_test_done() : m.webhook_test_failed();
          const description = outcomeText(test) ?? "";
          return { to, toast: { title, description, tone: test.taken ? "good" : "danger" } };
        }
        case "rotate":
          await rotateWebhookSecret(viewer, id);
          return done(m.webhook_secret_made());
        case "delete":
          await deleteWebhook(viewer, id);
          return done(m.webhook_deleted(), WEBHOOKS_PATH);
        case "replay":
          await replayDelivery(viewer, id, input.delivery);
          return done(m.webhook_replayed());
      }
    },
    failedTitle: () => m.ui_error(),
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData ? m.webhook_title({ host: loaderData.webhook.host }) : m.webhooks_title());
}

export default function WebhookPage({ loaderData: { webhook }, actionData }: Route.ComponentProps) {
  const { secret, off, deliveries } = webhook;
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={m.webhook_title({ host: webhook.host })}
        lead={<bdi className="break-all">{webhook.url}</bdi>}
      />
      <WebhookLine webhook={webhook} />
      <div className="mt-4 flex flex-wrap gap-3">
        <IntentButton<WebhookIntent> intent="test" variant="primary">
          {m.webhook_test()}
        </IntentButton>
        {off === null ? (
          <IntentButton<WebhookIntent> intent="off">{m.webhook_turn_off()}</IntentButton>
        ) : (
          <IntentButton<WebhookIntent> intent="on">{m.webhook_turn_on()}</IntentButton>
        )}
      </div>
      <section aria-labelledby="webhook-secret" className="mt-12">
        <SectionHeading id="webhook-secret" title={m.webhook_secret()} />
        {secret === null ? (
          <Alert tone="danger">{m.webhook_fault_locked()}</Alert>
        ) : (
          <>
            <p className="text-soft">{m.webhook_secret_text()}</p>
            <details className="my-2">
              <summary className="inline-flex min-h-11 cursor-pointer items-center text-link">
                {m.webhook_secret_show()}
              </summary>
              <code className="break-all">{secret}</code>
            </details>
          </>
        )}
        <p className="my-3 text-soft">{m.webhook_secret_new_text()}</p>
        <IntentButton<WebhookIntent> intent="rotate">{m.webhook_secret_new()}</IntentButton>
      </section>
      <section aria-labelledby="webhook-deliveries" className="mt-12">
        <SectionHeading id="webhook-deliveries" title={m.webhook_deliveries()} />
        <DeliveryList deliveries={deliveries} canReplay={off === null} />
      </section>
      <section aria-labelledby="webhook-edit" className="mt-12">
        <SectionHeading id="webhook-edit" title={m.webhook_edit_title()} />
        <WebhookFields webhook={webhook} answer={actionData} send={m.webhook_save()} cancel={WEBHOOKS_PATH} />
      </section>
      <section aria-label={m.webhook_delete()} className="mt-10 border-line border-t pt-6">
        <IntentButton<WebhookIntent> intent="delete" variant="danger">
          {m.webhook_delete()}
        </IntentButton>
      </section>
    </div>
  );
}
