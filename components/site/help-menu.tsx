"use client";

import { CircleQuestionMark } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { onceIdle } from "@/components/ui/on-demand";

const LiveMenu = onceIdle(async () => (await import("./live-help-menu")).LiveHelpMenu, <Placeholder />);

/** Leads to what explains the product, and chooses the theme. */
export function HelpMenu() {
  return <LiveMenu />;
}

function Placeholder() {
  return <IconButton icon={CircleQuestionMark} label="Help" disabled />;
}
