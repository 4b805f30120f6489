import { Form, href, redirect } from "react-router";
import { usernameFor } from "#app/features/moderation/people/commands.server.ts";
import { OperatorHead, operatorTitle } from "#app/features/operator/ui/operator-head.tsx";
import { m } from "#app/paraglide/messages.js";
import { operating, operator } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { resultCount } from "#app/ui/count-text.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/people.route.ts";

export const middleware = [operating];

const LONGEST = 320;

/** /operator/people: finds a person for support by username or email address, and leads to their page, which logs it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = await context.get(operator);
  const sought = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, LONGEST);
  if (sought === "") return { sought };
  const username = await usernameFor(viewer, sought);
  if (username !== null) throw redirect(href("/moderation/people/:username", { username }));
  return { sought };
}

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
      <Form role="search" className="mb-8 flex flex-wrap items-end gap-3">
        <TextField
          key={sought}
          id="q"
          name="q"
          label={m.staff_who()}
          hint={m.operator_people_logged()}
          defaultValue={sought}
          autoComplete="off"
          maxLength={LONGEST}
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="primary">
          {m.operator_people_find()}
        </Button>
      </Form>
      {sought !== "" && <Alert tone="notice">{m.operator_people_none()}</Alert>}
    </div>
  );
}
