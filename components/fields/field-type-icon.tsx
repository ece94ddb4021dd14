import {
  AlignLeft,
  AtSign,
  Calendar,
  CircleDollarSign,
  CircleHelp,
  Hash,
  Link2,
  type LucideIcon,
  SquareCheck,
  Tag,
  Type,
} from "lucide-react";

interface FieldTypeIconProps {
  /** As the API spells the type. */
  type: string;
  className?: string;
}

/** A field type's picture. It says nothing that the words beside it do not, so it is hidden from readers. */
export function FieldTypeIcon({ type, className = "" }: FieldTypeIconProps) {
  const Icon = icons[type] ?? CircleHelp;
  return <Icon aria-hidden className={`size-3.5 shrink-0 ${className}`} strokeWidth={1.75} />;
}

const icons: { [type: string]: LucideIcon | undefined } = {
  single_line_text: Type,
  long_text: AlignLeft,
  number: Hash,
  currency: CircleDollarSign,
  single_select: Tag,
  checkbox: SquareCheck,
  date: Calendar,
  email: AtSign,
  url: Link2,
};
