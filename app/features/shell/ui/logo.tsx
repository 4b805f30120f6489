import { classes } from "#app/ui/classes.ts";

/** The logo mark: a first ball that is out, and a second one that is in. */
function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="none" strokeWidth="2" aria-hidden="true">
      <circle cx="9.5" cy="9.5" r="7" stroke="currentColor" />
      <circle cx="19.5" cy="19.5" r="11.5" className="fill-ball stroke-on-ball" />
      <path d="M13.2 10.2c5 4.6 5 14 0 18.6M25.8 10.2c-5 4.6-5 14 0 18.6" className="stroke-on-ball" />
    </svg>
  );
}

/** The logo mark and the name, in two lines as on a programme's cover. */
export function Logo({ nameClass }: { nameClass?: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark className="size-9 shrink-0 sm:size-10" />
      <span
        className={classes(
          "font-display font-extrabold text-[1.0625rem] leading-[0.92] tracking-[-0.035em] sm:text-[1.1875rem]",
          nameClass,
        )}
      >
        Second
        <br />
        Serve
      </span>
    </span>
  );
}
