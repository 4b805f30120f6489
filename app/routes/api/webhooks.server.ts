import { z } from "zod";
import { id } from "#app/features/api/fields.ts";
import { operation, Reply } from "#app/features/api/operation.server.ts";
import { listOf, listQuery, pageOf, positionIn } from "#app/features/api/pages.server.ts";
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
} from "#app/features/webhooks/commands.server.ts";
import { deliveryRowsOf, webhookRowsOf } from "#app/features/webhooks/queries.server.ts";
import {
  deliveryResource,
  newWebhookResource,
  ownWebhook,
  presentDeliveryResource,
  presentWebhookResource,
  webhookResource,
} from "#app/features/webhooks/resource.server.ts";
import { webhookSchema } from "#app/features/webhooks/schema.ts";

const params = z.strictObject({ webhook_id: id });
const position = z.object({ position: z.number() });
const { url, types } = webhookSchema.shape;

export const webhookOperations = [
  operation({
    method: "GET",
    path: "/webhooks",
    id: "listWebhooks",
    summary: "The webhooks of the person, the oldest first.",
    access: "webhooks:read",
    answer: z.object({ data: z.array(webhookResource) }),
    async run({ viewer }) {
      return { data: (await webhookRowsOf(viewer.id)).map(presentWebhookResource) };
    },
  }),
  operation({
    method: "POST",
    path: "/webhooks",
    id: "addWebhook",
    showsSecret: true,
    summary:
      "Adds a webhook. This answer alone has its secret. When the key that adds it is revoked, the webhook is turned off.",
    access: "webhooks:write",
    body: z.strictObject({ url, types }),
    answer: newWebhookResource,
    status: 201,
    example: { url: "https://shop.example/second-serve", types: ["listing.sold", "message.created"] },
    async run({ body, viewer, keyId }) {
      const { id: added, secret } = await addWebhook(viewer, body, keyId);
      const value = { ...presentWebhookResource(await ownWebhook(viewer, added)), secret };
      return new Reply(value, { status: 201, headers: { location: `/api/v1/webhooks/${added}` } });
    },
  }),
  operation({
    method: "GET",
    path: "/webhooks/{webhook_id}",
    id: "getWebhook",
    summary: "A webhook.",
    access: "webhooks:read",
    params,
    answer: webhookResource,
    async run({ params: { webhook_id }, viewer }) {
      return presentWebhookResource(await ownWebhook(viewer, webhook_id));
    },
  }),
  operation({
    method: "PATCH",
    path: "/webhooks/{webhook_id}",
    id: "changeWebhook",
    summary: "Changes the address or the events of a webhook, or turns it on or off.",
    access: "webhooks:write",
    params,
    body: z.strictObject({ url: url.optional(), types: types.optional(), active: z.boolean().optional() }),
    answer: webhookResource,
    async run({ params: { webhook_id }, body, viewer, keyId }) {
      await changeWebhook(viewer, webhook_id, body, keyId);
      return presentWebhookResource(await ownWebhook(viewer, webhook_id));
    },
  }),
  operation({
    method: "DELETE",
    path: "/webhooks/{webhook_id}",
    id: "deleteWebhook",
    summary: "Deletes a webhook and the list of its deliveries.",
    access: "webhooks:write",
    params,
    answer: null,
    async run({ params: { webhook_id }, viewer }) {
      await deleteWebhook(viewer, webhook_id);
      return undefined;
    },
  }),
  operation({
    method: "POST",
    path: "/webhooks/{webhook_id}/secret",
    id: "rotateWebhookSecret",
    showsSecret: true,
    summary:
      "Gives a webhook a new secret, which this answer alone has. The former one signs too, for a day.",
    access: "webhooks:write",
    params,
    answer: newWebhookResource,
    async run({ params: { webhook_id }, viewer }) {
      const secret = await rotateWebhookSecret(viewer, webhook_id);
      return { ...presentWebhookResource(await ownWebhook(viewer, webhook_id)), secret };
    },
  }),
  operation({
    method: "POST",
    path: "/webhooks/{webhook_id}/test",
    id: "testWebhook",
    summary: "Sends an event of the type `test` now, and answers with what came of it.",
    access: "webhooks:write",
    params,
    answer: deliveryResource,
    async run({ params: { webhook_id }, viewer }) {
      return presentDeliveryResource(await testWebhook(viewer, webhook_id));
    },
  }),
  operation({
    method: "GET",
    path: "/webhooks/{webhook_id}/deliveries",
    id: "listWebhookDeliveries",
    summary: "What a webhook was sent in the last 30 days, the newest first, 100,000 at most.",
    access: "webhooks:read",
    params,
    query: listQuery,
    answer: listOf(deliveryResource),
    async run({ params: { webhook_id }, query: { limit, cursor }, viewer }) {
      await ownWebhook(viewer, webhook_id);
      const list = `deliveries of ${webhook_id}`;
      const before = positionIn(list, cursor, position)?.position;
      const rows = await deliveryRowsOf(webhook_id, limit + 1, before);
      return pageOf(list, rows, limit, presentDeliveryResource, (row) => ({ position: row.position }));
    },
  }),
  operation({
    method: "POST",
    path: "/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    id: "replayWebhookDelivery",
    summary: "Sends a delivery again, with the same id.",
    access: "webhooks:write",
    params: z.strictObject({ webhook_id: id, delivery_id: id }),
    answer: deliveryResource,
    status: 202,
    async run({ params: { webhook_id, delivery_id }, viewer }) {
      return presentDeliveryResource(await replayDelivery(viewer, webhook_id, delivery_id));
    },
  }),
];
