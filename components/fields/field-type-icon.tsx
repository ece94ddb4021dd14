import {
  AlignLeft,
  AtSign,
  Calendar,
  CalendarClock,
  CircleDollarSign,
  CircleHelp,
  ClockFading,
  ClockPlus,
  Hash,
  Link2,
  ListOrdered,
  LogIn,
  type LucideIcon,
  Paperclip,
  Percent,
  Phone,
  Search,
  Sigma,
  SquareCheck,
  SquareFunction,
  Star,
  Tag,
  Tags,
  Tally5,
  Timer,
  Type,
  UserRound,
  UserRoundPen,
  UserRoundPlus,
  Waypoints,
} from "lucide-react";

interface FieldTypeIconProps {
  /** The type's name in the API. */
  type: string;
  className?: string;
}

/** The icon of a field type; decorative, so hidden from screen readers. */
export function FieldTypeIcon({ type, className = "" }: FieldTypeIconProps) {
  const Icon = icons[type] ?? CircleHelp;
  return <Icon aria-hidden className={`size-3.5 shrink-0 ${className}`} strokeWidth={1.75} />;
}

/** Exported for its test. */
export const icons: { [type: string]: LucideIcon | undefined } = {
  single_line_text: Type,
  long_text: AlignLeft,
  number: Hash,
  currency: CircleDollarSign,
  percent: Percent,
  single_select: Tag,
  multiple_select: Tags,
  checkbox: SquareCheck,
  date: Calendar,
  datetime: CalendarClock,
  duration: Timer,
  rating: Star,
  email: AtSign,
  url: Link2,
  phone_number: Phone,
  person: UserRound,
  attachments: Paperclip,
  linked_record: Waypoints,
  lookup: Search,
  formula: SquareFunction,
  rollup: Sigma,
  count: Tally5,
  autonumber: ListOrdered,
  created_time: ClockPlus,
  created_by: UserRoundPlus,
  updated_by: UserRoundPen,
  updated_time: ClockFading,
  source: LogIn,
};
