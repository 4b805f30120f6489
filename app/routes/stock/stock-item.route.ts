import { changeItem, itemIntent } from "#app/features/stock/table/answers.server.ts";
import { STOCK_FIELDS } from "#app/features/stock/table/schema.ts";
import type { ItemAnswer } from "#app/features/stock/table/view.ts";
import { m } from "#app/paraglide/messages.js";
import { readForm } from "#app/platform/form.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/stock-item.route.ts";

/** For the script of the stock page. The page itself handles forms without JavaScript. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  const viewer = await viewerOf(request);
  if (!viewer) return answered({ ok: false, status: 401, message: m.stock_sign_in(), current: null });
  const form = await readForm(request, STOCK_FIELDS, 200, 1);
  const intent = form && itemIntent(form);
  if (!intent) return answered({ ok: false, status: 400, message: m.stock_not_understood(), current: null });
  return answered(await changeItem(viewer, intent, form));
}

function answered(answer: ItemAnswer): Response {
  const status = answer.ok ? 200 : answer.status;
  return Response.json(answer, { status, headers: { "cache-control": "no-store" } });
}

export function loader(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
