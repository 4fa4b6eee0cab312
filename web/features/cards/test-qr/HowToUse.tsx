export function HowToUse() {
  return (
    <section className="sheet stack" aria-labelledby="how-to-use">
      <h2 id="how-to-use">How to use test QR codes</h2>
      <ol className="how-to-use">
        <li>Create a test card: it is active at once and belongs to nobody.</li>
        <li>Show its QR code on this screen, or download the picture, or print the cards of your choice.</li>
        <li>Scan it with a phone’s camera, or in the dashboard of a member with Scan QR.</li>
        <li>The card’s page opens. A member who is signed in has it counted: on a development site with tokens, in production without.</li>
        <li>Done with it? Set its status to Disabled among the Cache Cards; it then leads nowhere and is gone from here.</li>
      </ol>
    </section>
  );
}
