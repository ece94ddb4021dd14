import { initialsOf } from "@/components/ui/initials";
import { usePicture } from "@/components/ui/pictures";
import { optionStyle } from "./option-style";
import { colorOfPerson } from "./person-color";

interface PortraitProps {
  readonly personId: string;
  readonly name: string;
  readonly title?: string | undefined;
  /** Classes for the size, and for the text of initials. */
  readonly className: string;
}

/** A round picture of a person; without one, the initials on the person's colour. Hidden from screen readers. */
export function Portrait({ personId, name, title, className }: PortraitProps) {
  const picture = usePicture(personId);
  const look = `flex shrink-0 items-center justify-center rounded-full select-none ${className}`;
  if (picture !== undefined) {
    return (
      // biome-ignore lint/performance/noImgElement: it has its final size already
      <img src={picture} alt="" title={title} draggable={false} className={`${look} object-cover`} />
    );
  }
  return (
    <span aria-hidden title={title} className={look} style={optionStyle(colorOfPerson(personId))}>
      {initialsOf(name)}
    </span>
  );
}
