import { href, Link } from "react-router";
import { formatNumber } from "#app/domain/format.ts";
import { addWebhook } from "#app/features/webhooks/commands.server.ts";
import { webhooksOf } from "#app/features/webhooks/present.server.ts";
import { MAX_WEBHOOKS, MOST_WAITING } from "#app/features/webhooks/rules.ts";
import { webhookSchema } from "#app/features/webhooks/schema.ts";
import { WebhookLine } from "#app/features/webhooks/ui/deliveries.tsx";
import { WebhookFields } from "#app/features/webhooks/ui/webhook-fields.tsx";
import { webhookPath } from "#app/features/webhooks/view.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { PageTitle, SectionHeading } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/webhooks.route.ts";

export const middleware = [signedIn];

/** /sell/business/api/webhooks: other systems that are told what happens here (decision 0191). */
export async function loader({ context }: Route.LoaderArgs) {
  return { webhooks: await webhooksOf(await context.get(signedInViewer)) };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: webhookSchema,
    command: async (input, viewer) => ({
      to: webhookPath((await addWebhook(viewer, input)).id),
      toast: { title: m.webhook_added(), tone: "good" },
    }),
  });
}

export function meta() {
  return titled(m.webhooks_title());
}

export default function WebhooksPage({ loaderData: { webhooks }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.webhooks_title()} lead={m.webhooks_lead()} />
      {webhooks.length > 0 && (
        <ul className="mb-12 divide-y divide-line rounded-lg border border-line bg-surface">
          {webhooks.map((webhook) => (
            <li key={webhook.id} className="px-4 py-3">
              <Link to={webhookPath(webhook.id)} className="text-link font-semibold">
                <bdi className="break-all">{webhook.url}</bdi>
              </Link>
              <WebhookLine webhook={webhook} />
            </li>
          ))}
        </ul>
      )}
      <section aria-labelledby="webhook-add" className="mb-12">
        <SectionHeading id="webhook-add" title={m.webhook_add_title()} />
        {webhooks.length < MAX_WEBHOOKS ? (
          <WebhookFields
            webhook={null}
            answer={actionData}
            send={m.webhook_add()}
            cancel={href("/sell/business")}
          />
        ) : (
          <p className="text-soft">{m.webhook_many({ max: MAX_WEBHOOKS })}</p>
        )}
      </section>
      <section aria-labelledby="webhook-rules">
        <SectionHeading id="webhook-rules" title={m.webhook_rules()} />
        <ul className="grid list-disc gap-2 pl-5 text-soft">
          <li>{m.webhook_rule_content()}</li>
          <li>{m.webhook_rule_order()}</li>
          <li>{m.webhook_rule_retry({ count: formatNumber(MOST_WAITING, getLocale()) })}</li>
        </ul>
      </section>
    </div>
  );
}
