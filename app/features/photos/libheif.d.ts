/**
 * The part of libheif's C interface that heic-worker.ts uses. Pointers are addresses in `HEAPU8`. The first argument of
 * a function that can fail is the address of a `heif_error { int code; int subcode; char* message }`.
 */
declare module "libheif-js/libheif-wasm/libheif-bundle.mjs" {
  export interface Libheif {
    /** Replaced whenever the memory grows: read it again after every call. */
    readonly HEAPU8: Uint8Array;
    _malloc(bytes: number): number;
    _heif_context_alloc(): number;
    _heif_context_get_security_limits(context: number): number;
    _heif_context_read_from_memory_without_copy(
      error: number,
      context: number,
      data: number,
      length: number,
      options: number,
    ): void;
    _heif_context_get_primary_image_handle(error: number, context: number, result: number): void;
    _heif_image_handle_get_width(handle: number): number;
    _heif_image_handle_get_height(handle: number): number;
    _heif_decode_image(
      error: number,
      handle: number,
      result: number,
      colorspace: number,
      chroma: number,
      options: number,
    ): void;
    _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
    _heif_image_get_width(image: number, channel: number): number;
    _heif_image_get_height(image: number, channel: number): number;
  }
  export default function load(): Promise<Libheif>;
}
