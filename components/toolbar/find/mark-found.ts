/** Texts of cells are searched up to this length. */
const maxSearched = 10_000;

/** The positions of a text in another one, regardless of case. */
export function findIn(text: string, sought: string): (readonly [start: number, end: number])[] {
  const [within, wanted] = [text.slice(0, maxSearched).toLowerCase(), sought.toLowerCase()];
  // A few letters become two in lower case, and positions would be wrong.
  if (wanted === "" || within.length !== Math.min(text.length, maxSearched)) return [];
  const found: [number, number][] = [];
  let from = within.indexOf(wanted);
  while (from !== -1) {
    found.push([from, from + wanted.length]);
    from = within.indexOf(wanted, from + wanted.length);
  }
  return found;
}

const name = "found";
const cells = '[role="gridcell"], [data-card]';

/** The elements with the texts of cells. The values of a card may be beside the element that opens it. */
function textsWithin(page: Element): Set<Element> {
  return new Set([...page.querySelectorAll(cells)].map((cell) => cell.closest("li") ?? cell));
}

/**
 * Marks a text in the cells and cards of the page, and in those that scroll into view, until the returned function is
 * called. Nothing is added to the document, so that scrolling stays cheap.
 */
export function markFound(sought: string): () => void {
  const within = document.querySelector("main");
  if (sought === "" || !within || !("highlights" in CSS)) return () => {};
  const highlight = new Highlight();
  CSS.highlights.set(name, highlight);
  let frame = 0;
  function mark(): void {
    frame = 0;
    highlight.clear();
    if (!within) return;
    for (const cell of textsWithin(within)) {
      for (const range of rangesIn(cell, sought)) highlight.add(range);
    }
  }
  const later = () => {
    frame ||= requestAnimationFrame(mark);
  };
  const observer = new MutationObserver(later);
  observer.observe(within, { childList: true, subtree: true, characterData: true });
  later();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(name);
  };
}

function* rangesIn(cell: Element, sought: string): Generator<Range> {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const [start, end] of findIn(node.nodeValue ?? "", sought)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      yield range;
    }
  }
}
