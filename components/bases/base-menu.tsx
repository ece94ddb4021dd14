"use client";

import { Ellipsis } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { onceIdle } from "@/components/ui/on-demand";

interface BaseMenuProps {
  readonly base: { readonly id: string; readonly name: string };
}

const LiveMenu = onceIdle(async () => (await import("./live-base-menu")).LiveBaseMenu, <Placeholder />);

/** The menu of the open database. */
export function BaseMenu(props: BaseMenuProps) {
  return <LiveMenu {...props} />;
}

function Placeholder() {
  return <IconButton icon={Ellipsis} label="Database options" disabled />;
}
