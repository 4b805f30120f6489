import { randomUUID } from "node:crypto";
import { z } from "zod";
import { id, listingType } from "#app/features/api/fields.ts";
import { API_BASE, operation, Reply } from "#app/features/api/operation.server.ts";
import { listOf, listQuery } from "#app/features/api/pages.server.ts";
import { askedAbout } from "#app/features/cart/present.server.ts";
import { cartRows } from "#app/features/cart/queries.server.ts";
import { askAbout } from "#app/features/chat/ask.server.ts";
import { readRoom, readRooms, roomResource } from "#app/features/chat/resource.server.ts";
import { sendSchema } from "#app/features/chat/schema.ts";
import { ITEMS_MAX } from "#app/features/deals/rules.ts";
import { setBlockedIn } from "#app/features/rooms/blocking.server.ts";
import { enterRoom, markRoomRead, publishTyping } from "#app/features/rooms/commands.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

const key = z.strictObject({ id });

const itemsBody = z
  .strictObject({
    client_id: id.optional().meta({ description: "Sent again, the message is stored only once." }),
    items: z
      .array(z.strictObject({ listing_type: listingType, listing_id: id }))
      .min(1)
      .max(ITEMS_MAX),
    message: z.string().max(20_000),
  })
  .transform(({ items, message, client_id: clientId = randomUUID() }) => ({
    items: items.map(({ listing_type: type, listing_id }) => ({ type, id: listing_id })),
    message: { clientId, message },
  }))
  .pipe(z.object({ items: z.array(z.object({ type: z.string(), id: z.string() })), message: sendSchema }));

export const roomOperations = [
  operation({
    method: "GET",
    path: "/rooms",
    id: "listRooms",
    summary:
      "The conversations of the person, the latest message first. A room without messages is shown to its buyer.",
    access: "messages:read",
    query: listQuery.extend({
      q: z.string().max(100).default("").meta({
        description: "Only rooms with these words in the names of person and listing, or in one message.",
      }),
    }),
    answer: listOf(roomResource),
    run: ({ viewer, query }) => readRooms(viewer, query),
  }),
  operation({
    method: "POST",
    path: "/rooms",
    id: "openRoom",
    summary:
      "Opens the conversation with the seller of a listing: the one that exists (200), or else a new one (201).",
    access: "messages:write",
    body: z.strictObject({ listing_type: listingType, listing_id: id }),
    answer: roomResource,
    status: [200, 201],
    async run({ viewer, body: { listing_type, listing_id } }) {
      const { id, isNew } = await enterRoom(viewer, { type: listing_type, id: listing_id });
      const value = await readRoom(viewer, id);
      return isNew
        ? new Reply(value, { status: 201, headers: { location: `${API_BASE}/rooms/${id}` } })
        : value;
    },
  }),
  operation({
    method: "POST",
    path: "/cart-requests",
    id: "askAboutItems",
    summary: "Sends a seller one message about several of their items, in the conversation about the first.",
    access: "messages:write",
    body: itemsBody,
    answer: roomResource,
    status: 201,
    async run({ viewer, body: { items, message } }) {
      const asked = askedAbout(await cartRows(items, viewer));
      const [about, ...others] = asked;
      const isOfOne = asked.every(({ user_id }) => user_id === about?.user_id);
      if (!about || !isOfOne || asked.length < items.length) throw new Refused("cart_message_changed");
      return readRoom(viewer, await askAbout(viewer, [about, ...others], message));
    },
  }),
  operation({
    method: "GET",
    path: "/rooms/{id}",
    id: "getRoom",
    summary: "A conversation of the person.",
    access: "messages:read",
    params: key,
    answer: roomResource,
    run: ({ viewer, params }) => readRoom(viewer, params.id),
  }),
  operation({
    method: "POST",
    path: "/rooms/{id}/read",
    id: "markRoomRead",
    summary: "Marks the messages up to a number as read. The other person sees it.",
    access: "messages:write",
    params: key,
    body: z.strictObject({ seq: z.int().min(0) }),
    answer: roomResource,
    example: { seq: 3 },
    async run({ viewer, params, body: { seq } }) {
      await markRoomRead(viewer, params.id, seq);
      return readRoom(viewer, params.id);
    },
  }),
  operation({
    method: "POST",
    path: "/rooms/{id}/typing",
    id: "tellTyping",
    summary: "Tells the other person that a message is being written.",
    access: "messages:write",
    params: key,
    answer: null,
    async run({ viewer, params, request }) {
      await publishTyping(viewer, params.id, request.signal);
      return undefined;
    },
  }),
  operation({
    method: "PUT",
    path: "/rooms/{id}/block",
    id: "blockInRoom",
    summary:
      "Blocks the other person, in all conversations of the two: neither can write. They are not told.",
    access: "messages:write",
    params: key,
    answer: roomResource,
    async run({ viewer, params }) {
      await setBlockedIn(viewer, params.id, true);
      return readRoom(viewer, params.id);
    },
  }),
  operation({
    method: "DELETE",
    path: "/rooms/{id}/block",
    id: "unblockInRoom",
    summary: "Unblocks the other person.",
    access: "messages:write",
    params: key,
    answer: null,
    async run({ viewer, params }) {
      await setBlockedIn(viewer, params.id, false);
      return undefined;
    },
  }),
];
