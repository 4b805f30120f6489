/** The part of http_ece that the shop uses; the package has no types. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  const ece: {
    /** Encrypts for a browser (RFC 8291). `dh` and `authSecret` are base64url, `pad` is a number of bytes. */
    encrypt(
      content: Buffer,
      how: { version: "aes128gcm"; privateKey: ECDH; dh: string; authSecret: string; pad: number },
    ): Buffer<ArrayBuffer>;
  };
  export default ece;
}
