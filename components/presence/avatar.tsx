import { Portrait } from "@/components/fields/portrait";
import { nameOfPerson } from "@/components/ui/name-of-person";
import type { PresentPerson } from "@/lib/contract/presence";

interface AvatarProps {
  readonly person: Pick<PresentPerson, "personId" | "name">;
  readonly title?: string;
}

/** A circle with a person's picture or initials. */
export function Avatar({ person, title }: AvatarProps) {
  return (
    <Portrait
      personId={person.personId}
      name={nameOfPerson(person)}
      title={title}
      className="size-6 font-semibold text-[10px] leading-none ring-1 ring-current ring-inset"
    />
  );
}
