// What some of the supported browsers lack (README.md). Pages and workers import it first, so that all other code can
// rely on it.

// Safari before 17, Chromium before 120.
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};

// Safari before 17.4. A worker has no elements.
if ("Element" in globalThis)
  Element.prototype.checkVisibility ??= function () {
    return this.getClientRects().length > 0;
  };

// Every browser, on a page without https.
crypto.randomUUID ??= () => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
};
