import { foldText } from "@/components/ui/fold-text";

/** Returns a test for texts that contain every word of a search, whatever their case and accents. */
export function textFinder(search: string): (text: string) => boolean {
  const words = foldText(search).split(/\s+/u).filter(Boolean);
  return (text) => words.every((word) => foldText(text).includes(word));
}
