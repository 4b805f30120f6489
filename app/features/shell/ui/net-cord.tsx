const STEP = 26;
const ACROSS = Array.from({ length: 22 }, (_, index) => index * STEP - 20);
const DOWN = Array.from({ length: 9 }, (_, index) => 150 + index * STEP);

/** A drawing of a ball in the net. */
export function NetCord() {
  return (
    <svg viewBox="0 0 520 400" className="w-full max-w-xl justify-self-center" fill="none" aria-hidden="true">
      <g className="stroke-edge" strokeWidth="1.5">
        {ACROSS.map((x) => (
          <path key={x} d={`M${x} 128V382`} />
        ))}
        {DOWN.map((y) => (
          <path key={y} d={`M0 ${y}Q270 ${y + (y > 300 ? 6 : 20)} 520 ${y}`} />
        ))}
      </g>
      <path d="M-4 118Q270 140 524 118" className="stroke-sunken" strokeWidth="26" />
      <path d="M-4 105Q270 127 524 105M-4 131Q270 153 524 131" className="stroke-court" strokeWidth="4" />
      <path d="M262 129V386" className="stroke-court" strokeWidth="10" />
      <path d="M0 386h520" className="stroke-court" strokeWidth="5" />
      <path
        d="M500 30C440 56 390 104 352 176"
        className="stroke-edge"
        strokeWidth="2"
        strokeDasharray="2 10"
        strokeLinecap="round"
      />
      <g strokeWidth="3">
        <circle cx="338" cy="214" r="38" className="fill-ball stroke-on-ball dark:stroke-page" />
        <path d="M317 183c17 15 17 47 0 62M359 183c-17 15-17 47 0 62" className="stroke-on-ball" />
      </g>
      <path
        d="M292 188Q338 206 386 188M290 214Q338 234 388 214M294 240Q338 262 384 240M316 170V262M342 170V266M368 170V262"
        className="stroke-edge"
        strokeWidth="1.5"
      />
    </svg>
  );
}
