interface Carrier {
  readonly name: string;
  /** The tracking page of a parcel. `number` has only letters and digits, so it is safe in a URL. */
  readonly page: (number: string) => string;
}

/** Well-known carriers in the countries of the app's five languages, and their tracking pages. */
const CARRIERS: readonly Carrier[] = [
  { name: "PostNL", page: (number) => `https://postnl.nl/tracktrace/?B=${number}` },
  { name: "DHL", page: (number) => `https://www.dhl.com/en/express/tracking.html?AWB=${number}` },
  { name: "DPD", page: (number) => `https://tracking.dpd.de/status/en_US/parcel/${number}` },
  { name: "UPS", page: (number) => `https://www.ups.com/track?tracknum=${number}` },
  {
    name: "Royal Mail",
    page: (number) => `https://www.royalmail.com/track-your-item#/tracking-results/${number}`,
  },
  { name: "La Poste", page: (number) => `https://www.laposte.fr/outils/suivre-vos-envois?code=${number}` },
  { name: "USPS", page: (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}` },
  { name: "GLS", page: (number) => `https://gls-group.eu/EU/en/parcel-tracking?match=${number}` },
  { name: "Evri", page: (number) => `https://www.evri.com/track/parcel/${number}/details` },
  {
    name: "Hermes",
    page: (number) => `https://www.myhermes.de/empfangen/sendungsverfolgung/sendungsinformation#${number}`,
  },
];

export const CARRIER_NAMES: readonly string[] = CARRIERS.map(({ name }) => name);

const comparableName = (name: string) => name.toLowerCase().replace(/[\s.-]/g, "");

/** The URL of a parcel's tracking page. Null for a carrier that is not in the list, or an invalid tracking number. */
export function trackingUrl(carrier: string | null, trackingNumber: string | null): string | null {
  const number = (trackingNumber ?? "").replace(/[\s-]/g, "");
  if (carrier === null || !/^[A-Za-z0-9]{4,60}$/.test(number)) return null;
  const listed = CARRIERS.find(({ name }) => comparableName(name) === comparableName(carrier));
  return listed?.page(number) ?? null;
}
