/** Opens the dialog of the browser, which names a PDF after the title of the page, and calls `onDone` afterwards. */
export function printPage(name: string, onDone: () => void): void {
  const { title } = document;
  document.title = name;
  window.addEventListener(
    "afterprint",
    () => {
      document.title = title;
      onDone();
    },
    { once: true },
  );
  window.print();
}
