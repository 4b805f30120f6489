import { changeItem } from "#app/features/stock/table/forms.server.ts";
import { itemSchema } from "#app/features/stock/table/schema.server.ts";
import { m } from "#app/paraglide/messages.js";
import { postOnly } from "#app/platform/form.server.ts";
import { signedInOr } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/stock-item.route.ts";

/** For the script of the stock page, and for undoing. The page itself takes forms without JavaScript. */
export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: signedInOr(() => m.stock_sign_in()),
    schema: itemSchema,
    coerces: false,
    command: changeItem,
    failedTitle: () => m.ui_error(),
    failed: () => m.stock_not_saved(),
  });
}

export const loader = postOnly;
