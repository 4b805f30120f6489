import { Form } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import { regionNow, submitRegion } from "#app/features/shell/region.server.ts";
import { RegionFields } from "#app/features/shell/ui/region-fields.tsx";
import { m } from "#app/paraglide/messages.js";
import { faultsOf } from "#app/ui/answer.ts";
import { Button } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/region.route.ts";

const FORM = "region";

/** /preferences/region: the region dialog as a page, for visitors without JavaScript. */
export async function loader({ request }: Route.LoaderArgs) {
  const next = safeNext(new URL(request.url).searchParams.get("next"));
  return { now: await regionNow(request), next };
}

export function action({ request }: Route.ActionArgs) {
  return submitRegion(request);
}

export function meta() {
  return titled(m.shell_region());
}

export default function RegionPage({ loaderData: { now, next }, actionData }: Route.ComponentProps) {
  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.shell_region()} lead={m.shell_region_lead()} />
      <Panel>
        <Form id={FORM} method="post" className="grid gap-5">
          <input type="hidden" name="next" value={next} />
          <RegionFields formId={FORM} now={now} faults={faultsOf(actionData)} />
          <Button type="submit" variant="primary" className="justify-self-start">
            {m.shell_confirm()}
          </Button>
        </Form>
      </Panel>
    </div>
  );
}
