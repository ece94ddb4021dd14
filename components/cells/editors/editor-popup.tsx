import type { ReactNode, RefObject } from "react";
import { useEditorFrame } from "./editor-frame";
import { keepFocus } from "./keep-focus";
import { boxLook } from "./look";
import { useBox } from "./use-box";

interface EditorPopupProps {
  readonly className: string;
  readonly boxRef?: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** The popup below the input of an open editor. */
export function EditorPopup(props: EditorPopupProps) {
  const isOpen = useEditorFrame()?.isOpen ?? true;
  return isOpen && <OpenPopup {...props} />;
}

function OpenPopup({ className, boxRef, children }: EditorPopupProps) {
  const ref = useBox<HTMLDivElement>("below", boxRef);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus in place
    <div ref={ref} popover="manual" className={`${boxLook} ${className}`} onMouseDown={keepFocus}>
      {children}
    </div>
  );
}
