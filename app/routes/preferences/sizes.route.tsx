import { type FormEvent, useEffect, useState } from "react";
import { href, useHref } from "react-router";
import { NO_SIZES } from "#app/domain/categories/sizes.ts";
import { withNext } from "#app/domain/local-path.ts";
import { sizesOfPerson } from "#app/features/preferences/commands.server.ts";
import { submitSizes } from "#app/features/preferences/sizes.server.ts";
import { localSizes } from "#app/features/preferences/ui/local-sizes.ts";
import { SizeFields } from "#app/features/preferences/ui/size-fields.tsx";
import { asStored, type KnownSizes, orLocal, useSizes } from "#app/features/preferences/ui/use-sizes.ts";
import { m } from "#app/paraglide/messages.js";
import { requireViewer, viewerOf } from "#app/platform/session.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { faultsOf } from "#app/ui/answer.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { Panel } from "#app/ui/panel.tsx";
import { titled } from "#app/ui/title.ts";
import type { Route } from "./+types/sizes.route.ts";

const PATH = href("/preferences/sizes");

/** /preferences/sizes: the size dialog as a page. The sizes of a signed-out visitor are stored only in the browser. */
export async function loader({ request }: Route.LoaderArgs) {
  const viewer = await viewerOf(request);
  return { signedIn: viewer !== null, sizes: viewer ? await sizesOfPerson(viewer.id) : NO_SIZES };
}

/** Only for a form without JavaScript. */
export function action({ request }: Route.ActionArgs) {
  return submitSizes(request, requireViewer);
}

export const handle = { loadFailed: () => m.sizes_load_error() };

export function meta() {
  return titled(m.shell_sizes());
}

export default function SizesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { signedIn } = loaderData;
  const path = useHref(PATH);
  const { save, saving } = useSizes(signedIn);
  const faults = faultsOf(actionData);
  const { submitted, loaded } = actionData?.kept ?? {};
  const [here, setHere] = useState<KnownSizes>();
  // In an effect, because the server does not know the sizes that the browser stored.
  useEffect(() => {
    if (submitted) return;
    setHere(signedIn ? orLocal(loaderData.sizes) : asStored(localSizes()));
  }, [signedIn, submitted, loaderData.sizes]);
  const { sizes } = loaderData;
  const knownSizes = here ?? {
    sizes: submitted ?? sizes,
    loaded: loaded ?? sizes,
    unclaimed: false,
  };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const saved = await save(new FormData(event.currentTarget));
    if (saved) setHere(asStored(saved));
  }

  return (
    <div className="wrap-column pb-16">
      <PageTitle title={m.shell_sizes()} lead={m.sizes_lead()} />
      <Panel>
        <form
          // The checkboxes are uncontrolled, so a new key resets them when the saved sizes are loaded.
          key={JSON.stringify(knownSizes)}
          method="post"
          action={path}
          onSubmit={submit}
          className="grid gap-7"
        >
          {faults[""] && (
            <Alert tone="danger" title={m.sizes_save_error()}>
              {faults[""]}
            </Alert>
          )}
          <SizeFields knownSizes={knownSizes} faults={faults} />
          {!signedIn && (
            <noscript>
              <Alert
                title={m.sizes_sign_in()}
                action={<LinkButton to={withNext(href("/auth"), PATH)}>{m.shell_sign_in_up()}</LinkButton>}
              />
            </noscript>
          )}
          <Button
            type="submit"
            variant="primary"
            busy={saving}
            busyLabel={m.sizes_saving()}
            className={signedIn ? "justify-self-start" : "justify-self-start noscript:hidden"}
          >
            {m.sizes_save()}
          </Button>
        </form>
      </Panel>
    </div>
  );
}
