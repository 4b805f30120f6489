import { z } from "zod";
import { id } from "#app/features/api/fields.ts";
import { operation } from "#app/features/api/operation.server.ts";
import { listOf, listQuery } from "#app/features/api/pages.server.ts";
import { writeMessage } from "#app/features/chat/ask.server.ts";
import { hasPhoto } from "#app/features/chat/queries.server.ts";
import {
  MESSAGE_PHOTOS_PATH,
  messageBody,
  messagePhoto,
  messageResource,
  presentMessagePhoto,
  readMessage,
  readMessages,
} from "#app/features/chat/resource.server.ts";
import { uploadPhoto } from "#app/features/photos/commands.server.ts";
import { PHOTO_DIGITS } from "#app/features/photos/files.server.ts";
import { privateKey } from "#app/features/photos/photo.ts";
import { pictureNamed, privatePicture } from "#app/features/photos/picture.server.ts";
import { Refused } from "#app/platform/refused.server.ts";

const key = z.strictObject({ id });
const number = z.coerce.number().int().min(0);

export const messageOperations = [
  operation({
    method: "GET",
    path: "/rooms/{id}/messages",
    id: "listMessages",
    summary: "The messages of a conversation, the oldest first, or the newest first with `order=desc`.",
    access: "messages:read",
    params: key,
    query: listQuery.extend({
      order: z.enum(["asc", "desc"]).default("asc"),
      after: number.default(0).meta({ description: "Only messages with a higher `seq`." }),
      before: number.optional().meta({ description: "Only messages with a lower `seq`." }),
    }),
    answer: listOf(messageResource),
    run: ({ viewer, params, query }) => readMessages(viewer, params.id, query),
  }),
  operation({
    method: "POST",
    path: "/rooms/{id}/messages",
    id: "sendMessage",
    summary:
      "Sends a message, with up to six pictures. With a `client_id`, it is stored once however often it is sent.",
    access: "messages:write",
    params: key,
    body: messageBody,
    answer: messageResource,
    status: 201,
    example: { message: "Is it still there?" },
    async run({ viewer, params, body }) {
      const { seq } = await writeMessage(viewer, params.id, body);
      return readMessage(viewer, params.id, seq);
    },
  }),
  operation({
    method: "POST",
    path: MESSAGE_PHOTOS_PATH,
    id: "uploadMessagePhoto",
    summary: "Stores a picture that a message can have. Until it is sent, only its uploader sees it.",
    access: "messages:write",
    takesFile: "image/*",
    answer: messagePhoto,
    status: 201,
    run: async ({ viewer, request }) => presentMessagePhoto(await uploadPhoto(viewer, request, "message")),
  }),
  operation({
    method: "GET",
    path: `${MESSAGE_PHOTOS_PATH}/{digits}/{file}`,
    id: "getMessagePhoto",
    summary: "A picture of a message, 160, 320, 640 or 1280 pixels wide, as WebP or AVIF.",
    access: "messages:read",
    params: z.strictObject({
      digits: z.string().regex(PHOTO_DIGITS),
      file: z
        .string()
        .max(20)
        .meta({ examples: ["1280.webp"] }),
    }),
    answer: null,
    status: 200,
    answerType: "image/*",
    async run({ viewer, params: { digits, file } }) {
      const named = pictureNamed(file);
      const photo = privateKey(digits);
      const picture = named && (await hasPhoto(viewer, photo)) ? await privatePicture(photo, named) : null;
      if (!picture?.ok) throw new Refused("picture_gone");
      return picture;
    },
  }),
];
