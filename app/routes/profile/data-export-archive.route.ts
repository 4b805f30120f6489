import { href, redirect } from "react-router";
import { z } from "zod";
import { createArchive } from "#app/features/data-export/archive.server.ts";
import { m } from "#app/paraglide/messages.js";
import { confirmed, confirmedViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/data-export-archive.route.ts";

export const middleware = [confirmed];

export function loader() {
  return redirect(href("/profile/download"));
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(confirmedViewer),
    schema: z.object({}),
    onOtherPage: true,
    failedTitle: () => m.export_limit(),
    command: async (_, viewer) => {
      const now = new Date();
      const zip = await createArchive(viewer.id, { now, signal: request.signal });
      return new Response(zip, {
        headers: {
          "content-type": "application/zip",
          "content-disposition": `attachment; filename="second-serve-${now.toISOString().slice(0, 10)}.zip"`,
        },
      });
    },
  });
}
