"use client";

import type { CSSProperties } from "react";
import { Toaster as Sonner } from "sonner";

/** Shows the messages of `toast`. */
export function Toaster() {
  return (
    <Sonner
      theme="system"
      // Covers rows only: beside the record panel, above the summary row and page footers.
      position="bottom-left"
      offset={{ bottom: 76, left: 16 }}
      mobileOffset={{ bottom: 64 }}
      closeButton
      style={messageStyle}
      toastOptions={{ classNames: { description: "text-muted!" } }}
    />
  );
}

/** Replaces sonner's colours. The z-index is above dialogs (40) and below menus (50). */
const messageStyle = {
  zIndex: 45,
  fontFamily: "inherit",
  "--normal-bg": "var(--raised)",
  "--normal-border": "var(--border)",
  "--normal-text": "var(--text)",
} as CSSProperties;
