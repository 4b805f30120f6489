import { Form, href, Link, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { formatDay } from "#app/domain/format.ts";
import { safeNext } from "#app/domain/local-path.ts";
import { acceptTerms } from "#app/features/legal/commands.server.ts";
import { presentLegal } from "#app/features/legal/present.server.ts";
import { legalPage, termsToAccept, termsVersion } from "#app/features/legal/queries.server.ts";
import { MarkdownText } from "#app/features/legal/ui/markdown-text.tsx";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/accept.route.ts";

export const middleware = [signedIn];

/** /terms/accept shows the current version of the operator's terms. Nobody is forced to accept it (decision 0093). */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const next = safeNext(url.searchParams.get("next"));
  if ((await termsVersion()) === null) throw new Refused("home_not_found");
  const terms = await termsToAccept(viewer.id);
  if (!terms) throw redirect(next);
  const { title, blocks, language } = presentLegal("terms", await legalPage("terms", getLocale()));
  return {
    next,
    title,
    blocks,
    language,
    version: terms.version,
    acceptedBefore: terms.acceptedBefore && formatDay(terms.acceptedBefore, getLocale()),
  };
}

export function action({ request, url, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: z.object({ version: z.string() }),
    command: async ({ version }, viewer) => {
      if ((await termsVersion()) === null) throw new Refused("home_not_found");
      await acceptTerms(viewer.id, version);
      return { to: safeNext(url.searchParams.get("next")), toast: { title: m.terms_accepted() } };
    },
  });
}

export function meta() {
  return titled(m.legal_terms());
}

export default function AcceptTermsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { next, title, blocks, language, version, acceptedBefore } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={<span lang={language}>{title}</span>}
        lead={acceptedBefore ? m.terms_lead_changed({ day: acceptedBefore }) : m.terms_lead_new()}
      />
      {actionData && (
        <Alert tone="danger" className="mb-6">
          {actionData.message}
        </Alert>
      )}
      <div lang={language} className="grid gap-4">
        <MarkdownText blocks={blocks} />
      </div>
      <p className="mt-10 text-soft text-sm">
        {m.legal_version({ version })}
        {" · "}
        <Link to={href("/privacy")} className="text-link underline underline-offset-2">
          {m.legal_privacy()}
        </Link>
      </p>
      <Form method="post" className="mt-6 flex flex-wrap gap-3">
        <input type="hidden" name="version" value={version} />
        <Button type="submit" variant="primary" size="lg" busy={busy}>
          {m.terms_accept()}
        </Button>
        <LinkButton to={next} variant="ghost" size="lg">
          {m.terms_later()}
        </LinkButton>
      </Form>
    </div>
  );
}
