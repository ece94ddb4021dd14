import { type RefObject, useEffect, useState } from "react";

/** True once all pictures of the pages are loaded, or cannot be. */
export function usePicturesLoaded(sheetRef: RefObject<HTMLElement | null>, isDrawn: boolean): boolean {
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (!isDrawn) return;
    let isOver = false;
    const pictures = [...(sheetRef.current?.querySelectorAll("img") ?? [])];
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (!isOver) setLoaded(true);
    });
    return () => {
      isOver = true;
      setLoaded(false);
    };
  }, [isDrawn, sheetRef]);
  return isDrawn && isLoaded;
}
