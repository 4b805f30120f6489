import { z } from "zod";
import { m } from "#app/paraglide/messages.js";
import { MESSAGE_MAX, type MessageFault, messageFault, tidyMessage } from "./rules.ts";

// Texts are functions: a schema is made once, and read in the language of each request.
const FAULT_TEXTS: Record<MessageFault, () => string> = {
  blank: () => m.chat_message_blank(),
  long: () => m.chat_message_long({ max: MESSAGE_MAX }),
  characters: () => m.chat_message_characters(),
};

const id = z.guid({ error: () => m.chat_bad_request() }).toLowerCase();

/** A message, with the id that its sender's browser gave it. */
export const sendSchema = z.strictObject({
  clientId: id,
  message: z
    .string({ error: () => m.chat_message_blank() })
    .transform(tidyMessage)
    .superRefine((message, context) => {
      const fault = messageFault(message);
      if (fault) context.addIssue({ code: "custom", message: FAULT_TEXTS[fault]() });
    }),
});
export type Sent = z.output<typeof sendSchema>;

/** Which listing to chat about. */
export const openSchema = z
  .strictObject({
    listingType: z
      .string({ error: () => m.chat_bad_request() })
      .regex(/^[a-z]{1,40}$/, { error: () => m.chat_bad_request() }),
    listingId: id,
  })
  .transform(({ listingType, listingId }) => ({ type: listingType, id: listingId }));

/** A message's number within its room, or 0 for before the first. */
const seq = z
  .string({ error: () => m.chat_bad_request() })
  .regex(/^\d{1,15}$/, { error: () => m.chat_bad_request() })
  .transform(Number);

/** Up to which message of a room was read. */
export const readSchema = z.strictObject({ seq });

/** Which part of a room's messages is asked for; what is not understood is not asked. */
export const windowSchema = z.object({
  after: seq.optional().catch(undefined),
  before: seq.optional().catch(undefined),
});
export type Window = z.output<typeof windowSchema>;
