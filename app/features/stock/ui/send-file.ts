import { m } from "#app/paraglide/messages.js";
import type { UploadStarted } from "../upload/view.ts";

/** `canRetry` is whether a retry may succeed. */
export type Sent = { id: string } | { sentence: string; canRetry: boolean };

/**
 * Resolves with null when `signal` was aborted, and never rejects. It does not use fetch, which cannot report the
 * progress of an upload.
 * @param path `sendPath` with the page's language prefix
 * @param sent receives how much of the file was sent, 0 to 1
 */
export function sendFile(
  path: string,
  file: Blob,
  sent: (part: number) => void,
  signal: AbortSignal,
): Promise<Sent | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.responseType = "text";
    // Pages of other sites cannot send this type (CORS).
    request.setRequestHeader("content-type", "text/csv");
    request.upload.onprogress = ({ loaded, total }) => sent(total > 0 ? loaded / total : 0);
    request.onload = () => resolve(sentOf(request.status, request.responseText));
    request.onerror = () => resolve({ sentence: m.error_offline_message(), canRetry: true });
    request.onabort = () => resolve(null);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    if (signal.aborted) resolve(null);
    else request.send(file);
  });
}

function sentOf(status: number, text: string): Sent {
  const sent = parse(text);
  if (status === 200 && typeof sent.id === "string") return { id: sent.id };
  // A proxy's answer has no message.
  const sentence = sent.message || (status === 413 ? m.error_too_large() : m.business_failed_text());
  return { sentence, canRetry: status === 0 || status === 429 || status >= 500 };
}

function parse(text: string): Partial<UploadStarted & { message: string }> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}
