/** Texts for screen readers: the descriptions of cards, and the outcome of moves. */
export function CardNotes({ announcement }: { announcement: string }) {
  return (
    <>
      <div hidden>
        <p id="card-selected">Selected</p>
        <p id="card-carried">Picked up</p>
      </div>
      <p role="status" aria-live="assertive" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
