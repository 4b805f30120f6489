import { data, href, redirect, useNavigation } from "react-router";
import { formatDay } from "#app/domain/format.ts";
import { providerName, providerNotice } from "#app/features/accounts/provider-notices.server.ts";
import { keepsASignInMethod } from "#app/features/accounts/rules.ts";
import { EVERY_PROVIDER, socialSchema } from "#app/features/accounts/schema.ts";
import { identitiesOf, unlink } from "#app/features/accounts/security/identities.server.ts";
import { IdentityList } from "#app/features/accounts/security/ui/identity-list.tsx";
import { BackToSecurity } from "#app/features/accounts/security/ui/security-frame.tsx";
import { startLinking } from "#app/features/accounts/social-sign-in.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import { flash } from "#app/platform/flash.server.ts";
import { readForm } from "#app/platform/form.server.ts";
import { confirmed, confirmedViewer } from "#app/platform/guards.server.ts";
import { orRefused } from "#app/platform/refused.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/identities.route.ts";

const PAGE = href("/profile/security/identities");

export const middleware = [confirmed];

/** /profile/security/identities: the account's sign-in methods, and the providers that can be added. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { id: userId } = await context.get(confirmedViewer);
  const identities = await identitiesOf(userId);
  const added = identities.find(({ way }) => way !== "password" && way === url.searchParams.get("added"));
  return {
    identities: identities.map(({ id, way, since, works }) => ({
      id,
      way,
      name: way === "password" ? m.identities_password() : providerName(way),
      since: formatDay(since, getLocale()),
      works,
      removable: way !== "password" && keepsASignInMethod(identities, id),
    })),
    missing: EVERY_PROVIDER.filter(
      (provider) => env().providers[provider] && !identities.some(({ way }) => way === provider),
    ).map((provider) => ({ provider, name: providerName(provider) })),
    hasPassword: identities.some(({ way }) => way === "password"),
    added:
      added && added.way !== "password" ? m.identities_added({ provider: providerName(added.way) }) : null,
    notice: providerNotice(url.searchParams),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(confirmedViewer);
  const form = await readForm(request, ["intent", "provider", "id"]);
  switch (form?.get("intent")) {
    case "add":
      return add(request, form);
    case "remove":
      return remove(request, viewer.id, String(form.get("id")));
    default:
      return data({ fault: m.auth_form_broken() }, { status: 400 });
  }
}

async function add(request: Request, form: FormData) {
  const parsed = socialSchema.safeParse({ provider: form.get("provider") });
  if (!parsed.success) return data({ fault: m.auth_form_broken() }, { status: 400 });
  const { provider } = parsed.data;
  const named = { provider: providerName(provider) };
  if (!env().providers[provider]) return data({ fault: m.auth_provider_missing(named) }, { status: 400 });
  const outcome = await orRefused(startLinking(request, provider, PAGE));
  switch (outcome.kind) {
    case "go":
      throw redirect(outcome.url, { headers: outcome.headers });
    case "failed":
      return data({ fault: m.identities_failed(named) }, { status: 502 });
    case "refused":
      return data({ fault: outcome.message }, { status: outcome.status, headers: outcome.headers });
  }
}

async function remove(request: Request, userId: string, id: string) {
  const outcome = await unlink(request, userId, id);
  switch (outcome.kind) {
    case "removed":
      throw redirect(PAGE, {
        headers: flash(new Headers(), { kind: "success", title: m.identities_removed(outcome) }),
      });
    case "last":
      return data({ fault: m.identities_last() }, { status: 409 });
    case "gone":
      return data({ fault: m.identities_gone() }, { status: 404 });
  }
}

export function meta() {
  return titled(m.identities_title());
}

export default function IdentitiesPage({ loaderData, actionData }: Route.ComponentProps) {
  const sending = useNavigation().formData;
  const { added, notice } = loaderData;
  return (
    <section aria-labelledby="identities">
      <BackToSecurity />
      <h1 id="identities" className="text-heading">
        {m.identities_title()}
      </h1>
      <p className="mt-1 mb-5 text-soft">{m.identities_lead()}</p>
      {actionData && (
        <Alert tone="danger" className="mb-4">
          {actionData.fault}
        </Alert>
      )}
      {!actionData && added && (
        <Alert tone="good" className="mb-4">
          {added}
        </Alert>
      )}
      {!actionData && notice && (
        <Alert className="mb-4">
          <p>{notice.text}</p>
          {notice.providerText && <p className="mt-1 text-soft">{notice.providerText}</p>}
        </Alert>
      )}
      <IdentityList {...loaderData} busy={String(sending?.get("id") ?? sending?.get("provider") ?? "")} />
    </section>
  );
}
