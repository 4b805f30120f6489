import { Pencil, Trash2 } from "lucide-react";
import { href, Link, useFetcher } from "react-router";
import { Photo } from "#app/features/photos/ui/photo.tsx";
import { m } from "#app/paraglide/messages.js";
import { Badge } from "#app/ui/badge.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Switch } from "#app/ui/switch.tsx";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { SAVED_ACTION, type SavedSearchView } from "../view.ts";
import { CriteriaList } from "./saved-form.tsx";

export function SavedSearches({ searches }: { searches: readonly SavedSearchView[] }) {
  const removal = useFetcher();
  if (searches.length === 0) {
    return (
      <EmptyState
        title={m.saved_empty()}
        hint={m.saved_empty_hint()}
        action={
          <LinkButton to={href("/search")} variant="primary">
            {m.saved_empty_action()}
          </LinkButton>
        }
      />
    );
  }
  return (
    <ul className="grid gap-4">
      {searches.map((search) => (
        <li
          key={search.id}
          className="grid gap-4 rounded-lg border border-line bg-surface p-4 sm:p-5 md:grid-cols-[minmax(0,1fr)_auto] md:gap-x-8"
        >
          <Heading search={search} />
          <Newest search={search} />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-t pt-3 md:col-span-2">
            <NotifySwitch search={search} />
            <div className="ml-auto flex flex-wrap gap-2">
              <LinkButton
                to={href("/search/saved/:id", { id: search.id })}
                size="sm"
                variant="ghost"
                icon={<Pencil aria-hidden="true" className="size-4" />}
              >
                {m.saved_rename()}
                <span className="sr-only"> {search.name}</span>
              </LinkButton>
              <removal.Form method="post" action={SAVED_ACTION}>
                <input type="hidden" name="intent" value="remove" />
                <input type="hidden" name="id" value={search.id} />
                <Button
                  type="submit"
                  size="sm"
                  variant="ghost"
                  icon={<Trash2 aria-hidden="true" className="size-4" />}
                >
                  {m.saved_remove()}
                  <span className="sr-only"> {search.name}</span>
                </Button>
              </removal.Form>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Heading({ search: { name, href, fresh, criteria } }: { search: SavedSearchView }) {
  return (
    <div className="grid min-w-0 content-start gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="min-w-0 font-semibold text-lg leading-snug">
          {href === null ? (
            <bdi>{name}</bdi>
          ) : (
            <Link to={href} className="underline-offset-4 hover:underline">
              <bdi>{name}</bdi>
            </Link>
          )}
        </h2>
        {fresh !== null && <Badge tone="clay">{fresh}</Badge>}
      </div>
      <CriteriaList criteria={criteria} />
      {href === null && <p className="text-soft">{m.saved_nowhere()}</p>}
    </div>
  );
}

function Newest({ search: { newest } }: { search: SavedSearchView }) {
  if (newest.length === 0) return null;
  return (
    <ul aria-label={m.saved_newest()} className="flex gap-2">
      {newest.map(({ id, path, name, photo }) => (
        <li key={id}>
          <Link to={path} title={name} className="block size-16 overflow-hidden rounded-md sm:size-20">
            <Photo photo={photo} alt={name} sizes="80px" className="size-full object-cover" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NotifySwitch({ search: { id, name, notify } }: { search: SavedSearchView }) {
  const fetcher = useFetcher();
  const hydrated = useHydrated();
  const checked = fetcher.formData ? fetcher.formData.get("notify") === "on" : notify;
  return (
    <fetcher.Form method="post" action={SAVED_ACTION} className="flex flex-wrap items-center gap-3">
      <input type="hidden" name="intent" value="notify" />
      <input type="hidden" name="id" value={id} />
      <Switch
        name="notify"
        value="on"
        label={
          <>
            {m.saved_notify()}
            <span className="sr-only"> {name}</span>
          </>
        }
        {...(hydrated
          ? {
              checked,
              onChange: (event) => {
                const { form } = event.currentTarget;
                if (!form) return;
                const sent = { intent: "notify", id, notify: event.currentTarget.checked ? "on" : "off" };
                void fetcher.submit(sent, { method: "post", action: SAVED_ACTION });
              },
            }
          : { defaultChecked: notify })}
      />
      {!hydrated && (
        <Button type="submit" size="sm" className="hidden noscript:inline-flex">
          {m.saved_notify_apply()}
        </Button>
      )}
    </fetcher.Form>
  );
}
