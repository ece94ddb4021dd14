"use client";

import "./globals.css";
import ErrorPage from "./error";

/** As `error.tsx`, for a failure of the layout that all pages share. */
export default function GlobalErrorPage({ retry }: { retry: () => void }) {
  return (
    <html lang="en">
      <body className="font-sans">
        <title>Error · Rowhouse</title>
        <ErrorPage retry={retry} />
      </body>
    </html>
  );
}
