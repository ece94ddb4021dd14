"use client";

import "./globals.css";
import ErrorPage from "./error";

/** Like `error.tsx`, for errors in the root layout. */
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
