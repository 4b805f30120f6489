import { randomUUID } from "node:crypto";
import { data, href, redirect } from "react-router";
import { FILE_FIELD, NO_SCRIPT_LIMITS, NO_SCRIPT_MEGABYTES } from "#app/features/business/no-script-form.ts";
import { BulkPanel } from "#app/features/business/ui/bulk-panel.tsx";
import { uploadFaultText } from "#app/features/business/upload/fault-text.ts";
import { uploadOf, uploadsOf } from "#app/features/business/upload/present.server.ts";
import { receiveUpload } from "#app/features/business/upload/receive.server.ts";
import { isRunning } from "#app/features/business/upload/rules.ts";
import { fileNameOf } from "#app/features/business/upload/schema.ts";
import { StockFileRefused } from "#app/features/business/upload/stock-file-refused.ts";
import { sellCards } from "#app/features/listings/sell/cards.server.ts";
import { SellCards } from "#app/features/listings/ui/sell-cards.tsx";
import { traderOf } from "#app/features/sellers/trader/queries.server.ts";
import { m } from "#app/paraglide/messages.js";
import { BodyTooLarge, formIn, isMultipart } from "#app/platform/body.server.ts";
import { eventsUpTo } from "#app/platform/events.server.ts";
import { signedIn, signedInViewer } from "#app/platform/guards.server.ts";
import { Alert } from "#app/ui/alert.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { PageTitle } from "#app/ui/headings.tsx";
import { listTitle } from "#app/ui/list-title.ts";
import { LinkTabs } from "#app/ui/tabs.tsx";
import { titled } from "#app/ui/title.ts";
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

/** Only for a form without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = await context.get(signedInViewer);
  const file = await fileIn(request);
  if (file === "too_large") return refused(m.business_plain_limit({ most: NO_SCRIPT_MEGABYTES }), 413);
  if (!file) return refused(m.business_no_file_text());
  const sent = {
    clientId: randomUUID(),
    fileName: fileNameOf(file.name),
    known: "keep",
  } as const;
  try {
    const { id } = await receiveUpload(viewer, sent, piecesOf(file));
    return redirect(`${BULK_PATH}&upload=${id}`);
  } catch (error) {
    if (error instanceof StockFileRefused) return refused(uploadFaultText(error.fault, error.row));
    throw error;
  }
}

async function fileIn(request: Request): Promise<File | "too_large" | null> {
  if (!isMultipart(request)) return null;
  try {
    const file = (await formIn(request, NO_SCRIPT_LIMITS))?.get(FILE_FIELD);
    if (!(file instanceof File) || file.name === "") return null;
    return file.size > NO_SCRIPT_MEGABYTES * 1024 * 1024 ? "too_large" : file;
  } catch (error) {
    if (error instanceof BodyTooLarge) return "too_large";
    throw error;
  }
}

async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  yield* file.stream();
}

function refused(sentence: string, status = 400) {
  return data({ refused: sentence }, { status });
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
      {bulk ? <BulkPanel {...bulk} refused={actionData?.refused} /> : <SellCards cards={cards} />}
    </div>
  );
}
