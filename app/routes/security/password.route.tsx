import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { href, useNavigation } from "react-router";
import { z } from "zod";
import { hasPassword } from "#app/features/accounts/queries.server.ts";
import { changePasswordSchema, setPasswordSchema } from "#app/features/accounts/schema.ts";
import { changePassword, setPassword } from "#app/features/accounts/security/password.server.ts";
import { SecurityFrame } from "#app/features/accounts/security/ui/security-frame.tsx";
import { AccountForm, fieldOf, firstFormFault } from "#app/features/accounts/ui/account-form.tsx";
import { AccountName, NewPasswordFields } from "#app/features/accounts/ui/new-password-fields.tsx";
import { PasswordField } from "#app/features/accounts/ui/password-field.tsx";
import { SignedOutAlert } from "#app/features/accounts/ui/session-sync.tsx";
import { m } from "#app/paraglide/messages.js";
import { Refused } from "#app/platform/refused.server.ts";
import { requireConfirmed, requireViewer, viewerOf } from "#app/platform/session.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/password.route.ts";

/**
 * /profile/security/password: the current password and a new one. A user without a password sets a first one, after
 * confirming their identity in another way.
 */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await requireViewer(request);
  const has = await hasPassword(viewer.id);
  if (!has) await requireConfirmed(request);
  return { has, username: viewer.username };
}

const text = z.string().default("");
const SIGNED_OUT = z.object({ current: text, password: text });

export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: async () => {
      const viewer = await viewerOf(request);
      return viewer && { viewer, has: await hasPassword(viewer.id) };
    },
    schema: async (who) => {
      if (!who) return SIGNED_OUT;
      if (!who.has) await requireConfirmed(request);
      return who.has ? changePasswordSchema : setPasswordSchema;
    },
    command: async (input, who) => {
      // No redirect to the sign-in page: the typed passwords would have to be stored until the user comes back.
      if (!who) throw new Refused("signed_out", { text: m.session_ended() });
      const headers = who.has
        ? await changePassword(request, who.viewer, input)
        : await setPassword(request, who.viewer, input.password);
      const toast = { title: m.auth_reset_done_title(), description: m.security_others_gone() };
      return { to: href("/profile/security"), headers: headers ?? new Headers(), toast };
    },
  });
}

const titleOf = (has: boolean) => (has ? m.security_password_change() : m.security_password_set());

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(titleOf(loaderData?.has ?? true));
}

export default function PasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { has, username } = loaderData;
  const isSignedOut = actionData?.reason === "signed_out";
  const result = isSignedOut ? undefined : actionData?.result;
  const busy = useNavigation().formData?.has("password") ?? false;
  const schema = has ? changePasswordSchema : setPasswordSchema;
  const [form, fields] = useForm({
    lastResult: result,
    shouldRevalidate: "onInput",
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
  const fault = firstFormFault(result, ["current", "password", "confirm"]);
  return (
    <SecurityFrame title={titleOf(has)} lead={has ? m.security_password_has() : m.security_password_none()}>
      <AccountForm form={form}>
        <AccountName username={username} />
        {isSignedOut && <SignedOutAlert />}
        {has && (
          <PasswordField
            {...fieldOf(fields.current, "password")}
            label={m.security_password_current()}
            required
            autoComplete="current-password"
            autoFocus={fault === "current"}
          />
        )}
        <NewPasswordFields label={m.auth_password_new()} fields={fields} fault={fault} />
        <Button type="submit" variant="primary" size="lg" busy={busy} busyLabel={m.auth_reset_saving()}>
          {m.auth_reset_save()}
        </Button>
      </AccountForm>
    </SecurityFrame>
  );
}
