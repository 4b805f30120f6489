import type { PhotoFault } from "./rules.ts";

/**
 * Thrown by the code that renders, in its own process, for a file that cannot be a photo. Other code gets `Refused`
 * (renderer.server.ts).
 */
export class PhotoRefused extends Error {
  readonly fault: PhotoFault;

  constructor(fault: PhotoFault, options?: ErrorOptions) {
    super(`photo refused: ${fault}`, options);
    this.name = "PhotoRefused";
    this.fault = fault;
  }
}
