import { z } from "zod";
import {
  MESSAGE_MAX,
  type MessageFault,
  messageFault,
  PHOTOS_MAX,
  tidyMessage,
} from "#app/domain/chat-message.ts";
import { isId } from "#app/domain/ids.ts";
import { isWritable, oneLine } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";

// The texts are functions: the schema is created once, but each request has its own language.
const FAULT_TEXTS: Record<MessageFault, () => string> = {
  blank: () => m.chat_message_blank(),
  long: () => m.chat_message_long({ max: MESSAGE_MAX }),
  characters: () => m.chat_message_characters(),
};

const id = z.guid({ error: () => m.chat_bad_request() }).toLowerCase();

const UUID_LENGTH = 36;

/** Ids of photos, separated by commas. */
const photoIds = z
  .string({ error: () => m.chat_bad_request() })
  .max(PHOTOS_MAX * 2 * UUID_LENGTH, { error: () => m.chat_photos_many({ max: PHOTOS_MAX }) })
  .transform((ids) => (ids === "" ? [] : ids.toLowerCase().split(",")))
  .pipe(
    z
      .array(id)
      .max(PHOTOS_MAX, { error: () => m.chat_photos_many({ max: PHOTOS_MAX }) })
      .refine((ids) => new Set(ids).size === ids.length, { error: () => m.chat_bad_request() }),
  );

export const sendSchema = z
  .object({
    clientId: id,
    message: z.string({ error: () => m.chat_message_blank() }).transform(tidyMessage),
    photos: photoIds.default([]),
    /** Set after the sender was told what is dangerous about the message. */
    risk_confirmed: z.string().optional(),
  })
  .superRefine(({ message, photos }, context) => {
    const fault = messageFault(message, photos.length);
    if (fault) context.addIssue({ code: "custom", message: FAULT_TEXTS[fault]() });
  })
  .transform(({ clientId, message, photos, risk_confirmed }) => ({
    clientId,
    message,
    photoIds: photos,
    isRiskConfirmed: risk_confirmed === "on",
  }));

export const openSchema = z
  .object({
    listingType: z
      .string({ error: () => m.chat_bad_request() })
      .regex(/^[a-z]{1,40}$/, { error: () => m.chat_bad_request() }),
    listingId: id,
  })
  .transform(({ listingType, listingId }) => ({ type: listingType, id: listingId }));

/** The number of a message in its room. 0 stands for the position before the first. */
const seq = z
  .string({ error: () => m.chat_bad_request() })
  .regex(/^\d{1,15}$/, { error: () => m.chat_bad_request() })
  .transform(Number);

export const readSchema = z.object({ seq });

export const blockSchema = z.object({
  intent: z.enum(["block", "unblock"], { error: () => m.chat_bad_request() }),
});

export const unblockSchema = z.object({
  username: z
    .string({ error: () => m.chat_bad_request() })
    .max(200, { error: () => m.chat_bad_request() })
    .refine(isWritable, { error: () => m.chat_bad_request() }),
});

/** Which messages of a room are requested: by default the latest. Invalid values are ignored. */
export const messageRangeSchema = z.object({
  after: seq.optional().catch(undefined),
  before: seq.optional().catch(undefined),
  /** The messages before and after this number. */
  around: seq.optional().catch(undefined),
});
export type MessageRange = z.output<typeof messageRangeSchema>;

/** The query parameters of a conversation's page. Invalid values are ignored. */
export const placeSchema = z.object({
  at: seq.optional().catch(undefined),
  /** The index of the suggested first message to put into the message field. */
  opener: seq.optional().catch(undefined),
});

/** In characters. */
const QUERY_MAX = 100;

export const inboxSchema = z.object({
  q: z
    .string()
    .transform((text) => oneLine(Array.from(text).filter(isWritable).slice(0, QUERY_MAX).join("")))
    .catch(""),
  before: z
    .string()
    .regex(/^\d{1,16}\.[^.]+$/)
    .transform((text) => {
      const [micros = "", id = ""] = text.split(".");
      return isId(id) ? { micros: Number(micros), id } : null;
    })
    .catch(null),
});
/** The validated query parameters: `q` is "" without a search, `before` is null for the first page. */
export type InboxQuery = z.output<typeof inboxSchema>;

export function inboxQuery(request: Request): InboxQuery {
  return inboxSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
}
