import { useNavigation } from "react-router";

/** A line along the top while the next page is on its way; only after 150 ms, so that quick pages show none. */
export function ProgressBar() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return (
    <div
      aria-hidden="true"
      className="fixed inset-x-0 top-0 z-50 h-1 origin-left animate-advance bg-clay motion-reduce:opacity-60 dark:bg-ball"
    />
  );
}
