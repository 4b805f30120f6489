import { Form } from "react-router";
import { storedText } from "#app/domain/stored-name.ts";
import { m } from "#app/paraglide/messages.js";
import { Button } from "#app/ui/button.tsx";
import { useTimeFormat } from "#app/ui/time-format.ts";
import type { DeliveryView, WebhookView } from "../view.ts";

const OFF: Readonly<Record<NonNullable<WebhookView["off"]>, () => string>> = {
  person: m.settings_off,
  failing: m.webhook_off_failing,
  gone: m.webhook_off_gone,
  full: m.webhook_off_full,
  key: m.webhook_off_key,
};

/** "On", "Off: it accepted nothing for a day", "On · Failing since …" */
export function WebhookLine({ webhook: { off, failingSince } }: { webhook: WebhookView }) {
  const moments = useTimeFormat();
  const isFailing = off === null && failingSince !== null;
  const parts = [
    off === null ? m.settings_on() : storedText(OFF, off),
    isFailing && m.webhook_failing({ time: moments.brief(failingSince) }),
  ];
  return (
    <p className={isFailing || (off !== null && off !== "person") ? "text-danger" : "text-soft"}>
      {parts.filter(Boolean).join(" · ")}
    </p>
  );
}

const STATES: Readonly<Record<DeliveryView["state"], () => string>> = {
  waiting: m.webhook_waiting,
  delivered: m.webhook_delivered,
  failed: m.webhook_failed,
};

function DeliveryItem({ delivery, canReplay }: { delivery: DeliveryView; canReplay: boolean }) {
  const moments = useTimeFormat();
  const { id, type, createdAt, state, tries, nextAt, outcome, answer } = delivery;
  const details = [
    outcome,
    tries > 1 && m.webhook_tries({ count: tries }),
    tries > 0 && nextAt && m.webhook_next({ time: moments.brief(nextAt) }),
  ].filter(Boolean);
  return (
    <li className="px-4 py-3">
      <span className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className={state === "failed" ? "font-semibold text-danger" : "font-semibold"}>
          {storedText(STATES, state)} · <code>{type}</code>
        </span>
        <time dateTime={createdAt} className="text-sm text-soft">
          {moments.brief(createdAt)}
        </time>
      </span>
      {details.length > 0 && <span className="block text-[0.9375rem] text-soft">{details.join(" · ")}</span>}
      {answer && (
        <bdi className="block break-words text-sm text-soft">
          <code>{answer}</code>
        </bdi>
      )}
      {canReplay && state !== "waiting" && (
        <Form method="post" className="mt-2">
          <input type="hidden" name="intent" value="replay" />
          <input type="hidden" name="delivery" value={id} />
          <Button type="submit" size="sm">
            {m.webhook_replay()}
          </Button>
        </Form>
      )}
    </li>
  );
}

export function DeliveryList({
  deliveries,
  canReplay,
}: {
  readonly deliveries: readonly DeliveryView[];
  readonly canReplay: boolean;
}) {
  if (deliveries.length === 0) return <p className="text-soft">{m.webhook_deliveries_none()}</p>;
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {deliveries.map((delivery) => (
        <DeliveryItem key={delivery.id} delivery={delivery} canReplay={canReplay} />
      ))}
    </ul>
  );
}
