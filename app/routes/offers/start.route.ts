import { z } from "zod";
import { listingSchema } from "#app/features/deals/schema.ts";
import { buyStart } from "#app/features/offers/buy.server.ts";
import { offerStart } from "#app/features/offers/queries.server.ts";
import type { SheetStart } from "#app/features/offers/view.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { orRefused, Refused } from "#app/platform/refused.server.ts";
import type { Route } from "./+types/start.route.ts";

export const middleware = [signedIn];

const query = z.object({ listing: listingSchema, way: z.enum(["direct_checkout", "bid"]) });

/** `?listing=racket:0198…&way=bid`: what the form of Buy Now or Make Offer starts with, as JSON for its sheet. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<SheetStart> {
  const viewer = await context.get(signedInViewer);
  const parsed = query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) throw new Refused("chat_listing_gone");
  const { listing, way } = parsed.data;
  const start =
    way === "bid" ? await orRefused(offerStart(viewer, listing)) : await orRefused(buyStart(viewer, listing));
  if (start instanceof Refused) return { refusal: { text: start.message, link: start.page.link ?? null } };
  return "dealId" in start ? { buy: start } : { offer: start };
}
