import { lookUpPerson } from "#app/features/moderation/people/commands.server.ts";
import { PersonSearch } from "#app/features/moderation/people/ui/person-search.tsx";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { operating, operator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { resultCount } from "#app/ui/count-text.ts";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/people.route.ts";

export const middleware = [operating];

/** /operator/people: finds a person for support by username or email address, as /moderation/people. */
export async function loader({ request, context }: Route.LoaderArgs) {
  return lookUpPerson(await context.get(operator), new URL(request.url).searchParams.get("q"));
}

loader.query = ["q"];

/** Without an action the router would answer 405, which reveals that the URL exists. */
export function action(): never {
  throw new Refused("home_not_found");
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(operatorTitle("people", loaderData?.sought));
}

export default function PeoplePage({ loaderData: { sought } }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <OperatorHead current="people" count={sought === "" ? undefined : resultCount(0, false)} />
      <PersonSearch sought={sought} />
    </div>
  );
}
