import { z } from "zod";
import type { CategoryDefinition } from "#app/domain/categories/definition.ts";
import type { Model } from "#app/domain/models/model.ts";
import type { PriceGuide } from "#app/domain/models/price-guide.ts";
import { clientAddress, limitInMemory } from "#app/platform/rate-limit.server.ts";
import { guideOfModel } from "./guide.server.ts";

const euros = z.number().meta({ description: "In euros." });

/** What a model is sold or offered for: the middle half of the prices. */
export const priceGuideResource = z
  .object({
    from: z.enum(["sales", "asking_prices"]),
    all_generations: z
      .boolean()
      .meta({ description: "Whether the prices are those of all generations, because its own has too few." }),
    condition: z.string().nullable().meta({ description: "Null for prices in any condition." }),
    low: euros,
    middle: euros,
    high: euros,
    currency: z.literal("EUR"),
    prices: z.int().meta({ description: "How many prices there are." }),
  })
  .meta({ id: "PriceGuide" });

type PriceGuideResource = z.input<typeof priceGuideResource>;

/**
 * The guide of a model as `priceGuideResource` describes it; null if there are too few prices.
 * @param condition null for any
 * @throws Refused "too_often"
 */
export async function guideResource(
  request: Request,
  definition: CategoryDefinition,
  model: Model,
  condition: string | null,
): Promise<PriceGuideResource | null> {
  await limitInMemory("prices_client", clientAddress(request));
  const guide = await guideOfModel(definition, model, condition);
  return guide && presentGuide(guide);
}

function presentGuide({ from, allGenerations, condition, range }: PriceGuide): PriceGuideResource {
  return {
    from: from === "sales" ? "sales" : "asking_prices",
    all_generations: allGenerations,
    condition,
    low: range.lowCents / 100,
    middle: range.middleCents / 100,
    high: range.highCents / 100,
    currency: "EUR",
    prices: range.prices,
  };
}
