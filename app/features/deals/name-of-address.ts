const tidy = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\p{P}\s]+/gu, " ")
    .trim();

/** An address with the name of the person above it, unless the address already says this name. */
export function withName(name: string | null, address: string): string {
  const tidyName = tidy(name ?? "");
  if (tidyName === "") return address;
  const lines = address.split("\n").map((line) => ` ${tidy(line)} `);
  // A single name may also be part of a street: it counts only if it begins a line before a comma, or is a line.
  const parts = address.split(/[\n,]/).map(tidy);
  const isNamed = tidyName.includes(" ")
    ? lines.some((line) => line.includes(` ${tidyName} `))
    : parts.includes(tidyName);
  return isNamed ? address : `${name}\n${address}`;
}
