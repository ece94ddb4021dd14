"use client";

import { CircleQuestionMark } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { onceIdle } from "@/components/ui/on-demand";

const LiveMenu = onceIdle(async () => (await import("./live-help-menu")).LiveHelpMenu, <Placeholder />);

/** A menu with links to the references and shortcuts, and the choice of the theme. */
export function HelpMenu() {
  return <LiveMenu />;
}

function Placeholder() {
  return <IconButton icon={CircleQuestionMark} label="Help" disabled />;
}
