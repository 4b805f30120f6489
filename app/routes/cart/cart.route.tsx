import { data, redirect } from "react-router";
import { z } from "zod";
import { categoryOfType } from "#app/domain/categories/registry.ts";
import { isId } from "#app/domain/ids.ts";
import { safeNext } from "#app/domain/local-path.ts";
import type { Viewer } from "#app/domain/viewer.ts";
import { cartOf } from "#app/features/cart/cart.server.ts";
import type { CartStore } from "#app/features/cart/cart-store.ts";
import { type CartRefusal, setInCart } from "#app/features/cart/commands.server.ts";
import { clearedDraftCookie, draftCookie, draftOf } from "#app/features/cart/message-draft.server.ts";
import { askedAbout, presentCart } from "#app/features/cart/present.server.ts";
import { cartRows } from "#app/features/cart/queries.server.ts";
import { MAX_BROUGHT } from "#app/features/cart/rules.ts";
import { CartPage } from "#app/features/cart/ui/cart-page.tsx";
import type { CartView, MessageRefused } from "#app/features/cart/view.ts";
import { openRoom, sendMessage } from "#app/features/chat/commands.server.ts";
import { sendSchema } from "#app/features/chat/schema.ts";
import { BULK_FIELDS, pickedText, readBulk } from "#app/features/listings/picked.ts";
import { bulkDone } from "#app/features/listings/picked-answers.server.ts";
import { m } from "#app/paraglide/messages.js";
import { env } from "#app/platform/env.server.ts";
import { flash } from "#app/platform/flash.server.ts";
import { isNavigation, readForm } from "#app/platform/form.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { refusalOf } from "#app/platform/problem.server.ts";
import { clientAddress, limitMessage } from "#app/platform/rate-limit.server.ts";
import { pageOf, viewerOf } from "#app/platform/session.server.ts";
import { signInRedirect } from "#app/platform/sign-in.server.ts";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/cart.route";

const PATH = "/cart";
const NOTHING: CartView = { groups: [], gone: [], sum: null, away: [] };

/** The cart of who asks, signed in or not (A2.14), by seller. */
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
    return data({ ...frame, cart: NOTHING, failed: true }, { status: 500 });
  }
}

const input = z.object({
  type: z.string().refine((type) => categoryOfType(type) !== undefined),
  id: z.string().refine(isId),
  cart: z.enum(["true", "false"]).transform((text) => text === "true"),
});

/** More than a message has, so that one that is too long is refused and not cut. */
const LONGEST = 5000;

/**
 * Puts one listing in or takes it out, takes several out and puts them back, or writes to a seller about all of theirs.
 * A script is answered in JSON, a form is sent on.
 */
export async function action({ request }: Route.ActionArgs) {
  const viewer = await viewerOf(request);
  const fields = [...BULK_FIELDS, ...Object.keys(input.shape), "seller", "message", "clientId"];
  const form = await readForm(request, fields, LONGEST, MAX_BROUGHT);
  if (form?.get("intent") === "message") return write(request, viewer, form);
  const limitSaves = await (viewer
    ? limitMessage("cart", viewer.id)
    : limitMessage("cart_client", clientAddress(request)));
  if (limitSaves !== null) return refused(429, limitSaves);
  if (form?.has("intent")) return several(request, form);
  const parsed = input.safeParse(Object.fromEntries(form ?? []));
  if (!parsed.success) return refused(400, m.cart_failed());
  const { type, id, cart: wanted } = parsed.data;
  const outcome = await changed(request, (keeper) => setInCart(keeper, viewer, { type, id }, wanted));
  if ("refusal" in outcome) return refused(...outcome.refusal);
  const { headers } = outcome;
  const title = wanted ? m.cart_added() : m.cart_removed();
  if (isNavigation(request)) {
    return redirect(safeNext(pageOf(request)), { headers: flash(headers, { title, kind: "success" }) });
  }
  return data({ ok: true as const, cart: wanted, title }, { headers });
}

type Changed =
  | { readonly headers: Headers }
  | { readonly refusal: readonly [status: number, message: string] };

