"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * A link to another page. The page is fetched once the link is pointed at or focused: fetching the pages of all links that
 * are shown takes the server longer than the page that shows them.
 */
export function PageLink({ onPointerEnter, onFocus, ...props }: ComponentProps<typeof Link>) {
  const [isWanted, setIsWanted] = useState(false);
  return (
    <Link
      {...props}
      prefetch={isWanted ? null : false}
      onPointerEnter={(event) => {
        setIsWanted(true);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        setIsWanted(true);
        onFocus?.(event);
      }}
    />
  );
}
