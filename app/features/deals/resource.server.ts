// The steps of deals and offers for programs: their bodies in JSON, and which of them a party can take.
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { fromNumber } from "#app/features/api/fields.ts";
import { changeSchema, type OrderInput } from "./order-schema.server.ts";

type Form = z.ZodObject<Record<string, z.ZodType>>;

/** The forms in a union of forms and of other such unions. */
function formsIn(schema: z.ZodType): Form[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => formsIn(option as z.ZodType));
  if (schema instanceof z.ZodObject) return [schema as Form];
  throw new Error(`A form is an object, not ${schema.def.type}.`);
}

/** The body of a form in JSON: a price is a number, and a new proposal needs no id. */
function jsonOf({ shape: { intent, proposal, price, ...rest } }: Form): Form {
  if (!intent) throw new Error("A form of a step has an intent.");
  const isNew = "reason" in rest;
  return z.strictObject({
    step: intent,
    ...rest,
    ...(price && { price: fromNumber(price as z.ZodType<unknown, string>) }),
    ...(proposal && { proposal_id: isNew ? proposal.optional() : proposal }),
  });
}

/** Bodies for the forms of a schema whose `intent` tells them apart; their `step` is that intent. */
export function bodiesOf(schema: z.ZodType) {
  return z.discriminatedUnion("step", formsIn(schema).map(jsonOf) as [Form, ...Form[]]);
}

const dealBodies = bodiesOf(changeSchema);

/** The body of `POST /deals/{id}/steps`. Its output is that of `changeSchema`. */
export const dealStepBody = dealBodies.transform(
  ({ step, proposal_id, ...fields }) =>
    ({ proposal: proposal_id ?? randomUUID(), ...fields, intent: step }) as unknown as OrderInput,
);

/** A step as one party of a deal or an offer sees it. */
export const stepResource = z
  .object({
    step: z.string().meta({ examples: ["confirm"] }),
    refusal: z.string().nullable().meta({
      description: "Null when the step can be taken now; else the reason of the problem that it would have.",
    }),
    fields: z.array(z.string()).meta({ description: "What the body may have besides `step`." }),
    required: z.array(z.string()).meta({ description: "What the body must have besides `step`." }),
  })
  .meta({ id: "Step" });

export interface JudgedStep {
  readonly step: string;
  readonly refusal: string | null;
  /** False: it needs its fields now, although at other times it may be taken without them. */
  readonly isBare: boolean;
}

type Bodies = ReturnType<typeof bodiesOf>;

function isOf(step: string, body: Form): boolean {
  return body.shape.step?.safeParse(step).success === true;
}

/** Steps as `stepResource`, with the fields of their bodies. */
export function presentSteps(
  steps: readonly JudgedStep[],
  bodies: Bodies = dealBodies,
): z.input<typeof stepResource>[] {
  return steps.map(({ step, refusal, isBare }) => {
    const { step: _, ...shape } = bodies.options.find((body) => isOf(step, body))?.shape ?? {};
    const fields = Object.keys(shape);
    const needed = fields.filter((name) => !shape[name]?.safeParse(undefined).success);
    return { step, refusal, fields, required: isBare ? needed : fields };
  });
}
