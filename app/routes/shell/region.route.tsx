import { data, Form } from "react-router";
import { safeNext } from "#app/domain/local-path.ts";
import { regionNow, saveRegion } from "#app/features/shell/region.server.ts";
import { RegionFields } from "#app/features/shell/ui/region-fields.tsx";
import { m } from "#app/paraglide/messages.js";
import { choiceCookies } from "#app/platform/choices.server.ts";
import { env } from "#app/platform/env.server.ts";
import { flash } from "#app/platform/flash.server.ts";
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

export async function action({ request }: Route.ActionArgs) {
  const saved = await saveRegion(request);
  if (!("choices" in saved))
    return data({ error: saved.error, faults: saved.faults }, { status: saved.status });
  const { choices, href } = saved;
  // Absolute, because the router would add the prefix of the current language to a path.
  const headers = new Headers({ location: env().baseUrl + href, "x-remix-reload-document": "true" });
  flash(headers, { title: m.shell_region_saved({}, { locale: choices.language }), kind: "success" });
  for (const cookie of choiceCookies(choices)) headers.append("set-cookie", cookie);
  return new Response(null, { status: 302, headers });
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
          <RegionFields formId={FORM} now={now} error={actionData?.error} faults={actionData?.faults} />
          <Button type="submit" variant="primary" className="justify-self-start">
            {m.shell_confirm()}
          </Button>
        </Form>
      </Panel>
    </div>
  );
}
