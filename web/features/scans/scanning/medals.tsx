/** Medals are decorative because the text next to them conveys the same information. */

export function TokenMedal({ tokens }: { tokens: number }) {
  return (
    <svg className="medal medal-token" viewBox="0 0 160 120" aria-hidden="true" focusable="false">
      <g className="medal-rays">
        <path d="M80 4v14M80 102v14M24 60H10M150 60h-14M40.4 20.4l9.9 9.9M109.7 89.700l9.9 9.900M40.4 99.600l9.9-9.900M109.7 30.300l9.9-9.9" />
      </g>
      <circle className="medal-rim" cx="80" cy="60" r="38" />
      <circle className="medal-face" cx="80" cy="60" r="31" />
      <text className="medal-text" x="80" y="72" textAnchor="middle">
        +{tokens}
      </text>
    </svg>
  );
}

export function InfoMedal() {
  return (
    <svg className="medal medal-info" viewBox="0 0 160 120" aria-hidden="true" focusable="false">
      <circle className="medal-rim" cx="80" cy="60" r="38" />
      <circle className="medal-face" cx="80" cy="60" r="31" />
      <path className="medal-needle" d="m95 45-8 22-22 8 8-22Z" />
      <circle className="medal-pin" cx="80" cy="60" r="3.5" />
    </svg>
  );
}

export function WarningMedal() {
  return (
    <svg className="medal medal-warning" viewBox="0 0 160 120" aria-hidden="true" focusable="false">
      <path className="medal-half" d="M38 30h40l-7 14 10 12-11 13 8 21H38a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6Z" />
      <path className="medal-half" d="M90 30h32a6 6 0 0 1 6 6v48a6 6 0 0 1-6 6H90l-8-21 11-13-10-12Z" />
      <path className="medal-trail" d="M44 74c10 0 8-18 20-18M98 50l14 14M112 50 98 64" />
    </svg>
  );
}
