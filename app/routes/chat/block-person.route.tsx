import { Form } from "react-router";
import { isolated } from "#app/domain/text-rules.ts";
import { sellerPath, tidyUsername } from "#app/domain/username.ts";
import { blockSchema } from "#app/features/chat/schema.ts";
import { blockable, setBlockedNamed } from "#app/features/rooms/blocking.server.ts";
import { m } from "#app/paraglide/messages.js";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { submit } from "#app/platform/submit.server.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/block-person.route.ts";

export const middleware = [signedIn];

/** A username may contain the text "%2F", which the router decodes to "/". */
const nameIn = (params: Route.LoaderArgs["params"]) => tidyUsername(params.username.replaceAll("/", "%2F"));

/** /sellers/:username/block: blocks a person, also without a conversation (docs/decisions/0028-messages.md). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { username, blocked } = await blockable(await context.get(signedInViewer), nameIn(params));
  return { username, blocked };
}

export function action({ request, params, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: blockSchema,
    onOtherPage: true,
    failedTitle: () => m.ui_error(),
    command: async ({ intent }, viewer) => {
      const username = nameIn(params);
      await setBlockedNamed(viewer, username, intent === "block");
      return { to: `${sellerPath(username)}/block` };
    },
  });
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(loaderData ? m.chat_block({ name: isolated(loaderData.username) }) : m.chat_blocked_title());
}

export default function BlockPerson({ loaderData: { username: name, blocked } }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={<span>{blocked ? m.chat_unblock({ name }) : m.chat_block_title({ name })}</span>} />
      <p>{blocked ? m.chat_blocked_by_you({ name }) : m.chat_block_text({ name })}</p>
      <Form method="post" className="mt-6 flex flex-wrap gap-3">
        <input type="hidden" name="intent" value={blocked ? "unblock" : "block"} />
        <Button type="submit" variant={blocked ? "primary" : "danger"}>
          {blocked ? m.chat_unblock_short() : m.chat_block_confirm()}
        </Button>
        <LinkButton to={sellerPath(name)}>{m.chat_block_back()}</LinkButton>
      </Form>
    </div>
  );
}
