import '#web/features/certificates/pictures.css';

export function TrailToBeach() {
  return (
    <svg className="vacation-art" viewBox="0 0 240 110" aria-hidden="true" focusable="false">
      <path className="art-sea" d="M150 74c26-8 56-8 90-2v38H130Z" />
      <path className="art-sand" d="M0 84c46-16 92-18 136-8 26 6 48 8 64 4-8 18-40 26-90 30H0Z" />
      <path className="art-hill" d="M0 86c14-30 34-42 52-18 14-30 40-38 58 4-38-4-74 0-110 14Z" />
      <path className="art-trail" d="M14 100c20-14 40-2 58-8s26-16 50-12 34 10 54 2" />
      <circle className="art-sun" cx="206" cy="30" r="15" />
      <path className="art-trunk" d="M178 82c-2-18 0-32 8-44" />
      <path
        className="art-leaf"
        d="M186 38c-12-8-24-4-28 6 10-4 18-4 28-6ZM186 38c2-12 14-18 24-12-8 2-16 6-24 12ZM186 38c12-4 22 2 24 12-8-6-16-8-24-12ZM186 38c-10 2-16 10-14 20 4-8 8-14 14-20Z"
      />
    </svg>
  );
}
