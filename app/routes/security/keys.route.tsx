import { href } from "react-router";
import { makeApiKey, shownApiKeys } from "#app/features/accounts/security/api-keys.server.ts";
import { ApiKeys, type MadeKey } from "#app/features/accounts/security/ui/api-keys.tsx";
import { BackToSecurity } from "#app/features/accounts/security/ui/security-frame.tsx";
import { keysFormSchema } from "#app/features/api/keys-schema.ts";
import type { Scope } from "#app/features/api/scopes.ts";
import { revokeKey } from "#app/features/webhooks/commands.server.ts";
import { m } from "#app/paraglide/messages.js";
import { confirmed, confirmedViewer } from "#app/platform/guards.server.ts";
import { pagePath } from "#app/platform/locale.server.ts";
import { type Done, submit } from "#app/platform/submit.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/keys.route.ts";

export const middleware = [confirmed];

const FOR_SHOPS = href("/sell/business/api");
const FOR_PEOPLE = href("/profile/security/keys");
const PRESETS: Readonly<Record<string, readonly Scope[]>> = {
  [FOR_SHOPS]: ["listings:write"],
  [FOR_PEOPLE]: [],
};

const pageAt = (url: string) => (pagePath(new URL(url).pathname) === FOR_SHOPS ? FOR_SHOPS : FOR_PEOPLE);

/** /profile/security/keys, and /sell/business/api for shops: keys with which programs call the API (decision 0168). */
export async function loader({ request, context }: Route.LoaderArgs) {
  return { keys: await shownApiKeys(await context.get(confirmedViewer)), here: pageAt(request.url) };
}

export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(confirmedViewer),
    schema: keysFormSchema,
    command: async (input, viewer): Promise<Done<MadeKey | null>> => {
      if (input.intent === "make") {
        const secret = await makeApiKey(request, viewer, input);
        // Only this answer has it: neither a URL, a cookie nor a later page does.
        return { value: { name: input.name, secret } };
      }
      const webhooks = await revokeKey(viewer, input.id);
      const description = webhooks > 0 ? m.keys_revoked_webhooks({ count: webhooks }) : undefined;
      return { to: pageAt(request.url), toast: { title: m.keys_revoked(), description } };
    },
    failedTitle: (_, intent) => (intent === "revoke" ? m.ui_error() : null),
  });
}

export function meta() {
  return titled(m.keys_title());
}

export default function KeysPage({ loaderData: { keys, here }, actionData }: Route.ComponentProps) {
  const content = <ApiKeys keys={keys} here={here} preset={PRESETS[here] ?? []} answer={actionData} />;
  if (here === FOR_SHOPS)
    return (
      <div className="wrap-column pb-16">
        <PageTitle title={m.keys_title()} lead={m.keys_lead()} />
        {content}
        <p className="mt-10">
          <LinkButton to={href("/sell/business/api/webhooks")}>{m.webhooks_title()}</LinkButton>
        </p>
      </div>
    );
  return (
    <>
      <BackToSecurity />
      <header className="mb-8">
        <h1 className="text-heading">{m.keys_title()}</h1>
        <p className="mt-2 text-soft">{m.keys_lead()}</p>
      </header>
      {content}
    </>
  );
}
