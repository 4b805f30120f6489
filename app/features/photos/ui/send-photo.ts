import { href } from "react-router";
import { pause } from "#app/ui/use-timer.ts";
import type { Photo } from "../photo.ts";
import { isUploadFault } from "./fault-text.ts";
import type { UploadFault } from "./picker-state.ts";

export type SentPhoto = { photo: Photo } | { fault: UploadFault };

// A busy server responds immediately, and can usually take an upload again within seconds.
const BUSY_TRIES = 3;
const BUSY_PAUSE_MS = 5_000;

/** Where an uploaded photo can be shown. */
export type Purpose = "listing" | "message";

/**
 * Uploads one file. `sent` is called with the uploaded fraction, 0 to 1. The result is null when `signal` was aborted.
 * The promise never rejects.
 */
export async function sendPhoto(
  file: File,
  purpose: Purpose,
  sent: (part: number) => void,
  signal: AbortSignal,
): Promise<SentPhoto | null> {
  for (let tries = 1; ; tries += 1) {
    const answer = await post(file, purpose, sent, signal);
    const isBusy = answer && "fault" in answer && answer.fault === "busy";
    if (!isBusy || tries >= BUSY_TRIES) return answer;
    // A pause that went on after an abort would block the next try of the same photo.
    await pause(BUSY_PAUSE_MS * tries, signal);
    if (signal.aborted) return null;
  }
}

// Not fetch: it does not report the progress of an upload.
function post(
  file: File,
  purpose: Purpose,
  sent: (part: number) => void,
  signal: AbortSignal,
): Promise<SentPhoto | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", purpose === "message" ? `${href("/photos")}?for=message` : href("/photos"));
    request.responseType = "text";
    // Set explicitly. Without a CORS preflight, other sites can send a request that has no content type, but not one
    // that has this.
    request.setRequestHeader("content-type", file.type || "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => sent(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(read(request.status, request.responseText));
    request.onerror = () => resolve({ fault: "offline" });
    request.onabort = () => resolve(null);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) resolve(null);
    else request.send(file);
  });
}

function read(status: number, text: string): SentPhoto {
  const answer = parse(text);
  if (isPhoto(answer)) return { photo: answer };
  const fault = answer && "reason" in answer ? String(answer.reason).replace(/^photo_/, "") : "";
  if (isUploadFault(fault)) return { fault };
  return { fault: status === 413 ? "too_large" : "failed" };
}

function parse(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

function isPhoto(answer: object | null): answer is Photo {
  return answer !== null && "id" in answer && "key" in answer && "thumbhash" in answer;
}

/**
 * Deletes an uploaded photo. If the request fails, the server deletes the photo after a day. It uses `fetch` with
 * `keepalive`, because the request may outlive its page.
 */
export function discardPhoto(id: string): void {
  fetch(href("/photos/:id", { id }), { method: "DELETE", keepalive: true }).catch(() => {});
}
