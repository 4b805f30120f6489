import { changeUpload } from "#app/features/stock/upload/commands.server.ts";
import { uploadOf } from "#app/features/stock/upload/present.server.ts";
import { intentSchema } from "#app/features/stock/upload/schema.ts";
import { BULK_PATH, uploadPagePath } from "#app/features/stock/upload/view.ts";
import { m } from "#app/paraglide/messages.js";
import { signedInOr } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { reply, submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/upload.route.ts";

const who = signedInOr(() => m.upload_fault_signed_out());

/** An upload as JSON (`UploadView`). */
export function loader({ request, params }: Route.LoaderArgs): Promise<Response> {
  return reply(request, who, async (viewer) => {
    const view = await uploadOf(viewer, params.id);
    if (!view) throw new Refused("upload_gone");
    return view;
  });
}

/** Changes an upload by its `intent`. Its form without JavaScript stands on the upload's page. */
export function action({ request, params }: Route.ActionArgs) {
  return submit(request, {
    who,
    schema: intentSchema,
    command: async ({ intent, ...shown }, viewer) => {
      await changeUpload(viewer, params.id, intent, shown);
      return { to: intent === "forget" ? BULK_PATH : uploadPagePath(params.id) };
    },
    onOtherPage: true,
  });
}
