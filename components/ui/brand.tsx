/** The application's logo, as in the favicon. With `isShort`, phones show it without the name. */
export function Brand({ isShort = false }: { isShort?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 font-semibold text-sm">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-5">
        <rect width="32" height="32" rx="7" className="fill-accent" />
        <path
          d="M7 25V13l4.5-4 4.5 4v12M16 25V13l4.5-4 4.5 4v12M7 25h18M11.5 25v-5M20.5 25v-5"
          fill="none"
          className="stroke-accent-text"
          strokeWidth="2.2"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      </svg>
      <span className={isShort ? "max-sm:sr-only" : ""}>Rowhouse</span>
    </span>
  );
}
