import { logger } from "#app/platform/log.server.ts";
import { limit } from "#app/platform/rate-limit.server.ts";
import { requireViewer } from "#app/platform/session.server.ts";
import { CSV_TYPE } from "../csv/write.ts";
import type { Route } from "./+types/stock-file.route.ts";
import { readStock } from "./address.ts";
import { stockFile } from "./export.server.ts";

/** The viewer's stock as a file, all of it or what the address of the stock's table means (`q`, `type`, `state`); made while it is sent. */
export async function loader({ request }: Route.LoaderArgs): Promise<Response> {
  const viewer = await requireViewer(request);
  await limit("stock_download", viewer.id);
  const meant = readStock(new URL(request.url).searchParams);
  const day = new Date().toISOString().slice(0, 10);
  return new Response(sent(stockFile(viewer.id, meant)), {
    headers: {
      "content-type": CSV_TYPE,
      "content-disposition": `attachment; filename="second-serve-stock-${day}.csv"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

/** A text as it is sent: its next part is asked for when the one before has gone. */
function sent(parts: AsyncGenerator<string>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(stream) {
        try {
          const { done, value } = await parts.next();
          if (done) stream.close();
          else stream.enqueue(encoder.encode(value));
        } catch (error) {
          // The browser is told nothing but that the file ended too soon.
          logger.error({ err: error }, "a file of stock could not be finished");
          throw error;
        }
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
