import { href } from "react-router";
import { z } from "zod";
import { removePicture, setPicture } from "#app/features/accounts/profile/commands.server.ts";
import { cropSchema } from "#app/features/accounts/profile/schema.ts";
import { PictureCard } from "#app/features/accounts/profile/ui/picture-card.tsx";
import { type ReadBody, withBody } from "#app/features/photos/receive.server.ts";
import { MAX_BYTES } from "#app/features/photos/rules.ts";
import { m } from "#app/paraglide/messages.js";
import { isMultipart, parsedForm } from "#app/platform/body.server.ts";
import { fieldsOf, isNavigation, readForm, refuseTooLarge } from "#app/platform/form.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { requireViewer, viewerOf, visitOf } from "#app/platform/session.server.ts";
import { type Done, submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/picture.route.ts";

/** /profile/picture: a page with the form of the picture alone, which shows a fault of its file without JavaScript. */
export async function loader({ request }: Route.LoaderArgs) {
  const { username } = await requireViewer(request);
  const visit = await visitOf(request);
  return { username, src: visit?.avatarUrl ?? null };
}

/** Limits of the form: the picture, its crop, and the overhead of multipart. */
const LIMITS = { bytes: MAX_BYTES, fields: 10 };

const FIELDS = ["intent", "x", "y", "width"];

const text = z.string().optional();
const schema = z.object({
  intent: z.enum(["save", "remove"]).default("save"),
  x: text,
  y: text,
  width: text,
});

/**
 * Accepts a picture as `file`, with its crop as `x`, `y` and `width` (`cropSchema`), in a multipart form, or removes it
 * (`intent=remove`).
 */
export function action({ request }: Route.ActionArgs) {
  let file: File | undefined;
  const store = (readBody: ReadBody) =>
    submit(request, {
      who: viewerOf,
      schema,
      read: async (_, viewer) => {
        if (!viewer) throw new Refused("signed_out", { text: m.photos_fault_signed_out() });
        if (!isMultipart(request)) {
          const form = await readForm(request, FIELDS);
          return form && { form };
        }
        const sent = await parsedForm(request, await readBody(viewer.id)).catch(refuseTooLarge);
        const chosen = sent?.get("file");
        if (chosen instanceof File && chosen.size > 0) file = chosen;
        return sent && { form: fieldsOf(sent, FIELDS) };
      },
      failed: () => m.photos_fault_failed(),
      command: async ({ intent, ...crop }, viewer) => {
        if (!viewer) throw new Refused("signed_out", { text: m.photos_fault_signed_out() });
        if (intent === "remove") {
          await removePicture(viewer);
          return done(m.profile_picture_removed());
        }
        if (!file) throw new Refused("invalid", { fault: m.profile_picture_none() });
        const { data = null } = cropSchema.safeParse(crop);
        await setPicture(viewer, new Uint8Array(await file.arrayBuffer()), data);
        return done(m.profile_picture_saved());
      },
    });
  return withBody(request, store, LIMITS);

  function done(description: string): Done {
    const toast = { title: m.ui_success(), description, tone: "good" } as const;
    return isNavigation(request) ? { to: href("/profile"), toast } : { toast };
  }
}

export function meta() {
  return titled(m.profile_picture());
}

export default function PicturePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-md gap-5">
      {actionData?.message && <Alert tone="danger">{actionData.message}</Alert>}
      <PictureCard name={loaderData.username} src={loaderData.src} heading="h1" />
      <p>
        <LinkButton to={href("/profile")} variant="ghost" size="sm">
          {m.profile_back()}
        </LinkButton>
      </p>
    </div>
  );
}
