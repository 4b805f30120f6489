import { data, href } from "react-router";
import { z } from "zod";
import { USERNAME_MAX } from "#app/domain/username.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { cartOf, changeCart } from "#app/features/cart/cart.server.ts";
import { clearedDraftCookie, draftCookie, draftOf } from "#app/features/cart/message-draft.server.ts";
import { askedAbout, presentCart, presentRequests } from "#app/features/cart/present.server.ts";
import { cartRows } from "#app/features/cart/queries.server.ts";
import { CartPage } from "#app/features/cart/ui/cart-page.tsx";
import { CART_PATH, type CartView } from "#app/features/cart/view.ts";
import { askAbout } from "#app/features/chat/ask.server.ts";
import { sendSchema } from "#app/features/chat/schema.ts";
import { sentRequests } from "#app/features/deals/cart-requests.server.ts";
import { bulkSchema, removalToast } from "#app/features/listings/picked.server.ts";
import type { Picked } from "#app/features/listings/picked.ts";
import { m } from "#app/paraglide/messages.js";
import { env } from "#app/platform/env.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { signInRedirect } from "#app/platform/sign-in.server.ts";
import { type Done, submit } from "#app/platform/submit.server.ts";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/cart.route";

const EMPTY_CART: CartView = { groups: [], gone: [], sum: null, unavailableItems: [] };

/** The cart of a signed-in viewer or a visitor, grouped by seller. */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await viewerOf(request);
  const frame = { signedIn: viewer !== null, note: draftOf(request) };
  try {
    const items = await (await cartOf(request)).items();
    const sent = viewer ? await sentRequests(viewer) : [];
    const rows = await cartRows([...items, ...sent.flatMap((request) => request.items)], viewer);
    const cart = presentCart(items, rows, viewer, env().baseUrl);
    return data({ ...frame, cart, requests: presentRequests(sent, rows, viewer), failed: false });
  } catch (error) {
    logger.error({ err: error }, "a cart could not be shown");
    return data({ ...frame, cart: EMPTY_CART, requests: [], failed: true }, { status: 500 });
  }
}

/** A message to a seller about all their items in the cart. */
const messageForm = z
  .object({
    intent: z.literal("message"),
    seller: z.string().max(USERNAME_MAX * 2),
    clientId: z.string(),
    message: z.string().default(""),
    risk_confirmed: z.string().optional(),
  })
  .transform(({ seller, ...written }, context) => {
    const sent = sendSchema.safeParse(written);
    if (sent.success) return { intent: "message" as const, seller, ...sent.data };
    for (const { message: text, path } of sent.error.issues)
      context.addIssue({ code: "custom", message: text, path });
    return z.NEVER;
  });

const cartForm = z.discriminatedUnion("intent", [
  bulkSchema.extend({ intent: z.enum(["remove", "restore"]) }),
  messageForm,
]);

/**
 * Removes several items and restores them, or sends a seller a message about all their items. `item.route.ts` handles
 * a single item.
 */
export function action({ request }: Route.ActionArgs) {
  const isMessage = (intent: string | null) => intent === "message";
  return submit(request, {
    who: viewerOf,
    schema: cartForm,
    coerces: false,
    failedTitle: (_, intent) => (isMessage(intent) ? null : m.ui_error()),
    failed: (form) => (form?.get("intent") === "message" ? m.cart_message_failed() : m.cart_failed()),
    command: (input, viewer) =>
      input.intent === "message" ? write(request, viewer, input) : change(request, viewer, input),
  });
}

async function change(
  request: Request,
  viewer: Viewer | null,
  { intent, item }: z.output<typeof bulkSchema>,
): Promise<Done> {
  let removed: readonly Picked[] = [];
  const headers = await changeCart(request, viewer, async (store) => {
    if (intent === "restore") await store.restore(item);
    else removed = await store.remove(item);
  });
  if (intent === "restore") return { headers, toast: { title: m.bulk_restored(), tone: "good" } };
  const count = removed.length;
  const title = count === 1 ? m.cart_removed_one() : m.cart_removed_many({ count });
  return { headers, toast: removalToast(CART_PATH, count === 0 ? m.bulk_nothing() : title, removed) };
}

/** Sends one message about all of a seller's items in the cart, to the room of the first item (decision 0046). */
async function write(
  request: Request,
  viewer: Viewer | null,
  { seller, ...message }: z.output<typeof messageForm>,
): Promise<Done | Response> {
  if (!viewer) {
    const cookie = draftCookie({ seller, text: message.message });
    if (cookie === null) throw new Refused("cart_note_long");
    return signInRedirect(CART_PATH, m.chat_sign_in_text(), {
      headers: new Headers({ "set-cookie": cookie }),
    });
  }
  const store = await cartOf(request);
  const rows = await cartRows(await store.items(), viewer);
  const [about, ...others] = askedAbout(rows.filter(({ username }) => username === seller));
  if (!about) throw new Refused("cart_message_changed");
  const room = await askAbout(viewer, [about, ...others], message);
  const cookies = [...store.cookies(), clearedDraftCookie()];
  return {
    to: href("/messages/:roomId", { roomId: room }),
    headers: new Headers(cookies.map((cookie) => ["set-cookie", cookie])),
  };
}

export const handle = { loadFailed: () => m.cart_fetch_failed() };

export function meta() {
  return titled(m.shell_cart());
}

export default function CartRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CartPage {...loaderData} failure={actionData?.ok === false ? actionData : null} />;
}