/** Changes the cart of who asks: with the cookies that go with it, or why it stayed as it was. */
async function changed(
  request: Request,
  change: (keeper: CartStore) => Promise<CartRefusal | null>,
): Promise<Changed> {
  try {
    const keeper = await cartOf(request);
    const refusal = await change(keeper);
    if (refusal !== null) return { refusal: refusalText(refusal) };
    return { headers: new Headers(keeper.cookies().map((cookie) => ["set-cookie", cookie])) };
  } catch (error) {
    logger.error({ err: error }, "a cart could not be changed");
    return { refusal: [500, m.cart_failed()] };
  }
}

function refusalText(refusal: CartRefusal): readonly [number, string] {
  if (typeof refusal === "object") return [409, m.cart_full({ count: refusal.full })];
  if (refusal === "own") return [403, m.favorites_own()];
  return refusal === "not_found" ? [404, m.favorites_gone()] : [409, m.favorites_gone()];
}

function refused(status: number, message: string) {
  return data({ ok: false as const, title: m.ui_error(), message }, { status });
}

async function several(request: Request, form: FormData) {
  const asked = readBulk(form);
  if (!asked || asked.intent === "clear") return refused(400, m.cart_failed());
  let restorable: readonly string[] = [];
  const outcome = await changed(request, async (keeper) => {
    if (asked.intent === "restore") await keeper.restore(asked.picked);
    else restorable = (await keeper.remove(asked.picked)).map(pickedText);
    return null;
  });
  if ("refusal" in outcome) return refused(...outcome.refusal);
  const { headers } = outcome;
  if (asked.intent === "restore") return bulkDone(request, PATH, m.bulk_restored(), [], headers);
  const count = restorable.length;
  const title = count === 1 ? m.cart_removed_one() : m.cart_removed_many({ count });
  return bulkDone(request, PATH, count === 0 ? m.bulk_nothing() : title, restorable, headers);
}

/** Sends one message about all that the cart has of a seller's, into the room of the first of them (decision 0046). */
async function write(request: Request, viewer: Viewer | null, form: FormData) {
  const note = { seller: form.get("seller")?.toString() ?? "", text: form.get("message")?.toString() ?? "" };
  const notSent = (status: number, message: string) =>
    data<MessageRefused>({ ok: false, ...note, title: m.cart_message_failed(), message }, { status });
  const parsed = sendSchema.safeParse({ clientId: form.get("clientId"), message: note.text });
  if (!parsed.success) return notSent(422, parsed.error.issues[0]?.message ?? m.cart_message_failed());
  if (!viewer) {
    const kept = draftCookie({ ...note, text: parsed.data.message });
    if (kept === null) return notSent(413, m.cart_note_long());
    return signInRedirect(PATH, m.chat_sign_in_text(), {
      headers: new Headers({ "set-cookie": kept }),
    });
  }
  try {
    const keeper = await cartOf(request);
    const items = await keeper.items();
    const rows = await cartRows(items, viewer);
    const theirs = rows.filter(({ username }) => username === note.seller);
    const about = askedAbout(theirs);
    if (!about) return notSent(409, m.cart_message_changed());
    const room = await openRoom(viewer, { type: about.type, id: about.id });
    await sendMessage(viewer, room, parsed.data);
    const headers = new Headers(
      [...keeper.cookies(), clearedDraftCookie()].map((one) => ["set-cookie", one]),
    );
    return redirect(`/messages/${room}`, { headers });
  } catch (thrown) {
    const refusal = await refusalOf(thrown);
    if (!refusal) logger.error({ err: thrown }, "a message about a cart could not be sent");
    return notSent(refusal?.status ?? 500, refusal?.message ?? m.cart_message_failed());
  }
}

export function meta() {
  return titled(m.shell_cart());
}

export default function CartRoute({ loaderData, actionData }: Route.ComponentProps) {
  const refusal = actionData && "text" in actionData ? actionData : null;
  return <CartPage {...loaderData} refusal={refusal} />;
}
