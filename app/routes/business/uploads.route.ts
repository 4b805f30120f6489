import { MAX_BYTES } from "#app/features/business/csv/file-fault.ts";
import { faultAnswer, json, refusalAnswer } from "#app/features/business/upload/answers.server.ts";
import { receiveUpload } from "#app/features/business/upload/receive.server.ts";
import { sendingSchema } from "#app/features/business/upload/schema.ts";
import { StockFileRefused } from "#app/features/business/upload/stock-file-refused.ts";
import type { UploadStarted } from "#app/features/business/upload/view.ts";
import { BodyTooLarge, bodyOf } from "#app/platform/body.server.ts";
import { viewerOf } from "#app/platform/session.server.ts";
import type { Route } from "./+types/uploads.route.ts";

/** Accepts a stock file as the body. Returns the id of the upload (201), or `{ fault, message }`. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return notHere();
  const viewer = await viewerOf(request);
  if (!viewer) return faultAnswer("signed_out");
  const parsed = sendingSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!parsed.success) return faultAnswer("invalid_request");
  try {
    const { client, name, known, columns } = parsed.data;
    const sent = { clientId: client, fileName: name, known, columns: columns ?? null };
    const started: UploadStarted = await receiveUpload(viewer, sent, piecesOf(request));
    return json(started, 201);
  } catch (error) {
    return refusalAnswer(error, viewer);
  }
}

async function* piecesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* bodyOf(request, { bytes: MAX_BYTES });
  } catch (error) {
    throw error instanceof BodyTooLarge ? new StockFileRefused("too_large", { cause: error }) : error;
  }
}

export function loader(): Response {
  return notHere();
}

function notHere(): Response {
  return new Response(null, { status: 405, headers: { allow: "POST" } });
}
