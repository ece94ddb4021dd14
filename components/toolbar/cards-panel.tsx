"use client";

import { PanelTop } from "lucide-react";
import { onDemand } from "@/components/ui/on-demand";
import { Panel, PanelButton } from "./panel";

const CardsForm = onDemand(async () => (await import("./cards-form")).CardsForm);

export function CardsButton() {
  return <PanelButton name="cards" icon={PanelTop} label="Cards" />;
}

/** Edits the cards of a gallery. */
export function CardsPanel() {
  return (
    <Panel name="cards">
      <CardsForm />
    </Panel>
  );
}
