export function Explanation() {
  return (
    <section className="sheet" aria-labelledby="about-test-orders">
      <h2 id="about-test-orders">About test orders</h2>
      <ul>
        <li>
          <strong>Sandbox</strong> asks the printing service for a quote and places the order at once. Nothing is printed, and nothing is
          charged.
        </li>
        <li>
          <strong>Production</strong> places real orders with real costs. You see the cost first, and nothing is ordered until you confirm
          it.
        </li>
        <li>Cards are printed on both sides in full colour, and go to the test address of the configuration.</li>
        <li>
          A design of your own is a PDF with a front and a back page, each with 3 mm of bleed. The printing service fetches it from its URL.
        </li>
        <li>Members’ orders are sent to print from the Orders tab of the dashboard.</li>
      </ul>
    </section>
  );
}
