import { Boxes, CalendarDays, Handshake, ListChecks, type LucideIcon, Plane } from "lucide-react";
import type { Starter } from "./starter";

/** A template or sample that a database can start from. Its contents are loaded on demand. */
export interface StarterChoice {
  readonly name: string;
  readonly description: string;
  readonly icon: LucideIcon;
  readonly color: string;
  readonly load: (signal: AbortSignal) => Promise<Starter>;
}

export const starters: readonly StarterChoice[] = [
  {
    name: "Projects & tasks",
    description: "Tasks, projects and people",
    icon: ListChecks,
    color: "blue",
    load: async () => (await import("./projects")).projects(),
  },
  {
    name: "CRM",
    description: "Deals, contacts and companies",
    icon: Handshake,
    color: "orange",
    load: async () => (await import("./crm")).crm(),
  },
  {
    name: "Content calendar",
    description: "Posts, campaigns and authors",
    icon: CalendarDays,
    color: "purple",
    load: async () => (await import("./content")).content(),
  },
  {
    name: "Inventory",
    description: "Products, orders and suppliers",
    icon: Boxes,
    color: "teal",
    load: async () => (await import("./inventory")).inventory(),
  },
  {
    name: "US airports",
    description: "Sample data: 3,376 records",
    icon: Plane,
    color: "gray",
    load: async (signal) => (await import("./airports")).airports(signal),
  },
];
