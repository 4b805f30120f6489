import type { PhotoFault } from "./rules.ts";

/** Thrown when an upload is refused, because of its file or because the server is busy. */
export class PhotoRefused extends Error {
  readonly fault: PhotoFault;

  constructor(fault: PhotoFault, options?: ErrorOptions) {
    super(`upload refused: ${fault}`, options);
    this.name = "PhotoRefused";
    this.fault = fault;
  }
}
