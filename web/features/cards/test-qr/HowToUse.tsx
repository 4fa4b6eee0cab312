export function HowToUse() {
  return (
    <section className="sheet stack" aria-labelledby="how-to-use">
      <h2 id="how-to-use">How to use test QR codes</h2>
      <ol className="how-to-use">
        <li>Create a test card. It’s active right away and has no owner.</li>
        <li>Show its QR code on this screen, download the image, or print the cards you select.</li>
        <li>Scan it with a phone’s camera, or with Scan QR in a member’s dashboard.</li>
        <li>The card’s page opens. For a signed-in member the scan counts; it earns a token in development, but not in production.</li>
        <li>
          When you’re done, set its status to Disabled under Cache Cards. The card can then no longer be opened and disappears from this
          page.
        </li>
      </ol>
    </section>
  );
}
