import { MAX_FILE_BYTES } from "#app/domain/csv/file-fault.ts";
import { keepAnswers } from "#app/features/stock/answers/commands.server.ts";
import { fileRefusal, receiveUpload } from "#app/features/stock/upload/receive.server.ts";
import { sendingSchema } from "#app/features/stock/upload/schema.ts";
import { m } from "#app/paraglide/messages.js";
import { BodyTooLarge, bodyOf } from "#app/platform/body.server.ts";
import { postOnly } from "#app/platform/form.server.ts";
import { signedInOr } from "#app/platform/guards.server.ts";
import { Refused } from "#app/platform/refused.server.ts";
import { reply } from "#app/platform/submit.server.ts";
import type { Route } from "./+types/uploads.route.ts";

const who = signedInOr(() => m.upload_fault_signed_out());

/** Accepts a stock file as the body. Returns the id of the upload. */
export async function action({ request }: Route.ActionArgs): Promise<Response> {
  if (request.method !== "POST") return postOnly();
  return reply(request, who, async (viewer) => {
    const parsed = sendingSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!parsed.success) throw new Refused("invalid", { fault: m.upload_fault_invalid_request() });
    const { client, name, known, columns, shape, answers, over } = parsed.data;
    const sent = { clientId: client, fileName: name, known, columns: columns ?? null };
    const started = await receiveUpload(viewer, sent, piecesOf(request));
    if (shape && answers) await keepAnswers(viewer, { shape, fileName: name }, answers, over === "on");
    return started;
  });
}

async function* piecesOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* bodyOf(request, { bytes: MAX_FILE_BYTES });
  } catch (error) {
    throw error instanceof BodyTooLarge ? fileRefusal("too_large") : error;
  }
}

export const loader = postOnly;
