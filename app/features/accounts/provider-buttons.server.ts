import { env, isOnThisMachine } from "#app/platform/env.server.ts";
import { providerName } from "./provider-notices.server.ts";
import { EVERY_PROVIDER, PROVIDERS, type Provider } from "./schema.ts";

/**
 * The providers of the page's buttons: those that are set up stand above the form. Those of the specification that are
 * not are shown on the shop's own machine only, where their buttons say how to set them up.
 */
export function providerButtons() {
  const { providers } = env();
  const isSetUp = (provider: Provider) => providers[provider] !== undefined;
  const button = (provider: Provider) => ({ provider, name: providerName(provider) });
  return {
    setUp: EVERY_PROVIDER.filter(isSetUp).map(button),
    notSetUp: isOnThisMachine(env()) ? PROVIDERS.filter((one) => !isSetUp(one)).map(button) : [],
  };
}
