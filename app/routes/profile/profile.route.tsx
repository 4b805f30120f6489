import { useState } from "react";
import { data, href, Link, useLocation, useNavigation } from "react-router";
import { z } from "zod";
import { safeNext } from "#app/domain/local-path.ts";
import { modelTitle } from "#app/domain/models/model.ts";
import { saveProfile } from "#app/features/accounts/profile/commands.server.ts";
import { pendingEmail, rememberRequestedEmail } from "#app/features/accounts/profile/email-change.server.ts";
import { presentPendingEmail, presentProfile } from "#app/features/accounts/profile/present.server.ts";
import { type ProfileRow, profileOf, profileOwnerOf } from "#app/features/accounts/profile/queries.server.ts";
import { PROFILE_FIELDS, type ProfileInput, profileSchema } from "#app/features/accounts/profile/schema.ts";
import { PictureCard } from "#app/features/accounts/profile/ui/picture-card.tsx";
import { PendingEmail, ProfileForm } from "#app/features/accounts/profile/ui/profile-form.tsx";
import type { ProfileValues } from "#app/features/accounts/profile/view.ts";
import { ownRacketOf } from "#app/features/model-pages/own-racket.server.ts";
import { OwnRacketCard } from "#app/features/model-pages/ui/own-racket-card.tsx";
import { m } from "#app/paraglide/messages.js";
import { EDIT_FIELDS } from "#app/platform/edits.server.ts";
import { logger } from "#app/platform/log.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/profile.route.ts";

/** /profile: the user's own profile. */
export async function loader({ request }: Route.LoaderArgs) {
  const owner = await profileOwnerOf(request);
  if (!owner) return { state: "signed-out" } as const;
  try {
    const [row, pending, racket] = await Promise.all([
      profileOf(owner.id),
      pendingEmail(owner.id),
      ownRacketOf(owner.id),
    ]);
    if (row) {
      const profile = {
        ...presentProfile(row),
        pending: presentPendingEmail(owner, pending),
        ownRacket: racket && modelTitle(racket.model),
      };
      return { state: "shown", profile } as const;
    }
  } catch (error) {
    logger.error({ err: error }, "a profile could not be read");
  }
  return data({ state: "failed" } as const, { status: 500 });
}

const SIGNED_OUT = z.object(
  Object.fromEntries([...PROFILE_FIELDS, ...EDIT_FIELDS].map((name) => [name, z.string().optional()])),
);

/** A new email address is only requested here: its owner has to confirm it. */
export function action({ request }: Route.ActionArgs) {
  let seen: ProfileRow | undefined;
  return submit(request, {
    who: viewerOf,
    // Signed out, nothing is checked, and what was typed is kept.
    schema: (viewer) => (viewer ? profileSchema(viewer.username) : SIGNED_OUT),
    stored: async (viewer) => {
      seen = viewer ? await profileOf(viewer.id) : undefined;
      return seen ? presentProfile(seen).values : null;
    },
    failed: m.profile_update_failed,
    command: async (input, viewer) => {
      if (!viewer) throw new Refused("signed_out", { text: m.profile_not_authenticated() });
      const { email, ...profile } = input as ProfileInput;
      await saveProfile(viewer, profile, seen);
      const toast = { title: m.ui_success(), description: m.profile_updated() };
      const next = nextOf(request.url);
      if (email === null || email === viewer.email)
        return { to: next === "/" ? href("/profile") : next, toast };
      await rememberRequestedEmail(viewer, email);
      return { to: href("/profile/email"), toast };
    },
  });
}

/** The page to which a saved form redirects (`?next=`); "/" stands for the profile page itself. */
function nextOf(address: string): string {
  return safeNext(new URL(address, "https://any.example").searchParams.get("next"));
}

export const handle = { loadFailed: () => m.profile_load_failed() };

export function meta() {
  return titled(m.profile_tab_profile());
}

const NOTHING: ProfileValues = {
  username: "",
  full_name: "",
  email: "",
  phone: "",
  shipping_address: "",
  billing_address: "",
};

/** The key of the form, which is new after each answer. Without an answer the form keeps its key, and so its input. */
function useFormKey(loaderData: unknown, actionData: unknown): string {
  const { key: visit } = useLocation();
  const [form, setForm] = useState({ key: visit, visit, loaderData, actionData });
  const moved = form.visit !== visit;
  if (moved || form.loaderData !== loaderData) {
    const hasNewAnswer = moved && (form.loaderData !== loaderData || form.actionData !== actionData);
    setForm({
      key: hasNewAnswer ? visit : form.key,
      visit,
      loaderData,
      actionData: moved ? actionData : form.actionData,
    });
  }
  return form.key;
}

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const formKey = useFormKey(loaderData, actionData);
  const next = nextOf(useLocation().search);
  const busy = useNavigation().formData?.has("loaded") ?? false;
  const profile = loaderData.state === "shown" ? loaderData.profile : null;
  if (!profile && !actionData) {
    return (
      <Alert
        tone="danger"
        action={
          <LinkButton to={href("/profile")} size="sm" reloadDocument>
            {m.profile_try_again()}
          </LinkButton>
        }
      >
        {m.profile_load_failed()}
      </Alert>
    );
  }
  return (
    <div className="grid gap-6">
      {profile && <PictureCard name={profile.values.username} src={profile.avatarUrl} />}
      {profile && <OwnRacketCard title={profile.ownRacket} />}
      <div className="grid gap-6">
        {profile?.pending && (
          <PendingEmail
            pending={profile.pending}
            action={
              <Link to={href("/profile/email")} className="text-link underline underline-offset-2">
                {m.profile_email_see()}
              </Link>
            }
          />
        )}
        <ProfileForm
          // A saved form restarts with the stored values; a refused one with its input.
          key={formKey}
          values={profile?.values ?? NOTHING}
          loaded={profile?.loaded ?? ""}
          answer={actionData}
          busy={busy}
          next={next}
        />
      </div>
    </div>
  );
}
