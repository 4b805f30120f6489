import { data, href, redirect } from "react-router";
import type { Viewer } from "#app/domain/viewer.ts";
import { cartOf } from "#app/features/cart/cart.server.ts";
import { changeCart, notChanged } from "#app/features/cart/change.server.ts";
import { saveRequest } from "#app/features/cart/commands.server.ts";
import { clearedDraftCookie, draftCookie, draftOf } from "#app/features/cart/message-draft.server.ts";
import { askedAbout, presentCart } from "#app/features/cart/present.server.ts";
import { cartRows } from "#app/features/cart/queries.server.ts";
import { MAX_MERGED } from "#app/features/cart/rules.ts";
import { CartPage } from "#app/features/cart/ui/cart-page.tsx";
import { CART_PATH, type CartView, type MessageRefused } from "#app/features/cart/view.ts";
import { openRoom, sendMessage } from "#app/features/chat/commands.server.ts";
import { roomOfMessage } from "#app/features/chat/queries.server.ts";
import { sendSchema } from "#app/features/chat/schema.ts";
import { BULK_FIELDS, pickedText, readBulk } from "#app/features/listings/picked.ts";
import { bulkDone, notDone } from "#app/features/listings/picked-answers.server.ts";
import { m } from "#app/paraglide/messages.js";
import { env } from "#app/platform/env.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { signInRedirect } from "#app/platform/sign-in.server.ts";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/cart.route";

const EMPTY_CART: CartView = { groups: [], gone: [], sum: null, unavailableItems: [] };

/** The cart of a signed-in viewer or a visitor, grouped by seller. */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await viewerOf(request);
  const frame = { signedIn: viewer !== null, note: draftOf(request) };
  try {
    const items = await (await cartOf(request)).items();
    const rows = await cartRows(items, viewer);
    const cart = presentCart(items, rows, viewer, env().baseUrl);
    return data({ ...frame, cart, failed: false });
  } catch (error) {
    logger.error({ err: error }, "a cart could not be shown");
    return data({ ...frame, cart: EMPTY_CART, failed: true }, { status: 500 });
  }
}

/** In UTF-16 units: more than the schema of a message allows. */
const LONGEST = 5000;

/**
 * Removes several items and restores them, or sends a seller a message about all their items. `item.route.ts` handles
 * a single item.
 */
export async function action({ request }: Route.ActionArgs) {
  const viewer = await viewerOf(request);
  const fields = [...BULK_FIELDS, "seller", "message", "clientId"];
  const form = await readForm(request, fields, LONGEST, MAX_MERGED);
  if (form?.get("intent") === "message") return write(request, viewer, form);
  return several(request, viewer, form);
}

async function several(request: Request, viewer: Viewer | null, form: FormData | null) {
  const bulk = readBulk(form);
  if (!bulk || bulk.intent === "clear") return notDone(400, m.ui_error(), m.cart_failed());
  let restorable: readonly string[] = [];
  let headers: Headers;
  try {
    headers = await changeCart(request, viewer, async (store) => {
      if (bulk.intent === "restore") await store.restore(bulk.picked);
      else restorable = (await store.remove(bulk.picked)).map(pickedText);
    });
  } catch (error) {
    return notChanged(error);
  }
  if (bulk.intent === "restore") return bulkDone(request, CART_PATH, m.bulk_restored(), [], headers);
  const count = restorable.length;
  const title = count === 1 ? m.cart_removed_one() : m.cart_removed_many({ count });
  return bulkDone(request, CART_PATH, count === 0 ? m.bulk_nothing() : title, restorable, headers);
}

/** Sends one message about all of a seller's items in the cart, to the room of the first item (decision 0046). */
async function write(request: Request, viewer: Viewer | null, form: FormData) {
  const note = { seller: form.get("seller")?.toString() ?? "", text: form.get("message")?.toString() ?? "" };
  const notSent = (status: number, message: string) =>
    data<MessageRefused>({ ok: false, ...note, title: m.cart_message_failed(), message }, { status });
  const parsed = sendSchema.safeParse({ clientId: form.get("clientId"), message: note.text });
  if (!parsed.success) return notSent(422, parsed.error.issues[0]?.message ?? m.cart_message_failed());
  if (!viewer) {
    const cookie = draftCookie({ ...note, text: parsed.data.message });
    if (cookie === null) return notSent(413, m.cart_note_long());
    return signInRedirect(CART_PATH, m.chat_sign_in_text(), {
      headers: new Headers({ "set-cookie": cookie }),
    });
  }
  try {
    const store = await cartOf(request);
    const items = await store.items();
    const rows = await cartRows(items, viewer);
    const theirs = rows.filter(({ username }) => username === note.seller);
    const asked = askedAbout(theirs);
    const [about] = asked;
    if (!about) return notSent(409, m.cart_message_changed());
    // If the form is sent again after a lost answer, another item may be the first one by now.
    const earlier = await roomOfMessage(viewer.id, parsed.data.clientId);
    const room = earlier ?? (await openRoom(viewer, { type: about.type, id: about.id }));
    await sendMessage(viewer, room, parsed.data);
    await saveRequest(viewer, room, asked);
    const headers = new Headers([...store.cookies(), clearedDraftCookie()].map((one) => ["set-cookie", one]));
    return redirect(href("/messages/:roomId", { roomId: room }), { headers });
  } catch (error) {
    if (error instanceof Refused) return notSent(error.status, error.message);
    logger.error({ err: error }, "a message about a cart could not be sent");
    return notSent(500, m.cart_message_failed());
  }
}

export const handle = { loadFailed: () => m.cart_fetch_failed() };

export function meta() {
  return titled(m.shell_cart());
}

export default function CartRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refusal = actionData && "text" in actionData ? actionData : null;
  return <CartPage {...loaderData} refusal={refusal} />;
}
