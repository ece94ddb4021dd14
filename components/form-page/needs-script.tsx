/** Says that a form needs JavaScript, where it is switched off. */
export function NeedsScript() {
  return (
    <noscript>
      <p className="mb-6 rounded-lg bg-danger-soft px-4 py-3 text-base text-danger">
        This form needs JavaScript. Switch it on in your browser, then reload the page.
      </p>
    </noscript>
  );
}
