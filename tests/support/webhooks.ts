import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { addWebhook } from "#app/features/webhooks/commands.server.ts";
import { deliverTo } from "#app/features/webhooks/deliver.server.ts";
import { EVENT_TYPES } from "#app/features/webhooks/events.ts";
import { type SendLimits, webhookHosts } from "#app/features/webhooks/send.server.ts";
import type { Person } from "./people.ts";
import { httpHost } from "./picture-hosts.ts";
import { updateRows } from "./rows.ts";

/** A request that a receiver of webhooks got. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answering = (event: ReceivedEvent, response: ServerResponse) => unknown;

/** A receiver of webhooks on loopback, which takes everything until it is told otherwise. Its file calls `closeHostsAfterwards`. */
export async function openReceiver() {
  const received: ReceivedEvent[] = [];
  const takes: Answering = (_, response) => response.writeHead(204).end();
  let answering = takes;
  const host = await httpHost(async (request, response) => {
    const body = await text(request);
    const { type, data } = JSON.parse(body);
    const event = { id: String(request.headers["webhook-id"]), type, data, headers: request.headers, body };
    received.push(event);
    answering(event, response);
  });
  return {
    url: `${host.url}/events`,
    connections: host.connections,
    received,
    answers(next: Answering = takes): void {
      answering = next;
    },
    /** Answers each request with this status. */
    says(status: number, headers: Record<string, string> = {}): void {
      answering = (_, response) => response.writeHead(status, headers).end(`status ${status}`);
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Adds a webhook that is told of everything, or of these types of events. */
export function webhookAt(owner: Person, url: string, types: readonly string[] = EVENT_TYPES) {
  return addWebhook(owner.viewer, { url, types: [...types] });
}

/** Whether an event is signed with this secret, as a receiver checks it by Standard Webhooks. */
export function isSignedWith(secret: string, { headers, body }: ReceivedEvent): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const signature = createHmac("sha256", key).update(signed).digest("base64");
  return String(headers["webhook-signature"]).split(" ").includes(`v1,${signature}`);
}

const { signal } = new AbortController();

/** Sends what is due at a webhook now, once. */
export function sendDue(id: string, limits?: SendLimits): Promise<boolean> {
  return deliverTo(id, signal, webhookHosts(), limits);
}

/** As if all pauses of a webhook were over. */
export async function passPauses(id: string): Promise<void> {
  await updateRows("webhook_deliveries", { endpoint_id: id }, { next_at: new Date(0) });
  await updateRows("webhook_endpoints", { id }, { rests_until: null });
}
