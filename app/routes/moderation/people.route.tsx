import { href } from "react-router";
import { lookUpPerson } from "#app/features/moderation/people/commands.server.ts";
import { PersonSearch } from "#app/features/moderation/people/ui/person-search.tsx";
import { m } from "#app/paraglide/messages.js";
import { moderating, moderator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { LinkButton } from "#app/ui/button.tsx";
import { resultCount } from "#app/ui/count-text.ts";
import { PageTitle } from "#app/ui/headings.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/people.route.ts";

export const middleware = [moderating];

/** /moderation/people: finds a person by username or email address, and leads to their page. Both is logged. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return lookUpPerson(await context.get(moderator), new URL(request.url).searchParams.get("q"));
}

loader.query = ["q"];

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(listTitle([m.operator_people(), loaderData?.sought, m.moderation_title()]));
}

export default function PeoplePage({ loaderData: { sought } }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle
        title={m.moderation_people()}
        count={sought === "" ? undefined : resultCount(0, false)}
        actions={<LinkButton to={href("/moderation")}>{m.case_to_queue()}</LinkButton>}
      />
      <PersonSearch sought={sought} />
    </div>
  );
}
