import { Sparkles } from "lucide-react";
import { useRef } from "react";
import { href } from "react-router";
import { SWITCHED_PROMISES } from "#app/domain/promises.ts";
import { isWritable, oneLine } from "#app/domain/text-rules.ts";
import { sendContact, senderOf, TOPIC_TEXTS } from "#app/features/help/contact.server.ts";
import { CONTACT, presentFaq, type ShopTexts } from "#app/features/help/faq.server.ts";
import { helpPageMeta } from "#app/features/help/page-meta.server.ts";
import { contactSchema, prefilledReport, TOPICS } from "#app/features/help/schema.ts";
import { Answers } from "#app/features/help/ui/answers.tsx";
import { ContactForm } from "#app/features/help/ui/contact-form.tsx";
import { Hours } from "#app/features/help/ui/hours.tsx";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import { shownEmail } from "#app/platform/mail.server.ts";
import { cachePage, setPageMeta } from "#app/platform/request-context.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import { madePromises, meaningOf, saysOffers } from "#app/platform/settings.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { useSidePanels } from "#app/ui/side-panels.ts";
import { titled } from "#app/ui/title.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import type { Route } from "./+types/help.route";

const LONGEST_SEARCH = 200;

async function shopTexts(): Promise<ShopTexts> {
  const [made, offers, ...texts] = await Promise.all([
    madePromises(),
    saysOffers(),
    ...SWITCHED_PROMISES.map((promise) => meaningOf(promise, getLocale())),
  ]);
  const meanings = SWITCHED_PROMISES.map((promise, index) => [promise, texts[index] ?? null]);
  return { made, offers, meanings: Object.fromEntries(meanings) };
}

/** /help: questions with answers, and a contact form. */
export async function loader({ request, url }: Route.LoaderArgs) {
  const viewer = await viewerOf(request);
  const typed = oneLine(url.searchParams.get("q") ?? "");
  const q = isWritable(typed) ? [...typed].slice(0, LONGEST_SEARCH).join("") : "";
  const sender = viewer && (await senderOf(viewer.id));
  const prefilled = prefilledReport(url.searchParams, env().baseUrl);
  if (!viewer && q === "" && !prefilled) cachePage([]);
  const groups = presentFaq(await shopTexts());
  if (q === "") setPageMeta(() => helpPageMeta(groups));
  return {
    q,
    // Search engines do not index the results of a search.
    canonicalPath: q === "" && !prefilled ? href("/help") : null,
    groups,
    open: env().supportEmail !== undefined,
    topics: TOPICS.map((value) => ({ value, label: TOPIC_TEXTS[value]() })),
    name: sender?.username ?? "",
    email: shownEmail(sender?.email ?? ""),
    prefilled,
    example: `${env().baseUrl}/messages`,
  };
}

loader.query = ["q", "about", "value"];

export function action({ request }: Route.ActionArgs) {
  return submit(request, {
    who: viewerOf,
    schema: contactSchema,
    command: async (contact, viewer) => {
      await sendContact(request, contact, viewer);
      const email = shownEmail(contact.email);
      const toast = { title: m.help_contact_sent_title(), description: m.help_contact_sent_text({ email }) };
      return { to: CONTACT, toast };
    },
  });
}

export function meta() {
  return titled(m.help_title(), m.help_lead());
}

export default function HelpPage({ loaderData: page, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap pb-20">
      <PageTitle title={m.help_title()} lead={m.help_lead()} actions={<AskConcierge />} />
      <div className="grid items-start gap-x-12 gap-y-14 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Answers groups={page.groups} q={page.q} />
        <section aria-labelledby="contact" className="grid scroll-mt-6 gap-5">
          <h2 id="contact" tabIndex={-1} className="scroll-mt-6 text-heading outline-none">
            {m.help_contact_title()}
          </h2>
          <Hours />
          <ContactForm {...page} result={actionData?.result} />
        </section>
      </div>
    </div>
  );
}

function AskConcierge() {
  const panels = useSidePanels();
  const hydrated = useHydrated();
  const button = useRef<HTMLButtonElement>(null);
  if (!panels) return null;
  return (
    <Button
      ref={button}
      disabled={!hydrated}
      className="noscript:hidden"
      icon={<Sparkles aria-hidden="true" className="size-4" />}
      onClick={() => panels.openAssistant(button.current)}
    >
      {m.shell_chat_with_us()}
    </Button>
  );
}
