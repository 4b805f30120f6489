import { z } from "zod";
import { isId } from "#app/domain/ids.ts";
import { NOTICE_KINDS, type NoticeKind } from "#app/domain/notification-kinds.ts";

export const PUSHED_KINDS = Object.keys(NOTICE_KINDS) as readonly NoticeKind[];

/** What a browser knows of its push service: `PushSubscription` in base64url. */
const subscribed = {
  endpoint: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .refine((text) => isPlainAddress(new URL(text))),
  /** An uncompressed point of P-256. */
  p256dh: z.string().regex(/^B[\w-]{86}$/),
  auth: z.string().regex(/^[\w-]{22}$/),
};

/** The default port, and no name of a user. Which hosts are public is decided before each message. */
function isPlainAddress({ port, username, password, hash }: URL): boolean {
  return port === "" && username === "" && password === "" && hash === "";
}

const hour = z.number().int().min(0).max(23).optional();

/** The forms and calls about notifications of the system. */
export const pushSchema = z.discriminatedUnion("intent", [
  /** `before` is where this browser took messages before: its choices are kept. */
  z.object({ intent: z.literal("subscribe"), ...subscribed, before: subscribed.endpoint.optional() }),
  z.object({ intent: z.literal("unsubscribe"), endpoint: subscribed.endpoint }),
  /** Which kinds a browser of the person is told of. */
  z.object({
    intent: z.literal("kinds"),
    id: z.string().refine(isId).toLowerCase(),
    kinds: z.array(z.string()).default([]),
    /** The kinds that the form offers. */
    shown: z.array(z.string()).default([...PUSHED_KINDS]),
  }),
  /** How the person is told, on all their browsers. Without hours there are no quiet ones. */
  z.object({ intent: z.literal("manner"), hidden: z.literal("on").optional(), from: hour, until: hour }),
]);

export type Subscribed = Extract<z.output<typeof pushSchema>, { intent: "subscribe" }>;
export type ChosenKinds = Extract<z.output<typeof pushSchema>, { intent: "kinds" }>;
export type Manner = Extract<z.output<typeof pushSchema>, { intent: "manner" }>;
