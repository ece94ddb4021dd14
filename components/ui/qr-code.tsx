import { useEffect, useRef } from "react";
import { encode } from "uqr";

interface QrCodeProps {
  readonly text: string;
  /** Describes the code to people who cannot see it. */
  readonly label: string;
}

/** A QR code, dark on light in both themes, as scanners expect. */
export function QrCode({ text, label }: QrCodeProps) {
  const svg = useRef<SVGSVGElement>(null);
  // It comes when its script is loaded, in a place that may be scrolled away.
  useEffect(() => {
    svg.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const { size, data } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className="size-44 rounded-md"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
