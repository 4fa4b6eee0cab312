import '#web/features/certificates/pictures.css';
import type { CertificateOption } from '#schema/certificates/vacation-progress.ts';

export function StayPicture({ type }: { type: CertificateOption['type'] }) {
  return (
    <svg
      className={`stay-picture stay-${type}`}
      viewBox="0 0 240 100"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="art-sky" width="240" height="100" />
      <circle className="art-sun" cx="196" cy="30" r="14" />
      {type === 'regional-short' && <Cabin />}
      {type === 'regional-long' && <Valley />}
      {type === 'global' && <Island />}
    </svg>
  );
}

function Cabin() {
  return (
    <>
      <path className="art-hill" d="M0 70c40-22 84-24 120-8s84 14 120-2v40H0Z" />
      <path className="art-roof" d="m84 58 30-26 30 26Z" />
      <path className="art-wall" d="M91 56h46v28H91Z" />
      <path className="art-door" d="M108 64h12v20h-12Z" />
      <path className="art-pine" d="m52 40 14 26H38ZM52 56l18 28H34ZM172 46l12 22h-24ZM172 60l16 24h-32Z" />
      <path className="art-sand" d="M0 84h240v16H0Z" />
    </>
  );
}

function Valley() {
  return (
    <>
      <path className="art-peak" d="m10 84 56-62 40 44 28-30 62 48Z" />
      <path className="art-snow" d="m66 22-14 16 10 2 6-4 6 6 8-2Z" />
      <path className="art-hill" d="M0 78c50-14 90-12 128-2s72 8 112-6v30H0Z" />
      <path className="art-river" d="M118 76c-16 8 22 10 2 24h36c10-14-34-14-28-24Z" />
    </>
  );
}

function Island() {
  return (
    <>
      <path className="art-sea" d="M0 62h240v38H0Z" />
      <path className="art-sand" d="M50 84c20-18 92-22 124 0-30 10-94 10-124 0Z" />
      <path className="art-trunk" d="M112 80c-4-18-2-32 8-46" />
      <path
        className="art-leaf"
        d="M120 34c-14-8-28-4-32 8 12-5 20-5 32-8ZM120 34c2-14 16-20 28-14-10 3-18 8-28 14ZM120 34c14-4 26 2 28 14-10-7-18-10-28-14ZM120 34c-12 2-20 12-16 24 4-10 9-17 16-24Z"
      />
      <path className="art-sail" d="M190 44v28M190 46l16 22h-16ZM180 74h26l-5 7h-16Z" />
    </>
  );
}
