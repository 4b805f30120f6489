import type { RequestDetails } from "./mails.server.ts";
import { deviceOf, networkOf } from "./security/device-names.server.ts";

/** When and from where a request was sent, for the mail that tells the user what the request changed. */
export function requestDetails(request: Request): RequestDetails {
  return {
    at: new Date(),
    device: deviceOf(request.headers.get("user-agent")).name,
    address: networkOf(request.headers.get("x-client-ip")),
  };
}
