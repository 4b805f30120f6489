import type { RequestDetails } from "./mails.server.ts";
import { deviceOf, networkOf } from "./security/device-names.server.ts";

/** When and from where something is done by this request, as its mail tells. */
export function requestDetails(request: Request): RequestDetails {
  return {
    at: new Date(),
    device: deviceOf(request.headers.get("user-agent")).name,
    address: networkOf(request.headers.get("x-client-ip")),
  };
}
