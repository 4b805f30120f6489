import { data, href, redirect } from "react-router";
import { removePicture, setPicture } from "#app/features/accounts/profile/commands.server.ts";
import { cropSchema } from "#app/features/accounts/profile/schema.ts";
import { PictureCard } from "#app/features/accounts/profile/ui/picture-card.tsx";
import { withBody } from "#app/features/photos/receive.server.ts";
import { MAX_BYTES } from "#app/features/photos/rules.ts";
import { m } from "#app/paraglide/messages.js";
import { isMultipart, parsedForm } from "#app/platform/body.server.ts";
import { flash } from "#app/platform/flash.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { requireViewer, viewerOf, visitOf } from "#app/platform/session.server.ts";
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

function fault(text: string, status: number, headers?: HeadersInit) {
  return data({ saved: false, text }, { status, headers });
}

/**
 * Accepts a picture as `file`, with its crop as `x`, `y` and `width` (`cropSchema`), or removes it (`intent=remove`),
 * in a multipart form. With `stay` it returns data instead of a redirect to the profile.
 */
export async function action({ request }: Route.ActionArgs) {
  const viewer = await viewerOf(request);
  if (!viewer) return fault(m.photos_fault_signed_out(), 401);
  if (!isMultipart(request)) return fault(m.profile_picture_none(), 415);
  try {
    const take = async (body: Uint8Array<ArrayBuffer>) => {
      const form = await parsedForm(request, body);
      if (form?.get("intent") === "remove") {
        await removePicture(viewer);
        return done(form, m.profile_picture_removed());
      }
      const file = form?.get("file");
      if (!form || !(file instanceof File) || file.size === 0) return fault(m.profile_picture_none(), 400);
      const crop = cropSchema.safeParse(Object.fromEntries(form));
      await setPicture(viewer, new Uint8Array(await file.arrayBuffer()), crop.success ? crop.data : null);
      return done(form, m.profile_picture_saved());
    };
    return await withBody(request, viewer.id, take, LIMITS);
  } catch (error) {
    if (error instanceof Refused) return fault(error.message, error.status, error.headers);
    logger.error({ err: error }, "a picture could not be stored");
    return fault(m.photos_fault_failed(), 500);
  }
}

function done(form: FormData, text: string) {
  if (form.has("stay")) return data({ saved: true, text }, { status: 200 });
  const message = { kind: "success", title: m.ui_success(), description: text } as const;
  return redirect(href("/profile"), { headers: flash(new Headers(), message) });
}

export function meta() {
  return titled(m.profile_picture());
}

export default function PicturePage({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <div className="grid max-w-md gap-5">
      {actionData && !actionData.saved && <Alert tone="danger">{actionData.text}</Alert>}
      <PictureCard name={loaderData.username} src={loaderData.src} heading="h1" />
      <p>
        <LinkButton to={href("/profile")} variant="ghost" size="sm">
          {m.profile_back()}
        </LinkButton>
      </p>
    </div>
  );
}
