import { randomUUID } from "node:crypto";
import { href } from "react-router";
import { z } from "zod";
import { sellCards } from "#app/features/sell/form-view.server.ts";
import { SellCards } from "#app/features/sell/ui/sell-cards.tsx";
import { traderOf } from "#app/features/sellers/trader/queries.server.ts";
import { BulkPanel } from "#app/features/stock/ui/bulk-panel.tsx";
import { uploadOf, uploadsOf } from "#app/features/stock/upload/present.server.ts";
import { receiveUpload } from "#app/features/stock/upload/receive.server.ts";
import {
  FILE_FIELD,
  isRunning,
  NO_SCRIPT_LIMITS,
  NO_SCRIPT_MEGABYTES,
} from "#app/features/stock/upload/rules.ts";
import { fileNameOf } from "#app/features/stock/upload/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { BodyTooLarge, formIn, isMultipart } from "#app/platform/body.server.ts";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { type SentForm, submit } from "#app/platform/submit.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { listTitle, titled } from "#app/ui/title.ts";
import type { Route } from "./+types/dashboard.route.ts";

const PATH = href("/sell/business");
const BULK_PATH = `${PATH}?tab=upload`;

export const middleware = [signedIn];

/** /sell/business: a shop lists its items one by one, or many at once from a file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = await context.get(signedInViewer);
  const isTrader = (await traderOf(viewer.id)) !== null;
  if (url.searchParams.get("tab") !== "upload") return { cards: sellCards(), bulk: null, isTrader };
  const after = await eventsUpTo(viewer.id);
  const uploads = await uploadsOf(viewer);
  // A returning seller sees an upload that is still running.
  const uploadId = url.searchParams.get("upload") ?? uploads.find(({ state }) => isRunning(state))?.id;
  const upload = uploadId ? await uploadOf(viewer, uploadId) : null;
  return { cards: [], bulk: { page: { userId: viewer.id, after }, uploads, upload }, isTrader };
}

const fileSchema = z.object({
  [FILE_FIELD]: z.instanceof(File, { error: () => m.business_no_file_text() }),
});

/** Only for a form without JavaScript. */
export function action({ request, context }: Route.ActionArgs) {
  return submit(request, {
    who: () => context.get(signedInViewer),
    schema: fileSchema,
    read: sentFile,
    command: async ({ [FILE_FIELD]: file }, viewer) => {
      const sent = { clientId: randomUUID(), fileName: fileNameOf(file.name), known: "keep" } as const;
      const { id } = await receiveUpload(viewer, sent, piecesOf(file));
      return { to: `${BULK_PATH}&upload=${id}` };
    },
  });
}

async function sentFile(request: Request): Promise<SentForm> {
  const form = new FormData();
  const sent = isMultipart(request) ? await formIn(request, NO_SCRIPT_LIMITS).catch(tooLarge) : null;
  const file = sent?.get(FILE_FIELD);
  if (!(file instanceof File) || file.name === "") return { form };
  if (file.size > NO_SCRIPT_MEGABYTES * 1024 * 1024) tooLarge(new BodyTooLarge());
  form.set(FILE_FIELD, file);
  return { form };
}

function tooLarge(error: unknown): never {
  if (!(error instanceof BodyTooLarge)) throw error;
  throw new Refused("stock_file_too_large", {
    sentence: m.business_plain_limit({ most: NO_SCRIPT_MEGABYTES }),
  });
}

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  yield* file.stream();
}

export function meta({ loaderData }: Route.MetaArgs) {
  return titled(listTitle([m.business_title(), loaderData?.bulk && m.business_bulk()]), m.business_lead());
}

export default function DashboardPage({
  loaderData: { cards, bulk, isTrader },
  actionData,
}: Route.ComponentProps) {
  return (
    <div className="wrap pb-20">
      <PageTitle
        title={m.business_title()}
        lead={m.business_lead()}
        actions={
          <>
            <LinkButton to={href("/sell/business/stock")}>{m.business_stock()}</LinkButton>
            <LinkButton to={href("/my-listings")}>{m.mine_title()}</LinkButton>
            {isTrader && <LinkButton to={href("/sell/business/trader")}>{m.trader_title()}</LinkButton>}
          </>
        }
      />
      {!isTrader && (
        <Alert
          className="mb-6"
          title={m.trader_ask_title()}
          action={
            <LinkButton to={href("/sell/business/trader")} size="sm">
              {m.trader_ask_button()}
            </LinkButton>
          }
        >
          {m.trader_ask_text()}
        </Alert>
      )}
      <div className="mb-8">
        <LinkTabs
          label={m.business_tabs()}
          tabs={[
            { to: PATH, label: m.business_manual(), current: !bulk },
            { to: BULK_PATH, label: m.business_bulk(), current: bulk !== null },
          ]}
        />
      </div>
      {bulk ? (
        <BulkPanel {...bulk} refused={actionData?.ok === false ? actionData.message : undefined} />
      ) : (
        <SellCards cards={cards} />
      )}
    </div>
  );
}
