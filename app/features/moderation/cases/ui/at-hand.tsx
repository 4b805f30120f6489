import { Link } from "react-router";
import { m } from "#app/paraglide/messages.js";
import { SectionHeading } from "#app/ui/headings.tsx";
import type { CaseView } from "../view.ts";
import { OpenCase } from "./case-parts.tsx";
import { CaseRow } from "./case-row.tsx";

const LIST = "divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface";
const ROW = "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3";

/** What else there is about the person of a case: cases, listings, messages, photos elsewhere, devices. */
export function AtHand({ caseView: { atHand, otherCases, samePhotoListings } }: { caseView: CaseView }) {
  return (
    <>
      {otherCases.length > 0 && (
        <section aria-labelledby="similar">
          <SectionHeading id="similar" title={m.case_similar()} />
          <ul className={LIST}>
            {otherCases.map((other) => (
              <li key={other.id}>
                <CaseRow caseRow={other} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {samePhotoListings.length > 0 && (
        <section aria-labelledby="elsewhere">
          <SectionHeading id="elsewhere" title={m.case_elsewhere()} />
          <ul className={LIST}>
            {samePhotoListings.map(({ path, name, by, newCase }) => (
              <li key={path} className={ROW}>
                <span className="min-w-0">
                  <Link to={path} className="text-link hover:underline">
                    <bdi>{name}</bdi>
                  </Link>{" "}
                  · <bdi>{by}</bdi>
                </span>
                <OpenCase to={newCase} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {atHand && atHand.listings.length > 0 && (
        <section aria-labelledby="listings">
          <SectionHeading id="listings" title={m.case_listings()} />
          <details>
            <summary className="cursor-pointer py-2">
              {m.case_listings_show({ count: atHand.listings.length })}
            </summary>
            <ul className={LIST}>
              {atHand.listings.map(({ id, path, name, price, newCase }) => (
                <li key={id} className={ROW}>
                  <span className="min-w-0">
                    <Link to={path} className="text-link hover:underline">
                      <bdi>{name}</bdi>
                    </Link>{" "}
                    · {price}
                  </span>
                  <OpenCase to={newCase} />
                </li>
              ))}
            </ul>
          </details>
        </section>
      )}
      {atHand && atHand.messages.length > 0 && (
        <section aria-labelledby="noticed">
          <SectionHeading id="noticed" title={m.case_messages()} />
          <ul className={LIST}>
            {atHand.messages.map(({ path, text, reason }) => (
              <li key={path}>
                <Link
                  to={path}
                  className="grid gap-1 px-4 py-3 hover:bg-sunken focus-visible:-outline-offset-3"
                >
                  <span dir="auto" className="wrap-anywhere line-clamp-3">
                    {text}
                  </span>
                  <span className="text-soft text-sm">{reason}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      {atHand && (
        <section aria-labelledby="devices">
          <SectionHeading id="devices" title={m.case_devices()} />
          {atHand.devices.length === 0 ? (
            <p className="text-soft">{m.case_devices_none()}</p>
          ) : (
            <ul className={LIST}>
              {atHand.devices.map(({ name, used }, nth) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two devices may have the same name and day
                <li key={nth} className={ROW}>
                  <bdi>{name}</bdi>
                  <span className="text-soft text-sm">{m.security_device_used({ day: used })}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
    </>
  );
}
