import { useNavigation } from "react-router";

/** A bar at the top while the next page loads. It appears after 150 ms, so that fast pages do not show it. */
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
