import { href } from "react-router";
import type { Organization, WebSite, WithContext } from "schema-dts";
import { m } from "#app/paraglide/messages.js";
import { getLocale } from "#app/paraglide/runtime.js";
import { env } from "#app/platform/env.server.ts";
import { wholeAddress } from "#app/platform/locale.server.ts";
import type { PageMeta } from "#app/platform/page-meta.server.ts";

const NAME = "Second Serve";

export function homePageMeta(): PageMeta {
  const { baseUrl, supportEmail } = env();
  const shop: WithContext<Organization> = {
    "@context": "https://schema.org",
    "@type": "Organization",
    "@id": `${baseUrl}/#organization`,
    name: NAME,
    url: `${baseUrl}/`,
    logo: `${baseUrl}/apple-touch-icon.png`,
    description: m.shell_description(),
    ...(supportEmail !== undefined && {
      contactPoint: {
        "@type": "ContactPoint",
        contactType: "customer support",
        email: supportEmail,
        url: wholeAddress(href("/help")),
      },
    }),
  };
  const site: WithContext<WebSite> = {
    "@context": "https://schema.org",
    "@type": "WebSite",
    "@id": `${baseUrl}/#website`,
    name: NAME,
    url: wholeAddress("/"),
    inLanguage: getLocale(),
    publisher: { "@id": `${baseUrl}/#organization` },
    potentialAction: {
      "@type": "SearchAction",
      target: {
        "@type": "EntryPoint",
        urlTemplate: `${wholeAddress(href("/search"))}?q={search_term_string}`,
      },
      // Search engines require this property, which the types of schema.org lack.
      "query-input": "required name=search_term_string",
    } as NonNullable<Extract<WebSite, object>["potentialAction"]>,
  };
  return { structuredData: [shop, site] };
}
