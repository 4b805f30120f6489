import { data, Form, href, useNavigation } from "react-router";
import { z } from "zod";
import {
  isMailWanted,
  mailTopicName,
  readUnsubscribe,
  setMailPreference,
} from "#app/features/accounts/mail-preferences.server.ts";
import { AuthFrame } from "#app/features/accounts/ui/auth-frame.tsx";
import { m } from "#app/paraglide/messages.js";
import { Refused } from "#app/platform/refused.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/unsubscribe.route.ts";

const schema = z
  .object({ wanted: z.enum(["yes", "no"]).optional(), "List-Unsubscribe": z.literal("One-Click").optional() })
  .refine((form) => form.wanted !== undefined || form["List-Unsubscribe"] !== undefined);

const DEAD = { about: null, wanted: null };

/**
 * /mail/unsubscribe?token=…: the page of the unsubscribe link in a mail. Opening it changes nothing, because mail
 * scanners open every link.
 */
export async function loader({ url }: Route.LoaderArgs) {
  const choice = readUnsubscribe(url.searchParams.get("token") ?? "");
  const wanted = choice && (await isMailWanted(choice));
  if (!choice || wanted === null) return data(DEAD, { status: 410 });
  return data({ about: mailTopicName(choice.topic), wanted });
}

/**
 * Handles the page's button, and the request `List-Unsubscribe=One-Click` that a mail program sends for its reader (RFC
 * 8058). The request of a mail program can come from anywhere and has no cookie, so only the token identifies the user.
 */
export function action({ request, url }: Route.ActionArgs) {
  return submit(request, {
    who: async () => readUnsubscribe(url.searchParams.get("token") ?? ""),
    schema,
    command: async ({ wanted }, choice) => {
      const isSet = choice && (await setMailPreference(choice, wanted === "yes"));
      if (!isSet) throw new Refused("link_dead", { text: m.mail_choice_dead() });
      return {};
    },
  });
}

export function meta() {
  return titled(m.mail_choice_title());
}

export default function UnsubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { about, wanted } = loaderData;
  const busy = useNavigation().formMethod === "POST";
  // The account may have been deleted since the page was opened.
  if (about === null || actionData?.reason === "link_dead") {
    return (
      <AuthFrame title={m.mail_choice_title()}>
        <Alert tone="danger">{m.mail_choice_dead()}</Alert>
        <LinkButton to={href("/profile/security")} variant="primary" size="lg" className="mt-5 w-full">
          {m.mail_choice_security()}
        </LinkButton>
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={m.mail_choice_title()}>
      <p className="font-semibold text-lg">{about}</p>
      <p role="status" className="mt-1 text-soft">
        {wanted ? m.mail_choice_on() : m.mail_choice_off()}
      </p>
      <Form method="post" className="mt-5">
        <input type="hidden" name="wanted" value={wanted ? "no" : "yes"} />
        <Button
          type="submit"
          variant={wanted ? "primary" : "secondary"}
          size="lg"
          className="w-full"
          busy={busy}
          busyLabel={m.auth_reset_saving()}
        >
          {wanted ? m.mail_choice_switch_off() : m.mail_choice_switch_on()}
        </Button>
      </Form>
      <LinkButton to={href("/notifications/settings")} variant="ghost" className="mt-3 w-full">
        {m.notification_mail_choose()}
      </LinkButton>
    </AuthFrame>
  );
}
