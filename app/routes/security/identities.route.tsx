import { href, useNavigation } from "react-router";
import { z } from "zod";
import { formatDay } from "#app/domain/format.ts";
import { providerName, providerNotice } from "#app/features/accounts/provider-notices.server.ts";
import { EVERY_PROVIDER, socialSchema } from "#app/features/accounts/schema.ts";
import {
  identitiesOf,
  keepsASignInMethod,
  unlink,
} from "#app/features/accounts/security/identities.server.ts";
import { IdentityList } from "#app/features/accounts/security/ui/identity-list.tsx";
import { BackToSecurity } from "#app/features/accounts/security/ui/security-frame.tsx";
import { startLinking } from "#app/features/accounts/social-sign-in.server.ts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import { confirmed, confirmedViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
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

const schema = z.discriminatedUnion("intent", [
  socialSchema.extend({ intent: z.literal("add") }),
  z.object({ intent: z.literal("remove"), id: z.string() }),
]);

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(confirmedViewer),
    schema,
    command: async (input, viewer) => {
      if (input.intent === "add") {
        const { url, headers } = await startLinking(request, input.provider, PAGE);
        return { to: url, headers };
      }
      const provider = await unlink(request, viewer.id, input.id);
      return { to: PAGE, toast: { title: m.identities_removed({ provider }) } };
    },
  });
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
          {actionData.message}
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
