import { MAX_BYTES, MAX_PIXELS } from "../rules.ts";

// As many as most phones take. Pages show far fewer.
const SHRUNK_PIXELS = 12_000_000;
const QUALITY = 0.92;

/**
 * The same file, or a smaller JPEG of it when it has too many pixels or bytes for the server. A file that the browser
 * cannot open stays as it is, and the server decides about it.
 */
export async function withinLimits(file: File): Promise<File> {
  const address = URL.createObjectURL(file);
  try {
    const picture = await opened(address);
    const pixels = picture.naturalWidth * picture.naturalHeight;
    if (pixels <= MAX_PIXELS && file.size <= MAX_BYTES) return file;
    return (await shrunk(picture, Math.min(1, Math.sqrt(SHRUNK_PIXELS / pixels)), file)) ?? file;
  } catch {
    return file;
  } finally {
    URL.revokeObjectURL(address);
  }
}

// An element, because a browser decodes it only when it is drawn, and then at the size that is needed.
function opened(address: string): Promise<HTMLImageElement> {
  const picture = new Image();
  return new Promise((resolve, reject) => {
    picture.onload = () => resolve(picture);
    picture.onerror = reject;
    picture.src = address;
  });
}

async function shrunk(picture: HTMLImageElement, scale: number, file: File): Promise<File | null> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(picture.naturalHeight * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  // JPEG has no transparency, which the server makes white too.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  return blob && new File([blob], file.name, { type: blob.type, lastModified: file.lastModified });
}
