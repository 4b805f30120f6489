import { data, Form, href, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { AuthFrame } from "#app/features/accounts/ui/auth-frame.tsx";
import { stillForSale } from "#app/features/silent-sellers/commands.server.ts";
import { readToken } from "#app/features/silent-sellers/mails.server.ts";
import { silenceOf } from "#app/features/silent-sellers/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { Refused } from "#app/platform/refused.server.ts";
import { requireViewer } from "#app/platform/session.server.ts";
import { type Done, submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/still-for-sale.route.ts";

/**
 * /my-listings/still-for-sale?token=…: the page of the link in a mail to a silent seller. Opening it changes nothing,
 * because mail scanners open every link.
 */
export async function loader({ url }: Route.LoaderArgs) {
  const token = url.searchParams.get("token");
  if (token === null) throw redirect(href("/my-listings"));
  const userId = readToken(token);
  if (userId === null) return data({ state: "dead" } as const, { status: 410 });
  const silence = await silenceOf(userId);
  return data({ state: silence === null ? "done" : silence.hidden ? "hidden" : "asked" } as const);
}

/** The page's button, for the seller that the token names; or the button in My Listings, for the viewer. */
export function action({ request, url }: Route.ActionArgs) {
  const token = url.searchParams.get("token");
  return submit(request, {
    who: async () => (token === null ? (await requireViewer(request)).id : readToken(token)),
    schema: z.object({}),
    async command(_, userId): Promise<Done> {
      if (userId === null) throw new Refused("mail_link_dead");
      const { shown } = await stillForSale(userId);
      if (token !== null) return {};
      const title = shown ? m.silent_shown() : m.silent_thanks();
      return { to: href("/my-listings"), toast: { title, tone: "good" } };
    },
  });
}

export function meta() {
  return titled(m.silent_ask_subject());
}

export default function StillForSalePage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  const state = actionData?.reason === "mail_link_dead" ? "dead" : loaderData.state;
  return (
    <AuthFrame title={m.silent_ask_subject()}>
      {state === "dead" && <Alert tone="danger">{m.mail_choice_dead()}</Alert>}
      {state === "done" && <p role="status">{m.silent_thanks()}</p>}
      {(state === "asked" || state === "hidden") && (
        <>
          <p className="text-soft">{state === "hidden" ? m.silent_hidden_text() : m.silent_why()}</p>
          <Form method="post" className="mt-5">
            <Button type="submit" variant="primary" size="lg" className="w-full" busy={busy}>
              {state === "hidden" ? m.silent_show() : m.silent_button()}
            </Button>
          </Form>
        </>
      )}
      <LinkButton to={href("/messages")} variant="ghost" className="mt-3 w-full">
        {m.chat_inbox_title()}
      </LinkButton>
    </AuthFrame>
  );
}
