import { useState } from "react";
import { href, useHref } from "react-router";
import type { Sizes } from "#app/domain/categories/sizes.ts";
import { m } from "#app/paraglide/messages.js";
import { call, messageOf } from "#app/ui/call.ts";
import { showToast } from "#app/ui/toast.ts";
import { LOADED_FIELD, mergedSizes, readSizes } from "../schema.ts";
import { clearLocally, hasLocalSizes, localSizes, saveLocally } from "./local-sizes.ts";

export interface KnownSizes {
  readonly sizes: Sizes;
  /** Those that are stored where the form saves them. */
  readonly loaded: Sizes;
  /** Whether the sizes are those of this browser, because the signed-in account has none yet. */
  readonly unclaimed: boolean;
}

const isEmpty = (sizes: Sizes) => Object.values(sizes).every((list) => list.length === 0);

export function asStored(sizes: Sizes): KnownSizes {
  return { sizes, loaded: sizes, unclaimed: false };
}

/** The account's sizes, or this browser's if the account has none. */
export function orLocal(sizes: Sizes): KnownSizes {
  return isEmpty(sizes) && hasLocalSizes() && !isEmpty(localSizes())
    ? { sizes: localSizes(), loaded: sizes, unclaimed: true }
    : asStored(sizes);
}

/**
 * Loads and saves sizes: in the account of a signed-in person, otherwise in this browser. After a failure,
 * `load` and `save` show a message and return null.
 */
export function useSizes(signedIn: boolean) {
  const endpoint = useHref(href("/preferences/sizes/mine"));
  const [saving, setSaving] = useState(false);

  /** With `unasked`, no message is shown if the person was signed out meanwhile. */
  async function load(unasked = false): Promise<KnownSizes | null> {
    if (!signedIn) return asStored(localSizes());
    try {
      const { sizes } = await call<{ sizes: Sizes | null }>(endpoint);
      if (sizes) return orLocal(sizes);
      if (unasked) return null;
      throw new Error(m.sizes_signed_out());
    } catch (thrown) {
      showToast({ title: m.sizes_load_error(), description: messageOf(thrown), tone: "danger" });
      return null;
    }
  }

  async function save(form: FormData): Promise<Sizes | null> {
    if (saving) return null;
    setSaving(true);
    try {
      const sizes = signedIn ? await call<Sizes>(endpoint, form) : storeLocally(form);
      if (signedIn) clearLocally();
      const description = signedIn ? m.sizes_updated() : m.sizes_saved_locally();
      showToast({ title: m.sizes_saved(), description, tone: "good" });
      return sizes;
    } catch (thrown) {
      showToast({ title: m.sizes_save_error(), description: messageOf(thrown), tone: "danger" });
      return null;
    } finally {
      setSaving(false);
    }
  }

  return { load, save, saving };
}

function storeLocally(form: FormData): Sizes {
  const values = (name: string) => form.getAll(name).map(String);
  const read = readSizes(values);
  if ("unknown" in read) throw new Error(m.sizes_unsaved());
  const sizes = mergedSizes(values(LOADED_FIELD), read.sizes, localSizes());
  try {
    saveLocally(sizes);
  } catch {
    throw new Error(m.sizes_no_storage());
  }
  return sizes;
}
