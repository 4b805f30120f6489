/**
 * A decorative tennis court to scale, from the receiver's view: 10.97 by 23.77 m, seen from 3.6 m above the ground
 * and 1.2 m behind the baseline. The first serve goes long; the second lands in the service box.
 */
export function CourtScene({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="60 -18 600 318"
      fill="none"
      stroke="currentColor"
      overflow="visible"
      className={className}
    >
      <path d="M-373 470 235 52H425L1033 470Z" fill="currentColor" fillOpacity={0.06} stroke="none" />
      {/* The service box for the second serve. */}
      <path d="M330 204H568L460 106H330Z" fill="currentColor" fillOpacity={0.15} stroke="none" />
      <g strokeOpacity={0.6} strokeWidth={1.75} strokeLinejoin="round">
        <path d="M-373 470 235 52H425L1033 470M-197 470 259 52M857 470 401 52" />
        <path d="M92 204H568M240 69H420M330 204V69" />
      </g>
      <path d="M127 106 122 73Q330 91 538 73L533 106Z" fill="currentColor" fillOpacity={0.1} stroke="none" />
      <path d="M123 82Q330 98 537 82M125 91Q330 103 535 91M126 99Q330 106 534 99" strokeOpacity={0.35} />
      <path d="M127 106 122 73Q330 91 538 73L533 106" strokeWidth={2.5} strokeOpacity={0.85} />
      <g strokeLinecap="round">
        <path
          d="M316 4C345 30 410 110 487 256"
          strokeWidth={2}
          strokeOpacity={0.65}
          strokeDasharray="0.5 8"
        />
        <path d="m478 247 18 18m0-18-18 18" strokeWidth={2.5} strokeOpacity={0.8} />
        <path d="M316 4C352-22 402 40 452 157" strokeWidth={3} strokeDasharray="9 8" />
        <path d="M452 157C488 120 540 108 582 132" strokeWidth={3} />
        <ellipse cx={452} cy={158} rx={13} ry={4.5} strokeWidth={2} />
      </g>
      <g transform="translate(594 139)">
        <circle r={15} fill="currentColor" stroke="none" />
        <path d="M-13-7C-4-5-4 9-9 12M13-7C4-5 4 9 9 12" className="stroke-clay-fill" strokeWidth={2} />
      </g>
    </svg>
  );
}
