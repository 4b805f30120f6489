// The forms of an order, which only the server reads: the pages of "Buy Now" check their forms in the browser, too.
import { z } from "zod";
import { END_REASONS } from "#app/domain/deal.ts";
import { DEAL_STEPS, type DealStep } from "#app/domain/deal-process.ts";
import { isBlank, isWritable, lengthOf, oneLine } from "#app/domain/text-rules.ts";
import { m } from "#app/paraglide/messages.js";
import { PARCEL_MAX, REASON_MAX } from "./rules.ts";
import { bad, priceSchema } from "./schema.ts";

/** An empty text becomes null. */
function line(max: number) {
  return z
    .string(bad)
    .default("")
    .refine(isWritable, { error: () => m.deal_characters() })
    .transform((text) => (isBlank(text) ? null : oneLine(text)))
    .refine((text) => text === null || lengthOf(text) <= max, { error: () => m.deal_long({ max }) });
}

const reasonSchema = line(REASON_MAX).refine((text) => text !== null, {
  error: () => m.deal_reason_missing(),
});

/** The fields of those steps that have any. */
const STEP_FIELDS = {
  sent: { carrier: line(PARCEL_MAX), tracking: line(PARCEL_MAX) },
  // Only the process knows whether another user reads the reason, and needs one.
  cancel: { reason: line(REASON_MAX) },
  end: { because: z.enum(END_REASONS, { error: () => m.deal_because_missing() }) },
} as const;

function isOnePress(step: DealStep): step is Exclude<DealStep, keyof typeof STEP_FIELDS> {
  return !(step in STEP_FIELDS);
}

/** The form with which a party takes a step of a deal (`POST /deals/:id`). The fields depend on the step, `intent`. */
export const stepSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.enum(DEAL_STEPS.filter(isOnePress)) }),
    z.object({ intent: z.literal("sent"), ...STEP_FIELDS.sent }),
    z.object({ intent: z.literal("cancel"), ...STEP_FIELDS.cancel }),
    z.object({ intent: z.literal("end"), ...STEP_FIELDS.end }),
  ],
  bad,
);

// The id of a proposal. The form for a new one already contains its id, so that a form sent twice makes one proposal.
const proposal = z.guid(bad).toLowerCase();

/** A proposal of one party of an agreed deal (`POST /deals/:id`); `price` is for all pieces together. */
const proposeSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({
      intent: z.literal("propose_price"),
      proposal,
      price: priceSchema(m.offer_price_wrong),
      reason: line(REASON_MAX),
    }),
    z.object({ intent: z.literal("propose_cancellation"), proposal, reason: reasonSchema }),
  ],
  bad,
);
export type ProposalInput = z.output<typeof proposeSchema>;

const answerProposalSchema = z.object(
  {
    intent: z.enum(["confirm_proposal", "decline_proposal", "withdraw_proposal"], bad),
    proposal,
  },
  bad,
);
export type ProposalAnswerInput = z.output<typeof answerProposalSchema>;

const addressSchema = z.object({ intent: z.enum(["share_address", "take_address_back"], bad) }, bad);

const undoSchema = z.object({ intent: z.literal("undo_sold", bad) }, bad);

/** All forms of an order (`POST /deals/:id`): steps, proposals, their answers, and sharing the address. */
export const changeSchema = z.discriminatedUnion(
  "intent",
  [stepSchema, proposeSchema, answerProposalSchema, addressSchema, undoSchema],
  bad,
);
export type OrderInput = z.output<typeof changeSchema>;
