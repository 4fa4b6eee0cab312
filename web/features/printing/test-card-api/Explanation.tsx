export function Explanation() {
  return (
    <section className="sheet" aria-labelledby="about-test-orders">
      <h2 id="about-test-orders">About test orders</h2>
      <ul>
        <li>
          <strong>Sandbox</strong> gets a quote and places the order right away. Nothing is printed or charged.
        </li>
        <li>
          <strong>Production</strong> places real orders that cost money. You see the cost first and confirm it.
        </li>
        <li>Cards are printed double-sided in full color and sent to the configured test address.</li>
        <li>Your own design must be a PDF with a front and a back page, each with 3 mm of bleed. The printing service downloads it.</li>
        <li>Send members’ orders to print from the dashboard’s Orders tab.</li>
      </ul>
    </section>
  );
}
