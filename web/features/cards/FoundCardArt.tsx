/** A card leaning in the grass under a tree, with a ray of light on it. */
export function FoundCardArt() {
  return (
    <svg className="found-art" viewBox="0 0 320 150" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
      <rect className="art-sky" width="320" height="150" />
      <path className="art-ray" d="M150 0h40l40 150H100Z" />
      <path className="art-hill" d="M0 104c40-26 88-30 130-14s96 18 190-16v76H0Z" />
      <path className="art-trunk" d="M60 132c6-30 4-58-4-84h22c-6 28-4 54 6 84Z" />
      <circle className="art-crown" cx="66" cy="36" r="34" />
      <circle className="art-crown" cx="36" cy="54" r="22" />
      <circle className="art-crown" cx="98" cy="52" r="24" />
      <g transform="rotate(-9 170 100)">
        <rect className="art-card" x="128" y="72" width="84" height="58" rx="8" />
        <path className="art-card-trail" d="M142 116c14-4 10-20 24-20s10-12 20-14" />
        <path className="art-card-x" d="m190 76 14 14M204 76l-14 14" />
      </g>
      <path className="art-grass" d="M0 138c30-8 60-8 90-4s60 2 90-2 80-10 140 0v18H0Z" />
      <path className="art-blades" d="m118 136-5-16 9 15 3-18 4 19M214 134l-3-15 8 13 6-16 1 18M262 136l-4-12 7 11 4-14 2 15" />
    </svg>
  );
}
