import { z } from "zod";
import {
  ACCOUNT_EVENTS,
  DEAL_EVENTS,
  type NoticeFacts,
  type NoticeKind,
  OFFER_EVENTS,
} from "#app/domain/notification-kinds.ts";
import type { Notice } from "#app/platform/notify.server.ts";

const FACTS = {
  message: z.object({ username: z.string(), listing: z.string() }),
  saved_search: z.object({ search: z.string(), listing: z.string(), more: z.number().int().nonnegative() }),
  price_drop: z.object({ listing: z.string(), wasCents: z.number().int(), nowCents: z.number().int() }),
  sold: z.object({ listing: z.string(), status: z.enum(["reserved", "sold"]).optional() }),
  back: z.object({ listing: z.string() }),
  review: z.object({ username: z.string(), rating: z.number().nullable() }),
  deal: z.object({
    event: z.enum(DEAL_EVENTS),
    username: z.string(),
    listing: z.string(),
    reason: z.string().optional(),
    suspension: z
      .object({ role: z.enum(["seller", "buyer"]), given: z.boolean(), until: z.string().nullable() })
      .optional(),
  }),
  offer: z.object({
    event: z.enum(OFFER_EVENTS),
    username: z.string(),
    listing: z.string(),
    priceCents: z.number().int(),
  }),
  account: z.object({ event: z.enum(ACCOUNT_EVENTS) }),
} satisfies { [K in NoticeKind]: z.ZodType<NoticeFacts[K]> };

const about = {
  eventKey: z.string().min(1).max(200),
  userIds: z.array(z.uuid()),
  // Begins with one slash only: a link to "//example.com" would lead to another site.
  path: z
    .string()
    .max(1000)
    .regex(/^\/(?!\/)/)
    .optional(),
  searchQuery: z.string().optional(),
  imageUrl: z.string().optional(),
  aboutId: z.uuid().optional(),
};

function noticeOf<K extends NoticeKind>(kind: K) {
  return z.object({ kind: z.literal(kind), facts: FACTS[kind], ...about });
}

/** Validates the notice in the data of a job, because another version of the app may have queued it. */
export const noticeSchema: z.ZodType<Notice> = z.discriminatedUnion("kind", [
  noticeOf("message"),
  noticeOf("saved_search"),
  noticeOf("price_drop"),
  noticeOf("sold"),
  noticeOf("back"),
  noticeOf("review"),
  noticeOf("deal"),
  noticeOf("offer"),
  noticeOf("account"),
]);
